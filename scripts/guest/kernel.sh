# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # scripts/vm sets what is read here and not set.
#
# The kernel that a guest boots, and the module that it loads. This is a part of scripts/vm and uses
# what that has: $top, $cache, option[], say and die.

# kernels COMMAND [WHAT] runs scripts/kernels for the kernel of the guest.
kernels() {
	local command=$1
	shift
	"$top/scripts/kernels" "$command" "${option[kernel]}" --arch "${option[arch]}" "$@"
}

# kernel_image prints where the image is that the guest boots. Its kernel has been fetched before.
kernel_image() {
	if [ -n "${option[builtin]}" ]; then
		builtin_image
	else
		kernels path image
	fi
}

# builtin_image prints where the image with probefs built in is, and builds it when there is none.
builtin_image() {
	local image=$cache/build/${option[kernel]}-builtin/build/arch/x86/boot/bzImage
	if [ -e "$image" ]; then
		warn_if_older "$image" "scripts/kernels builtin ${option[kernel]}"
		echo "$image"
	else
		kernels builtin
	fi
}

# wants_module says whether the guest loads the module.
wants_module() { [ "${option[tracing]}" != mainline ] && [ -z "${option[builtin]}" ]; }

# module_file prints which file of the host is the module, and builds it when there is none.
module_file() {
	local which=(--kernel "${option[kernel]}" --arch "${option[arch]}") build
	if [ -n "${PROBEFS_KO:-}" ]; then
		[ -e "$PROBEFS_KO" ] || die "PROBEFS_KO: there is no $PROBEFS_KO"
		echo "$PROBEFS_KO"
		return
	fi
	build=$("$top/scripts/build" "${which[@]}" --print-dir)
	if [ ! -e "$build/probefs.ko" ]; then
		say "building probefs.ko for ${option[kernel]}"
		"$top/scripts/build" "${which[@]}" >&2 < /dev/null || die 'probefs.ko does not build'
	fi
	warn_if_older "$build/probefs.ko" 'make modules'
	echo "$build/probefs.ko"
}

# warn_if_older FILE COMMAND warns that FILE is older than a source of the module; COMMAND is what
# brings it up to date.
warn_if_older() {
	local newer
	newer=$(cd "$top" && scripts/link-sources --list | while read -r source; do
		if [ "$source" -nt "$1" ]; then echo "$source"; break; fi
	done)
	[ -z "$newer" ] || say "${1##*/} is older than $newer; $2 brings it up to date"
}
