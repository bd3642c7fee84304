# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# What the suites share. A suite begins with
#
#	. "$(dirname "$0")/../lib.sh"
#
# and ends with "finish". In between:
#
#	check 'what a user would notice' [EXPECTATION...] -- COMMAND [ARG...]
#	guest 'name' [OPTION of scripts/vm...] -- COMMAND	a guest whose command prints results itself
#	everywhere 'name' [OPTION of selftests/everywhere/run...]
#	side_by_side FUNCTION WORD...	such commands for each word, two at a time
#	pass NAME, fail NAME [LINE...], skip NAME REASON

# The suite lies somewhere below the top, and that is where Kbuild is.
top=$(cd "$(dirname "$0")" && while [ ! -e Kbuild ] && [ "$PWD" != / ]; do cd ..; done && pwd)
cd "$top" || exit 2
KERNEL=${KERNEL:-6.1}
ARCH=${ARCH:-x86_64}
# A suite for which it does not matter what the CPUs of a guest do at the same time sets PROBEFS_VM_THREAD to single before
# it reads this file, unless it was set: beside another guest, that takes less time.
export KERNEL ARCH PROBEFS_VM_THREAD LC_ALL=C

cache=$(realpath -m "${PROBEFS_CACHE:-$top/.cache}")
mkdir -p "$cache/tmp"
tmp=$(mktemp -d "$cache/tmp/suite.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

failures=0

pass() { printf 'ok %s\n' "$1"; }

# fail NAME [LINE...]
fail() {
	printf 'not ok %s\n' "$1"
	shift
	[ $# = 0 ] || printf '%s\n' "$@" | detail
	failures=$((failures + 1))
}

skip() { printf 'skip %s # %s\n' "$1" "$2"; }

# in_all: whether more is to run than the part of plain "make check"
in_all() { [ "${PROBEFS_LEVEL:-all}" != check ]; }

# The head of a suite names the kernels that it can run on: see selftests/suites.sh.
suite_kernels=$(sed -n -e '/^$/q' -e 's/^# kernels: *//p' "$0")
suite_lane=$KERNEL
[ "$ARCH" = x86_64 ] || suite_lane=$KERNEL-$ARCH
case " ${suite_kernels:-all} " in
' all ' | ' none ') ;;
' all but '*" $suite_lane "*) suite_kernels= ;;
' all but '* | *" $suite_lane "*) ;;
*) suite_kernels= ;;
esac
if [ -z "$suite_kernels" ] && grep -q '^# kernels:' "$0"; then
	skip "${0##*/}" "the suite runs on other kernels: $(sed -n 's/^# kernels: *//p' "$0")"
	exit 0
fi

# What explains a result, indented so that nothing in it is taken for one.
detail() { sed 's/^/    /'; }

# The status of scripts/vm when the emulator is to blame: what the guest was for is done again in one whose
# CPUs share a thread of the host, where the emulator does not err.
emulator_erred=121

# vm [OPTION...] -- COMMAND...: a guest with the kernel under test
vm() {
	PROBEFS_VM_LOG=$tmp/guest.log "$top/scripts/vm" --kernel "$KERNEL" --arch "$ARCH" "$@"
}

# guest_modules: builds the modules of selftests/tools/modules for the kernel under test, those that are not built yet, and
# prints their directory. What the build says is in $tmp/build.log.
guest_modules() {
	guest_modules_dir=$cache/build/guest-modules-$KERNEL-$ARCH
	scripts/build --kernel "$KERNEL" --arch "$ARCH" --dir "$guest_modules_dir" --sources selftests/tools/modules \
		> "$tmp/build.log" 2>&1 && echo "$guest_modules_dir"
}

# check NAME [EXPECTATION...] -- COMMAND [ARG...]
#
# Runs COMMAND and compares. Without an expectation it has to end with status 0.
#	--status N	exit status, here or in place of 0
#	--output TEXT	what standard output is, to the byte but for the last newline
#	--has REGEX	a line of standard output or standard error (grep -E)
#	--lacks REGEX	no line of either
check() {
	check_name=$1
	shift
	check_status=0 check_output= check_output_set= check_has= check_lacks=
	while [ "$1" != -- ]; do
		case $1 in
		--status) check_status=$2 ;;
		--output) check_output=$2 check_output_set=1 ;;
		--has) check_has=$2 ;;
		--lacks) check_lacks=$2 ;;
		*) echo "check: $1 is no expectation" >&2; exit 2 ;;
		esac
		shift 2
	done
	shift
	: > "$tmp/guest.log"
	"$@" > "$tmp/stdout" 2> "$tmp/stderr" < /dev/null
	came_status=$?
	if [ "$came_status" = $emulator_erred ] && [ "$check_status" != $emulator_erred ]; then
		echo 'the emulator erred: once more, on one thread' | detail
		PROBEFS_VM_THREAD=single "$@" > "$tmp/stdout" 2> "$tmp/stderr" < /dev/null
		came_status=$?
	fi
	check_wrong=
	[ "$came_status" = "$check_status" ] ||
		check_wrong="exit status $check_status expected, $came_status came"
	if [ -n "$check_output_set" ] && [ "$(cat "$tmp/stdout")" != "$check_output" ]; then
		check_wrong="$check_wrong
expected output:
$check_output"
	fi
	if [ -n "$check_has" ] && ! cat "$tmp/stdout" "$tmp/stderr" | grep -aqE -- "$check_has"; then
		check_wrong="$check_wrong
expected a line with: $check_has"
	fi
	if [ -n "$check_lacks" ] && cat "$tmp/stdout" "$tmp/stderr" | grep -aqE -- "$check_lacks"; then
		check_wrong="$check_wrong
expected no line with: $check_lacks"
	fi
	if [ -z "$check_wrong" ]; then
		pass "$check_name"
		return 0
	fi
	fail "$check_name"
	{
		echo "command: $*"
		printf '%s\n' "$check_wrong" | sed '/^$/d'
		explain stderr stdout
	} | detail
	return 1
}

# The ends of what came, for a failed test.
explain() {
	for stream; do
		[ -s "$tmp/$stream" ] || continue
		echo "$stream:"
		tail -n 40 "$tmp/$stream" | sed 's/^/  /'
	done
	if [ -s "$tmp/guest.log" ]; then
		echo "the guest's kernel log ends:"
		tr -d '\r' < "$tmp/guest.log" | tail -n 15 | sed 's/^/  /'
	fi
}

# guest NAME [OPTION of scripts/vm...] -- COMMAND...
#
# The command prints lines "ok TEST", "not ok TEST", "skip TEST # REASON" and explanations in
# the guest. They become results here, with NAME before; that the guest ends with status 0, or
# with 1 when a test failed, and had any result, is one more.
guest() {
	guest_name=$1
	shift
	: > "$tmp/guest.log"
	: > "$tmp/shown"
	guest_results "$@"
	if [ "$guest_status" = $emulator_erred ]; then
		echo 'the emulator erred: once more, on one thread' | detail
		grep -aE '^(ok|not ok|skip) ' "$tmp/stdout" > "$tmp/shown"
		PROBEFS_VM_THREAD=single guest_results "$@"
		cat "$tmp/shown" >> "$tmp/stdout"
	fi
	guest_failed=$(grep '^not ok ' "$tmp/stdout" | sort -u | wc -l)
	failures=$((failures + guest_failed))
	if [ "$guest_status" = 0 ] && grep -qE '^(ok|not ok|skip) ' "$tmp/stdout"; then
		pass "$guest_name: the guest ends well"
	elif [ "$guest_status" = 1 ] && [ "$guest_failed" -gt 0 ]; then
		pass "$guest_name: the guest ends well"
	else
		fail "$guest_name: the guest ends well"
		{ echo "command: scripts/vm $*"; echo "exit status: $guest_status"; explain stderr; } | detail
	fi
}

# guest_results [OPTION of scripts/vm...] -- COMMAND...: the guest's output, without results that were shown
guest_results() {
	{ vm "$@" 2> "$tmp/stderr" < /dev/null; echo $? > "$tmp/status"; } | tee "$tmp/stdout" |
		grep -a --line-buffered -vxFf "$tmp/shown" |
		sed -u -E "s~^(ok|not ok|skip) ~\1 $guest_name: ~; t; s~^~    ~"
	guest_status=$(cat "$tmp/status")
}

# side_by_side FUNCTION WORD...: calls the function for each word, in two shells at the same time. Each begins with a
# word of its own, and then takes the next one that none has taken. What the first shell prints is shown at once, that
# of the second one behind it.
side_by_side() {
	rm -rf "$tmp/side.taken"
	mkdir -p "$tmp/side.taken"
	on_side 1 "$@" > "$tmp/side.output" 2>&1 &
	on_side 0 "$@"
	wait
	cat "$tmp/side.output"
	failures=$((failures + $(cat "$tmp/side.0/failures") + $(cat "$tmp/side.1/failures")))
}

# on_side SIDE FUNCTION WORD...: calls the function for the words that SIDE, 0 or 1, takes, with a $tmp of its own
on_side() (
	side=$1 side_function=$2 side_taken=$tmp/side.taken side_turn=0
	shift 2
	tmp=$tmp/side.$side failures=0
	mkdir -p "$tmp"
	# A shell that ends early has failed.
	echo 1 > "$tmp/failures"
	for side_word; do
		! takes_turn $side_turn || "$side_function" "$side_word"
		side_turn=$((side_turn + 1))
	done
	echo $failures > "$tmp/failures"
)

# takes_turn TURN: succeeds when the word of that turn is $side's. Where it can't be taken, both sides have it, so that
# it is not left out.
takes_turn() {
	if [ "$1" -lt 2 ]; then
		[ "$1" = "$side" ]
	else
		mkdir "$side_taken/$1" 2> /dev/null || [ ! -d "$side_taken/$1" ]
	fi
}

# everywhere NAME OPTION...: selftests/everywhere/run, each of its groups a result
everywhere() {
	everywhere_name=$1
	shift
	{ "$top/selftests/everywhere/run" --kernel "$KERNEL" --arch "$ARCH" --no-build --again --keep-going "$@" 2>&1 < /dev/null
		echo $? > "$tmp/status"; } | tee "$tmp/stdout" |
		sed -u -E "s/^[0-9:]+ ok ([^ :]+):.*/ok $everywhere_name: \1/; t; s/^[0-9:]+ FAILED ([^ :]+):.*/&\nnot ok $everywhere_name: \1/; t
			s/^/    /"
	everywhere_failed=$(grep -c '^[0-9:]* FAILED ' "$tmp/stdout")
	failures=$((failures + everywhere_failed))
	case $(cat "$tmp/status") in
	0) pass "$everywhere_name: all groups have run" ;;
	1) [ "$everywhere_failed" -gt 0 ] || fail "$everywhere_name: all groups have run" ;;
	*) fail "$everywhere_name: all groups have run" ;;
	esac
}

# backend: that guests mount probefs with, when PROBEFS_MOUNT_OPTIONS names one
backend() { echo "${PROBEFS_MOUNT_OPTIONS-}" | sed -n 's/^\(.*,\)*backend=\([a-z]*\).*/\2/p'; }

# expected FILE: what selftests/ftracetest/run is to expect of this kernel. Lines of FILE that begin with
# "KERNEL:", "ARCH:", "KERNEL-ARCH:" or "backend=NAME:" are for that alone.
expected() {
	sed -n -e "s/^$KERNEL://p; s/^$ARCH://p; s/^$KERNEL-$ARCH://p; s/^backend=$(backend)://p; /^[^ ]*:/!p" "$1"
}

finish() {
	[ "$failures" = 0 ] || exit 1
	exit 0
}
