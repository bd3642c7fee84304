# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # scripts/vm sets what is read here and not set.
#
# The verdict on a guest that has ended. This is a part of scripts/vm and uses what that has: $top,
# option[] and say.
#
# RUN is always the directory of the run: its file verdicts has a line "NAME VALUE" for each verdict of
# scripts/guest/init. LOG is always the file with the kernel's log.

# judge QEMU_STATUS RUN LOG returns what scripts/vm exits with, and says why when that is not simply the
# status of the command. The first of the things that went wrong decides.
judge() {
	local qemu_status=$1 run=$2 log=$3 status
	status=$(verdicts "$run" status | head -n 1)
	! executed_stale_int3 "$run" "$log" || return 121
	! was_stuck "$run" "$log" || { may_execute_stale_int3 "$run" && return 121; return 125; }
	ended_in_time "$qemu_status" "$run" "$log" "$status" || return 124
	was_prepared "$run" "$log" || return 122
	survived "$qemu_status" "$run" "$log" "$status" || { emulator_erred "$run" "$log" && return 121; return 125; }
	log_is_clean "$log" "$status" || return 126
	[ "$status" != 0 ] || was_taken_down "$run" "$log" || return 123
	return "$status"
}

# verdict_lines RUN prints all verdicts.
verdict_lines() { tr -d '\r' < "$1/verdicts"; }

# verdicts RUN NAME prints the values of all verdicts of that name.
verdicts() { verdict_lines "$1" | sed -n "s/^$2 //p"; }

# ended_in_time QEMU_STATUS RUN LOG STATUS fails when the guest was stopped because it took too long:
# QEMU_STATUS is that of timeout(1). STATUS is, here and below, that of the command; it is empty when
# the command did not end.
ended_in_time() {
	local qemu_status=$1 run=$2 log=$3 status=$4
	[ "$qemu_status" = 124 ] || [ "$qemu_status" = 137 ] || return 0
	# The guest has ended then, with all of its verdicts.
	if [ -s "$run/stayed" ]; then say "$(cat "$run/stayed")"; return 0; fi
	say "no end after ${option[timeout]} seconds, guest stopped${status:+ (the command had ended with $status)}"
	log_before_questions "$log" > "$run/log"
	"$top/scripts/scan-kernel-log" < "$run/log" | head -n 20 | sed 's/^/    /' >&2
	show_log "$run/log" 30 "$log"
	say 'what the CPUs run, and the tasks that are no idle kernel threads, says the kernel:'
	awk -f "$top/scripts/guest/tasks.awk" "$log" | sed 's/^/    /' >&2
	say 'and the emulator:'
	sed 's/^/    /' "$run/registers" >&2
	return 1
}

# log_before_questions LOG prints the log up to the answers that ask_late_guest() got.
log_before_questions() { sed '/sysrq: Show /,$d' "$1"; }

# was_prepared RUN LOG fails when a step before the command failed.
was_prepared() {
	local run=$1 log=$2 setup
	setup=$(verdicts "$run" setup | head -n 1)
	[ -n "$setup" ] || return 0
	say "the guest could not be prepared: $setup"
	show_log "$log" 30
	return 1
}

# survived QEMU_STATUS RUN LOG STATUS fails when the guest did not come to its end.
survived() {
	local qemu_status=$1 run=$2 log=$3 status=$4
	! verdict_lines "$run" | grep -qx finished || return 0
	if [ -n "$status" ]; then
		say "the guest died while cleaning up after the command (which had ended with $status)"
	elif verdict_lines "$run" | grep -qx started; then
		say 'the guest died during the command'
	else
		say 'the guest died before the command'
	fi
	[ "$qemu_status" = 0 ] || { say "qemu ended with $qemu_status:"; cat "$run/qemu" >&2; }
	show_log "$log" 60
	return 1
}

# executed_stale_int3 RUN LOG says whether the guest was stopped because one of its CPUs executed a stale int3 for
# ever: scripts/guest/stale-int3 has left its evidence.
executed_stale_int3() {
	local run=$1 log=$2
	grep -q . "$run/stale-int3" 2>/dev/null || return 1
	say "the guest was stopped: $(cat "$run/stale-int3")"
	say 'this is what the emulator does with a text poke on a busy host (scripts/emulator)'
	show_log "$log" 10
}

# was_stuck RUN LOG says whether the guest was stopped because its kernel did not come to the first process, before
# anything that is under test ran: scripts/guest/machine.sh has left a line.
was_stuck() {
	local run=$1 log=$2
	[ -s "$run/stuck" ] || return 1
	say "the guest was stopped: $(cat "$run/stuck")"
	show_log "$log" 10
}

# emulator_erred RUN LOG says whether the guest died of a stale int3 (see scripts/emulator), which only an
# emulator with a thread for each CPU executes: the first oops is a jump to address 0 with interrupts masked, or, on
# newer kernels, which do not look for a removed int3 any more, an int3 where the memory has another byte.
emulator_erred() {
	local run=$1 log=$2
	may_execute_stale_int3 "$run" || return 1
	tr -d '\r' < "$log" | awk '
		/: kernel NULL pointer dereference,/ { oops = 1 }
		/ Oops: int3: / { trap = 1 }
		oops && / RIP: / { at_zero = / RIP: 0010:0x0$/ }
		oops && / EFLAGS: / { masked = / EFLAGS: [0-9a-f]+[014589cd][0-9a-f][0-9a-f]$/; exit }
		trap && / Code: / { gone = / [0-9a-f][0-9a-f] <[0-9a-f][0-9a-f]> / && !/ cc <[0-9a-f][0-9a-f]> /; exit }
		END { exit !(at_zero && masked || gone) }' || return 1
	say 'this is what the emulator does with a text poke on a busy host (scripts/emulator)'
}

# log_is_clean LOG STATUS fails when the kernel's log has a warning, or worse, that was not expected.
log_is_clean() {
	local log=$1 status=$2 splat
	splat=$("$top/scripts/scan-kernel-log" --expect "${option[expect]}" < "$log") && return
	say "the kernel's log has a warning or worse (the command had ended with $status); all of it: $log"
	printf '%s\n' "$splat" | head -n 20 | sed 's/^/    /' >&2
	sed -n "$(printf '%s\n' "$splat" | head -n 1 | cut -d: -f1),+30p" "$log" | tr -d '\r' |
		sed 's/^/    | /' >&2
	return 1
}

# was_taken_down RUN LOG fails when a mount or the module was still there at the end.
was_taken_down() {
	local run=$1 log=$2 teardown
	teardown=$(verdicts "$run" teardown)
	[ -n "$teardown" ] || return 0
	say "after the command: $teardown"
	show_log "$log" 30
	return 1
}

# show_log LOG LINES [NAME] shows that many lines of the log's end; NAME is the file that has all of it.
show_log() {
	say "the end of the kernel's log (${3:-$1}):"
	tr -d '\r' < "$1" | tail -n "$2" | sed 's/^/    /' >&2
}
