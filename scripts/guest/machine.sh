# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # scripts/vm sets what is read here and not set.
#
# The machine of a guest: the command that emulates it, and how that is run. This is a part of scripts/vm
# and uses what that has: $top, $cache, option[], say and die.
#
# The functions with an argument WORDS append to the array of that name, which is the command.

# machine_command WORDS IMAGE RUN LOG appends the whole command. IMAGE is the kernel's image, RUN the
# directory with the initrd, and the console goes to the file LOG. It exits when that is not possible.
machine_command() {
	local -n machine_words=$1
	local image=$2 run=$3 log=$4 thread=multi emulator accel
	emulator=$("$top/scripts/emulator" --arch "${option[arch]}") || thread=single
	[ -n "$emulator" ] || exit 122
	[ "$thread" = multi ] || say 'the emulator is an old one, so all CPUs of the guest share one thread'
	accel=$(acceleration) || exit 122
	mapfile -t -O ${#machine_words[@]} machine_words <<< "$emulator"
	case ${option[arch]} in
	x86_64) machine_words+=(-machine pc) ;;
	arm64) machine_words+=(-machine virt) ;;
	esac
	[ "${PROBEFS_VM_THREAD:-}" != single ] || thread=single
	add_processors "$1" "$accel" "$thread"
	echo "${machine_words[*]}" | sed 's/.* -accel \([^ ]*\).*/\1/' > "$run/executed-by"
	machine_words+=(-m "${option[mem]}" -nodefaults -display none -no-reboot
			-kernel "$image" -initrd "$run/initrd" -append "$(kernel_command_line "$accel")")
	add_ports "$1" "$run" "$log"
}

# acceleration prints how the guest's instructions are executed: kvm, tcg or icount.
acceleration() {
	local accel=${PROBEFS_VM_ACCEL:-}
	if [ -n "${option[icount]}" ]; then
		accel=icount
	elif [ -z "$accel" ]; then
		if kvm_works; then accel=kvm; else accel=tcg; fi
	fi
	case $accel in
	kvm | tcg | icount) echo "$accel" ;;
	*) die "PROBEFS_VM_ACCEL is tcg or kvm, not $accel" ;;
	esac
}

# kvm_works says whether KVM runs the kernel here: a /dev/kvm that can be opened may still be unable to.
# The verdict of one trial boot is kept for as long as the machine is up.
kvm_works() {
	local verdict
	[ "${option[arch]}" = "$(uname -m)" ] && [ -w /dev/kvm ] || return 1
	verdict=$cache/vm/kvm-${option[kernel]}-$(cat /proc/sys/kernel/random/boot_id)
	if [ ! -e "$verdict" ]; then
		mkdir -p "$cache/vm"
		if boots_with_kvm "$verdict.log"; then
			echo yes > "$verdict"
		else
			echo no > "$verdict"
			say 'KVM does not run this kernel here, so guests are emulated'
		fi
	fi
	[ "$(cat "$verdict")" = yes ]
}

# boots_with_kvm LOG boots the kernel once and says whether a shell ran there.
boots_with_kvm() {
	# shellcheck disable=SC2016 # The guest's shell expands it.
	PROBEFS_VM_ACCEL=kvm PROBEFS_VM_LOG=$1 "$top/scripts/vm" --kernel "${option[kernel]}" \
		--tracing mainline --timeout 15 -- 'i=0; while [ $i -lt 1000 ]; do i=$((i+1)); done' \
		> /dev/null 2>&1
}

# add_processors WORDS ACCEL THREAD appends what the guest's CPUs are, how many there are, and what runs
# them. THREAD is multi when each may have a thread of the host, and single when they have to share one,
# which is all that an older emulator gets right.
add_processors() {
	local -n processor_words=$1
	local accel=$2 thread=$3 smp=${option[smp]} cpu
	case $accel in
	kvm) processor_words+=(-accel kvm) ;;
	tcg) processor_words+=(-accel "tcg,thread=$thread") ;;
	icount) processor_words+=(-accel 'tcg,thread=single' -icount shift=1) smp=1 ;;
	esac
	case $accel-${option[arch]} in
	kvm-*) cpu=host ;;
	# qemu 7.2 sometimes loses the flags in cmpxchg16b, which 6.12 allocates memory with.
	*-x86_64) cpu='max,cx16=off' ;;
	*-arm64) cpu='max,pauth-impdef=on' ;;
	esac
	processor_words+=(-cpu "$cpu" -smp "$smp")
}

# kernel_command_line ACCEL prints the words that the guest's kernel is started with.
kernel_command_line() {
	local accel=$1 words
	case ${option[arch]} in
	x86_64) words='console=ttyS0 no_timer_check' ;;
	arm64) words='console=ttyAMA0' ;;
	esac
	[ "$accel-${option[arch]}" != tcg-x86_64 ] || words="$words $(tsc_word)"
	# Where things lie in memory is part of what an instruction count depends on. Elsewhere ask_late_guest()
	# gets an answer from the kernel, too.
	if [ -n "${option[icount]}" ]; then words="$words nokaslr"; else words="$words sysrq_always_enabled"; fi
	printf '%s\n' "$words loglevel=8 $(words_for_kernel) ${PROBEFS_VM_APPEND:-}"
}

# words_for_kernel prints the words that depend on which kernel it is.
words_for_kernel() {
	case ${option[kernel]} in
	# This one looks for mistakes. It needs time for that, and goes on after an oops to find more.
	debug) echo 'panic=-1 rcupdate.rcu_cpu_stall_timeout=120' ;;
	# This one has a thread for each interrupt. When there is much to say, the interrupts of the serial
	# line look like some that nobody handles, and the kernel would switch them off.
	rt) echo 'panic=-1 oops=panic noirqdebug' ;;
	*) echo 'panic=-1 oops=panic' ;;
	esac
}

# tsc_word prints the word that tells the guest's kernel the frequency of the TSC. The guest's TSC is the
# host's, and on a busy host a kernel that measures it against a timer of qemu may be wrong by a factor.
# Without frequency scaling, the frequency in cpuinfo is that of the TSC; with it, nothing is printed.
tsc_word() {
	[ "$(uname -m)" = x86_64 ] && [ ! -e /sys/devices/system/cpu/cpu0/cpufreq ] || return
	awk -F: '/^cpu MHz/ { printf "tsc_early_khz=%d\n", $2 * 1000; exit }' /proc/cpuinfo
}

# add_ports WORDS RUN LOG appends the three serial ports: the console, which is written to LOG, the
# command's output and the verdicts. Fifos in RUN are there for ask_late_guest(): keys is what is typed at the
# console, and monitor that of the emulator. stale-int3 talks to the emulator through qmp.
add_ports() {
	local -n port_words=$1
	local run=$2 log=$3
	mkfifo "$run/keys" "$run/monitor.in" "$run/monitor.out" "$run/qmp.in" "$run/qmp.out"
	port_words+=(-chardev "file,id=console,path=$log,input-path=$run/keys" -serial chardev:console
		     -chardev "pipe,id=monitor,path=$run/monitor" -mon chardev=monitor,mode=readline
		     -chardev "pipe,id=qmp,path=$run/qmp" -mon chardev=qmp,mode=control)
	if [ -n "${option[shell]}" ]; then
		port_words+=(-chardev 'stdio,id=output,signal=off')
	else
		port_words+=(-chardev "file,id=output,path=$run/output")
	fi
	port_words+=(-chardev "file,id=verdicts,path=$run/verdicts")
	case ${option[arch]} in
	x86_64) port_words+=(-serial chardev:output -serial chardev:verdicts) ;;
	arm64) port_words+=(-device 'pci-serial,chardev=output' -device 'pci-serial,chardev=verdicts') ;;
	esac
}

# run_shell RUN WORD... runs the command with the terminal as the guest's second port, and returns its
# status. What the emulator has to say goes to the file qemu in RUN, as in run_guest.
run_shell() {
	local run=$1
	shift
	exec 7<> "$run/keys"
	"$@" 2> "$run/qemu"
}

# run_guest RUN LOG WORD... runs the command, copies the guest's output to standard output, and returns the
# command's status, or 124 or 137 when it took too long, or had to be killed after the guest's end.
run_guest() {
	local run=$1 log=$2 reader guest asker killer booter watcher='' status
	shift 2
	mkfifo "$run/output" "$run/ended" "$run/nothing"
	: > "$run/registers"
	: > "$run/stayed"
	: > "$run/stale-int3"
	: > "$run/stuck"
	cat < "$run/output" &
	reader=$!
	# This script holds these fifos open: the reader ends after the guest has, and not before, and the
	# emulator does not wait for somebody who types.
	exec 7<> "$run/keys" 8> "$run/output" 9<> "$run/ended"
	timeout -k 5 "${option[timeout]}" "$@" < /dev/null > "$run/qemu" 2>&1 8>&- 9>&- &
	guest=$!
	ask_late_guest "$run" 8>&- &
	asker=$!
	kill_stayed_emulator "$run" "$log" "$guest" 8>&- 9>&- &
	killer=$!
	kill_stuck_boot "$run" "$guest" 8>&- 9>&- &
	booter=$!
	if may_execute_stale_int3 "$run"; then
		"$top/scripts/guest/stale-int3" "$run/qmp" > "$run/stale-int3" 2>> "$run/qemu" < /dev/null 8>&- 9>&- &
		watcher=$!
	fi
	wait "$guest" 2>/dev/null	# the shell would say that it was killed
	status=$?
	echo >&9
	# shellcheck disable=SC2086 # There may be no watcher.
	kill "$killer" "$booter" $watcher 2>/dev/null
	exec 8>&-
	wait "$reader" "$asker" 2>/dev/null
	return "$status"
}

# kill_stayed_emulator RUN LOG GUEST kills an emulator that goes on after the guest has powered down, and leaves a
# line in the file stayed of RUN. On a busy host qemu was seen to do so, with nothing in LOG behind the kernel's last
# line. GUEST is the process of timeout(1), which has a process group of its own.
kill_stayed_emulator() {
	local run=$1 log=$2 guest=$3 seconds=20
	# Nobody writes to this fifo: reading with a time limit is a sleep without a child that would outlive scripts/vm.
	exec 4<> "$run/nothing"
	until grep -aq 'reboot: Power down' "$log" && verdict_lines "$run" | grep -qx finished; do read -r -t 2 <&4; done
	read -r -t $seconds <&4
	echo "the emulator went on for $seconds seconds after the guest had powered down, and was killed" > "$run/stayed"
	kill -KILL -- "-$guest"
}

# kill_stuck_boot RUN GUEST kills an emulator whose guest has no first process in time, and leaves a line in the file
# stuck of RUN. On a busy host a kernel was seen to stand still for ever between two drivers.
kill_stuck_boot() {
	local run=$1 guest=$2
	exec 4<> "$run/nothing"
	read -r -t "${option[boot-timeout]}" <&4
	! verdict_lines "$run" | grep -qx booted || return 0
	echo "the kernel had no first process after ${option[boot-timeout]} seconds" > "$run/stuck"
	kill -KILL -- "-$guest"
}

# may_execute_stale_int3 RUN says whether the emulator has the error that scripts/emulator describes: each CPU of the
# guest has a thread of the host.
may_execute_stale_int3() {
	[ "$(cat "$1/executed-by")" = tcg,thread=multi ] && [ "${option[arch]}" = x86_64 ] && [ "${option[smp]}" -gt 1 ]
}

# ask_late_guest RUN waits until the guest has ended, or soon has to. Then it asks what the guest does: the
# kernel, whose answer is in its log, for what the CPUs run and for all tasks; and the emulator for the
# registers, which go to the file registers in RUN and also tell of a kernel that does not answer.
ask_late_guest() {
	local run=$1 before=$((option[timeout] > 40 ? 10 : option[timeout] / 4))
	! read -r -t $((option[timeout] - before)) <&9 || return 0
	exec 5<> "$run/monitor.in" 6<> "$run/monitor.out"
	press_sysrq l 1 && press_sysrq t 4 || return 0
	echo 'info registers -a' >&5
	timeout 1 cat <&6 | tr -d '\r' | grep -aE '^CPU#|\<(RIP|RSP|PC|SP)=' > "$run/registers"
}

# press_sysrq KEY SECONDS gives the guest's kernel a command and that much time to answer; it fails when
# the guest ends meanwhile. A break on a serial console stands for the key SysRq.
press_sysrq() {
	local key=$1 seconds=$2
	echo 'chardev-send-break console' >&5
	! read -r -t 0.5 <&9 || return 1
	printf '%s' "$key" >&7
	! read -r -t "$seconds" <&9
}
