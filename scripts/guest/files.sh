# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # scripts/vm sets what is read here and not set.
#
# The files of a guest. They are in two archives, which the kernel unpacks one after the other: a base
# archive with busybox, made once for each architecture, and one that is made for each run. This is a
# part of scripts/vm and uses what that has: $top, $cache, option[], additions[], programs[],
# command_words[], say, die and the functions of kernel.sh.
#
# STAGE is always a directory of the host that becomes the root directory of an archive.

# make_initrd RUN RELEASE writes the file initrd in the directory RUN. RELEASE is the kernel's. It exits
# when that is not possible.
make_initrd() {
	local run=$1 release=$2 stage=$1/files module base
	mkdir -p "$stage/vm"
	module=$(add_module "$stage" "$release") || exit 122
	add_what_is_asked_for "$stage"
	guest_config "$module" > "$stage/vm/config"
	command_text "${command_words[@]}" > "$stage/vm/command"
	base=$(base_archive) || exit 122
	{ cat "$base" && archive "$stage"; } > "$run/initrd" || exit 122
}

# archive STAGE writes the archive to standard output.
archive() { (cd "$1" && find . | cpio --quiet -o -H newc -R +0:+0); }

#
# The archive of one run
#

# add_module STAGE RELEASE copies the module to its place and prints which place of the guest that is.
# It prints nothing when the guest loads none.
add_module() {
	local stage=$1 release=$2 file place
	wants_module || return 0
	file=$(module_file) || return
	place=/lib/modules/$release/updates/probefs.ko
	mkdir -p "$stage${place%/*}"
	copy_stripped "$file" "$stage$place" || return
	echo 'updates/probefs.ko:' > "$stage/lib/modules/$release/modules.dep"
	echo "$place"
}

# copy_stripped FROM TO copies a file without its debug information: that is most of the file, and the
# guest has no use for it.
copy_stripped() {
	local strip=strip
	[ "${option[arch]}" = x86_64 ] || strip=aarch64-linux-gnu-strip
	"$strip" --strip-debug -o "$2" "$1" 2>/dev/null || cp "$1" "$2"
}

# add_what_is_asked_for STAGE does what the options --add and --add-program say.
add_what_is_asked_for() {
	local stage=$1 addition program
	for addition in "${additions[@]}"; do
		add "$stage" "$addition"
	done
	for program in "${programs[@]}"; do
		add_program "$stage" "$program"
	done
	[ -z "${option[tools]}" ] || add_tools "$stage"
}

# add_tools STAGE copies what the option --tools names, as far as there is one for this guest.
add_tools() {
	local stage=$1 tool
	for tool in trace-cmd kprobe-perf; do
		(add_program "$stage" "$tool") 2> /dev/null || say "the guest has no $tool"
	done
	# kprobe-perf is a script of bash.
	[ ! -e "$stage/usr/sbin/kprobe-perf" ] || add_program "$stage" /bin/bash
	for tool in loop dummy; do
		add_kernel_module "$stage" "$tool" || say "the guest has no module $tool"
	done
}

# add_kernel_module STAGE MODULE copies a module of the kernel that needs no other one. Debian compresses
# modules from 6.12 on, and busybox does not uncompress.
add_kernel_module() {
	local stage=$1 name=$2 from release dir=kernel/drivers file
	from=$(kernels path modules) && release=$(kernels path release) || return
	file=$(find -L "$from/kernel" -name "$name.ko" -o -name "$name.ko.xz" | head -n 1)
	[ -n "$file" ] || return
	mkdir -p "$stage/lib/modules/$release/$dir"
	case $file in
	*.xz) xz -dc "$file" > "$stage/lib/modules/$release/$dir/$name.ko" ;;
	*) cp -L "$file" "$stage/lib/modules/$release/$dir/$name.ko" ;;
	esac || return
	echo "$dir/$name.ko:" >> "$stage/lib/modules/$release/modules.dep"
}

# add STAGE HOSTPATH[:GUESTPATH] copies a file or a directory.
add() {
	local stage=$1 from=$2 to=
	if [ ! -e "$from" ] && [ "${from%:*}" != "$from" ]; then
		to=${from##*:}
		from=${from%:*}
	fi
	[ -e "$from" ] || die "--add: there is no $from"
	from=$(realpath -s "$from")
	case $to in
	'') to=/${from##*/} ;;
	*/) to=$to${from##*/} ;;
	esac
	to=$stage/${to#/}
	if [ -d "$from" ]; then
		mkdir -p "$to"
		cp -a "$from/." "$to/"
	else
		mkdir -p "${to%/*}"
		cp -pL "$from" "$to"
	fi || die "--add: could not copy $from"
}

# add_program STAGE [SUITE:]PROGRAM copies a program, and what it needs to run, to the places that they have
# on this machine. For another architecture they come from what scripts/kernels fetched, and those of
# another suite from what scripts/programs fetches.
add_program() {
	local stage=$1 root='' program file files
	case $2 in
	*:*) root=$("$top/scripts/programs" --arch "${option[arch]}" "${2%%:*}" "${2#*:}") || exit 122 ;;
	*) [ "${option[arch]}" = "$(uname -m)" ] || root=$(kernels path programs) ;;
	esac
	program=$(find_program "${2#*:}" "$root") || exit 122
	files=("$program")
	while [ ${#files[@]} -gt 0 ]; do
		file=${files[0]} files=("${files[@]:1}")
		[ -e "$stage$file" ] && continue
		mkdir -p "$stage${file%/*}"
		cp -pL "$root$file" "$stage$file" || die "--add-program: could not copy $file"
		mapfile -t -O ${#files[@]} files < <(libraries_of "$root$file" "$root")
	done
	[ -z "$root" ] || add_interpreter "$stage" "$root" "$program"
}

# add_interpreter STAGE ROOT PROGRAM copies the program that loads PROGRAM's libraries to the place that
# PROGRAM names: packages of newer suites have it below /usr.
add_interpreter() {
	local stage=$1 root=$2 place file
	place=$(readelf -ld "$root$3" | sed -n 's/.*interpreter: \(.*\)\]/\1/p')
	[ -n "$place" ] && [ ! -e "$stage$place" ] || return 0
	file=$(cd "$root" && find . -name "${place##*/}" | head -n 1)
	mkdir -p "$stage${place%/*}"
	cp -pL "$root/$file" "$stage$place" || die "--add-program: could not copy $place"
}

# find_program PROGRAM ROOT prints the path of a program below ROOT, or on this machine when ROOT is empty.
find_program() {
	local name=$1 root=$2 program
	if [ -z "$root" ]; then
		program=$(command -v -- "$name") || die "--add-program: there is no program $name"
		[ "${program#/}" != "$program" ] || program=$(realpath -s "$program")
	else
		program=$(cd "$root" && find . -path "*bin/${name##*/}" | sed -n '1s/^\.//p')
		[ -n "$program" ] || die "--add-program: there is no program $name for ${option[arch]}"
	fi
	echo "$program"
}

# libraries_of FILE ROOT prints what has to be there for FILE to run: paths below ROOT, or of this machine
# when ROOT is empty.
libraries_of() {
	local file=$1 root=$2 library
	if [ -z "$root" ]; then
		ldd "$file" 2>/dev/null | grep -o '/[^ ]*'
		return
	fi
	readelf -ld "$file" |
		sed -n 's/.*Shared library: \[\(.*\)\]/\1/p; s/.*interpreter: .*\/\(.*\)\]/\1/p' |
		while read -r library; do (cd "$root" && find . -name "$library" | sed 's/^\.//'); done
}

# guest_config MODULE prints the settings that scripts/guest/init reads. MODULE is the module's place in
# the guest; it is empty when the guest loads none.
guest_config() {
	local module=$1 size
	echo "TRACING=${option[tracing]}"
	[ "${option[kernel]}" = debug ] || echo 'PANIC_ON_OOPS=1'
	[ "${option[arch]}" = x86_64 ] || echo 'output=/dev/ttyS0 verdicts=/dev/ttyS1'
	echo "MODULE=$module"
	echo "MOUNT_OPTIONS='${PROBEFS_MOUNT_OPTIONS:-rw}'"
	if [ -n "${option[shell]}" ]; then
		echo "SHELL_WANTED='${TERM:-linux}'"
		echo "WELCOME='$(welcome)'"
		size=$(stty size 2>/dev/null) && [ "$size" != '0 0' ] && echo "STTY='rows ${size% *} cols ${size#* }'"
	fi
}

# welcome prints what the shell says first: where probefs is, and how to leave.
welcome() {
	local place=/sys/kernel/tracing
	case ${option[tracing]} in
	mainline) printf 'The tracer of the kernel itself is at %s.' "$place" ;;
	probefs) printf 'probefs is mounted at %s.' "$place" ;;
	both) printf 'probefs is mounted at /probefs, the tracer of the kernel itself at %s.' "$place" ;;
	esac
	printf ' "exit" ends the guest.'
}

# command_text WORD... prints the command as a script. One word is a line of shell; several are the words
# of a command.
command_text() {
	if [ $# = 1 ]; then
		printf '%s\n' "$1"
	else
		printf 'exec'
		printf " '%s'" "${@//\'/\'\\\'\'}"
		printf '\n'
	fi
}

#
# The base archive
#

# base_archive prints where the base archive is. It makes the archive when there is none, or when
# something that goes into it is newer.
base_archive() {
	local busybox tools base
	busybox=$(busybox_file)
	tools=$("$top/scripts/build-tools" --arch "${option[arch]}") || return
	base=$cache/vm/base-${option[arch]}.cpio
	is_newer "$base" "$busybox" "$tools"/probefs-* "$top/scripts/probefs-load" \
		"$top/scripts/guest/init" "$top/scripts/guest/files.sh" ||
		make_base "$base" "$busybox" "$tools" || return
	echo "$base"
}

# is_newer FILE OTHER... says whether FILE exists and is newer than each of the others.
is_newer() {
	local file=$1 other
	shift
	for other; do
		[ "$file" -nt "$other" ] || return
	done
}

# make_base BASE BUSYBOX TOOLS makes the base archive. It replaces an old one in one step, for another
# guest may be reading that.
make_base() {
	local base=$1 busybox=$2 tools=$3 stage status
	mkdir -p "$cache/vm"
	stage=$(mktemp -d "$cache/vm/base.XXXXXX") || return
	fill_base "$stage" "$busybox" "$tools" && archive "$stage" > "$base.$$" && mv "$base.$$" "$base"
	status=$?
	rm -rf "$stage"
	return "$status"
}

# busybox_file prints where a busybox for the guest's architecture is.
busybox_file() {
	case ${option[arch]} in
	x86_64) command -v busybox ;;
	*) kernels path busybox ;;
	esac
}

# fill_base STAGE BUSYBOX TOOLS makes the directories and files of every guest. BUSYBOX is a file and
# TOOLS the directory with probefs-run, and with probefs-resolve where there is one.
fill_base() {
	local stage=$1 busybox=$2 tools=$3 dir
	for dir in bin sbin usr/bin usr/sbin etc proc sys dev tmp run mnt root lib lib64 usr/lib \
		   var/log var/tmp vm; do
		mkdir -p "$stage/$dir"
	done
	add_busybox "$stage" "$busybox"
	write_etc "$stage/etc"
	cp "$top/scripts/guest/init" "$stage/init"
	cp "$top/scripts/probefs-load" "$stage/usr/sbin/"
	copy_stripped "$tools/probefs-run" "$stage/usr/sbin/probefs-run" || return
	[ ! -e "$tools/probefs-resolve" ] ||
		copy_stripped "$tools/probefs-resolve" "$stage/usr/sbin/probefs-resolve"
}

# add_busybox STAGE BUSYBOX copies busybox and makes the links by which its programs are called. Those
# of this machine's busybox are taken, for one of another architecture does not run here.
add_busybox() {
	local stage=$1 busybox=$2 program
	cp "$busybox" "$stage/bin/busybox"
	chmod 755 "$stage/bin/busybox"
	"$(command -v busybox)" --list-full | while read -r program; do
		[ "$program" = bin/busybox ] || ln -sf /bin/busybox "$stage/$program"
	done
	ln -sf /bin/busybox "$stage/bin/sh"
	[ -e "$stage/bin/bash" ] || ln -sf /bin/busybox "$stage/bin/bash"
}

# write_etc DIR makes the files of the guest's /etc.
write_etc() {
	ln -s /proc/mounts "$1/mtab"
	cat > "$1/passwd" <<-'PASSWD'
	root:x:0:0:root:/root:/bin/sh
	daemon:x:1:1:daemon:/:/bin/false
	nobody:x:65534:65534:nobody:/:/bin/sh
	PASSWD
	cat > "$1/group" <<-'GROUP'
	root:x:0:
	daemon:x:1:
	users:x:100:
	nogroup:x:65534:
	GROUP
	echo '127.0.0.1 localhost guest' > "$1/hosts"
}
