# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the suites of selftests/test.d share, behind lib.sh: what their guests are given, and
#
#	tests_of FOLDER		a guest for the tests of one folder, or for one test, FOLDER/TEST.tc
#	changed_tests_of FOLDER	the same, unless the folder's tests passed before with the same inputs
#	folders			the folders that have tests

. "$top/selftests/suites.sh"
logs=$cache/check

scripts/kernels get "$KERNEL" --arch "$ARCH" || exit 2
ftrace=$(scripts/kernels path "$KERNEL" --arch "$ARCH" selftests)/ftrace
modules=$(scripts/kernels path "$KERNEL" --arch "$ARCH" modules)

# module FILE: makes a module of the kernel $tmp/NAME.ko. From 6.12 on Debian compresses them, and busybox does not
# uncompress.
module() {
	if [ -e "$modules/$1" ]; then
		cp "$modules/$1" "$tmp/"
	else
		xz -dc "$modules/$1.xz" > "$tmp/${1##*/}"
	fi || exit 2
}
module kernel/drivers/net/dummy.ko
dummy=$tmp/dummy.ko
# The kernels that are built from their source have none.
overlay=
case $KERNEL in
bare|debug) ;;
*)
	module kernel/fs/overlayfs/overlay.ko
	overlay=$tmp/overlay.ko ;;
esac
cc=gcc
[ "$ARCH" = x86_64 ] || cc=aarch64-linux-gnu-gcc-12
$cc -static -O1 -Wall -Wextra -o "$tmp/fileop" selftests/tools/fileop.c || exit 2
$cc -static -O1 -Wall -Wextra -o "$tmp/raw" selftests/clients/raw.c || exit 2
$cc -static -O1 -Wall -Wextra -o "$tmp/mapper" selftests/tools/mapper.c || exit 2
$cc -static -pthread -O1 -Wall -Wextra -o "$tmp/splicer" selftests/tools/splicer.c || exit 2
$cc -static -pthread -O1 -Wall -Wextra -o "$tmp/probed" selftests/tools/probed.c || exit 2

config=$(scripts/kernels path "$KERNEL" --arch "$ARCH" build)/.config
# No kernel without tracepoints has static events, or trace_printk().
failing=
if grep -qx CONFIG_TRACEPOINTS=y "$config"; then
	failing=$(guest_modules)/failing.ko || { detail < "$tmp/build.log"; exit 2; }
fi
# Other kernels take a module whose types do not fit, or look at none.
mismatched=
if [ -n "$failing" ] && grep -qx CONFIG_DEBUG_INFO_BTF_MODULES=y "$config" &&
	grep -qx '# CONFIG_MODULE_ALLOW_BTF_MISMATCH is not set' "$config"; then
	mismatched=$tmp/mismatched.ko
	selftests/tools/modules/mismatch "$failing" "$mismatched" "${cc%gcc*}objcopy" || exit 2
fi

expected "$top/selftests/guest.expected" > "$tmp/expected"

# The kernel's functions of the tests, but for what resets everything before each of them. The file of Linux 6.12 has
# no newline at its end.
{ cat "$ftrace/test.d/functions" && echo && cat selftests/ftracetest/reset; } > "$tmp/functions" || exit 2

tools=$tmp

# tests_of FOLDER...: a guest for one folder of test.d, so that what ends the guest does not end the other tests, and
# what has to be done again is not all of them. Tests can be named one by one; $name_of_tests is the name of all then.
tests_of() {
	local large=() name=${name_of_tests:-$1}
	[ "${1%%/*}" != static ] || [ -z "$mismatched" ] || large=(--add "$mismatched:/mismatched.ko")
	guest "tests of $name" --timeout 1700 --add "$ftrace:/ftrace" --add "$tools/functions:/ftrace/test.d/functions" \
		--add "$top/selftests/ftracetest/run:/run-ftracetest" \
		--add "$top/selftests/test.d:/selftests/test.d" --add "$tools/fileop:/bin/fileop" \
		--add "$tools/raw:/bin/raw" --add "$tools/mapper:/bin/mapper" --add "$tools/splicer:/bin/splicer" --add "$tools/probed:/bin/probed" --add "$dummy:/dummy.ko" \
		${failing:+--add "$failing:/failing.ko" --add "${failing%/*}/refusing.ko:/refusing.ko" --add "${failing%/*}/saying.ko:/saying.ko"} ${overlay:+--add "$overlay:/overlay.ko"} ${large[@]+"${large[@]}"} --add "$tools/expected:/expected" -- \
		env "BACKEND_WANTED=$(backend)" /run-ftracetest /ftrace/ftracetest /expected "${@/#//selftests/test.d/}"
}

changed_tests_of() {
	local unit=${0##*/}/$1 before=$failures results
	if results=$(unit_stands "$unit"); then
		echo "kept tests of $1 # $results results"
		return
	fi
	# shellcheck disable=SC2046 # one word for each test
	name_of_tests=$1 tests_of $(tests_in "$1")
	[ "$failures" != "$before" ] || unit_passed "$unit" $(($(grep -cE '^(ok|skip) ' "$tmp/stdout") + 1))
}

has_tests() { compgen -G "selftests/test.d/$1/*.tc" > /dev/null; }

for folder in ${TEST_FOLDERS-}; do
	has_tests "$folder" || { echo "there are no tests in selftests/test.d/$folder"; exit 2; }
done

# tests_in FOLDER: the tests of the folder that run now. Plain "make check" leaves out those whose head says
# "# runs: all", the lane of the same kernel has only those.
tests_in() {
	case ${PROBEFS_LEVEL:-all} in
	check) (cd selftests/test.d && grep -Lx '# runs: all' "$1"/*.tc) ;;
	rest) (cd selftests/test.d && grep -lx '# runs: all' "$1"/*.tc) ;;
	*) echo "$1" ;;
	esac
}

# folders: the folders of test.d that have tests that run now, or those of the wanted ones that do
folders() {
	local folder
	for folder in ${TEST_FOLDERS:-$(ls selftests/test.d)}; do
		! has_tests "$folder" || [ -z "$(tests_in "$folder")" ] || echo "$folder"
	done
}
