# SPDX-License-Identifier: GPL-2.0
#
# Reads a kernel's log with the answers to SysRq l and t, and prints a line for each CPU and for each task
# that is not a kernel thread without work: its name, pid and state, and the functions that it is in, the
# innermost first.

# value_of(NAME): what follows "NAME:" in the line, perhaps as a word of its own
function value_of(name,    i) {
	for (i = 2; i <= NF; i++)
		if (index($i, name ":") == 1)
			return $i == name ":" ? $(i + 1) : substr($i, length(name) + 2)
}

function show() {
	if (what != "" && !(parent == 2 && state ~ /^[SI]$/) && what !~ /^kthreadd /)
		printf "%s:%s\n", what, calls == "" ? " no functions" : calls
	what = calls = ""
}

{ sub(/\r$/, ""); sub(/^\[[^]]*\] /, "") }

/sysrq: Show (backtrace|State)/ { answered = 1 }
!answered { next }

# "CPU: 1 PID: 105 Comm: cat" or, on arm64 and of another CPU, "CPU1:" begins what a CPU runs. x86_64 skips
# those that are idle.
/^NMI backtrace for cpu .* skipped/ { show(); print "CPU " $5 ": idle"; next }
/^CPU[0-9]+:$/ { show(); what = "CPU " substr($1, 4) + 0; parent = state = ""; next }
/^CPU: / {
	show()
	what = "CPU " $2 ", " $6 " " $4
	parent = state = ""
	next
}
/^task:/ {
	show()
	state = value_of("state")
	parent = value_of("ppid")
	what = substr($1, 6) " " value_of("pid") " " state
	next
}
/^(Sched Debug|Showing busy workqueues)/ { show() }

# " do_wait+0x168/0x2e0", or " ? " for what only lies on the stack; "RIP: 0010:name+0x..."
what != "" && /^RIP: 0010:/ { sub(/.*:/, ""); sub(/\+.*/, ""); calls = calls " " $0; next }
what != "" && /^ +[A-Za-z_][A-Za-z0-9_.]*\+0x[0-9a-f]+\/0x/ {
	name = $1
	sub(/\+.*/, "", name)
	if (name !~ /^(__)?schedule$/ && name !~ /^(__switch_to|dump_stack|show_stack|sched_show_task)/)
		calls = calls " " name
}
END { show() }
