# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# For scripts in a guest that has both tracers: the kernel's own tracefs at /sys/kernel/tracing, and for some
# commands a probefs over it. They compare what a client gives on each for the same hits of the workload.

result() {
	if [ "$1" -eq 0 ]; then echo "ok $2"; else echo "not ok $2"; fi
}

# window: of the text of a trace or of a report, what happened on CPU 0 between the marks of the workload,
# one event a line: process id, event and what it says. Times, names of tasks and flags are left out, as are
# the addresses of a stack, which follows its event in the same line.
window() {
	awk '/\[[0-9][0-9][0-9]\]/ { if (line) print line; line = $0; next }
		/^[ \t]*=> / { sub(/ \([0-9a-f]*\)$/, ""); line = line " " $0 }
		END { if (line) print line }' |
		sed -n 's/^.*-\([0-9]*\) *\[000\][^:]* [0-9]*\.[0-9]*: */\1 /p' | sed 's/[ 	][ 	]*/ /g' |
		awk '/umask.*mask: (0x0*)?49/ { on = 1 } on { print } /umask.*mask: (0x0*)?52/ { exit }'
}

# same NAME A B: two windows that go from mark to mark have the same events, in whatever order. Of what
# happens in interrupts, perf may miss one event in 200: see Documentation/static-events.md.
same() {
	sort "$2" > a
	sort "$3" > b
	diff -U 0 a b | grep '^[-+][^-+]' > difference
	missed=$(grep -c '^-' difference)
	wrong=
	grep -q 'umask.*mask: \(0x0*\)*49' a && grep -q 'umask.*mask: \(0x0*\)*52' a || wrong="$2 has no marks"
	! grep -q '^+' difference || wrong='probefs has events that the kernel does not have'
	! grep -q '^-.* sys_' difference || wrong='a system call is missing'
	[ $((missed * 200)) -le "$(wc -l < a)" ] || wrong="$missed events are missing"
	if [ -z "$wrong" ]; then
		echo "ok $1"
		echo "    events: $(wc -l < a), missed: $missed"
		return
	fi
	echo "not ok $1"
	echo "    $wrong; there are $(wc -l < a) events"
	head -n 40 difference | sed 's/^/    /'
}

# equal NAME A B: two files are equal, and not empty
equal() {
	if [ -s "$2" ] && cmp -s "$2" "$3"; then
		echo "ok $1"
		return
	fi
	echo "not ok $1"
	[ -s "$2" ] || echo "    $2 is empty"
	diff -U 1 "$2" "$3" | head -n 40 | sed 's/^/    /'
}

# wait_for COMMAND...: until it succeeds, for a minute at most
wait_for() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || return 1
		usleep 100000
	done
}
