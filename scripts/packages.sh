# SPDX-License-Identifier: GPL-2.0
#
# Debian packages that are downloaded and unpacked, not installed; also those of other suites and
# architectures. For scripts that have $cache, $suite, say and die.

keyring=/usr/share/keyrings/debian-archive-keyring.gpg

system_suite() { sed -n 's/^VERSION_CODENAME=//p' /etc/os-release; }

system_source() {
	cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | awk '
		/^deb / && uri == "" && $0 ~ /main/ {
			for (i = 2; i <= NF; i++)
				if ($i ~ /:\/\//) { uri = $i; break }
		}
		/^URIs:/ && uri == "" { uri = $2 }
		END { print uri }'
}

# suites: $suite and what it is built upon; experimental has but what is not in sid
suites() { if [ "$suite" = experimental ]; then echo sid; fi; echo "$suite"; }

# sources OPTIONS: a line of sources.list for each of them
sources() { suites | sed "s|.*|deb [$1signed-by=$keyring] $(system_source) & main|"; }

# use_apt ARCH: what follows asks for packages of $suite and of ARCH. When that is not what this
# machine runs, apt gets state of its own in the cache, with the mirror of the machine's own
# configuration.
use_apt() {
	unset APT_CONFIG
	if [ "$suite" = "$(system_suite)" ] && [ "$1" = "$(dpkg --print-architecture)" ]; then return; fi
	state=$cache/apt/$suite-$1
	mkdir -p "$state/lists/partial" "$state/archives/partial" "$state/parts"
	uri=$(system_source)
	[ -n "$uri" ] || die "no Debian mirror in this machine's apt configuration"
	sources "arch=$1 " > "$state/sources.list"
	: > "$state/status"
	cat > "$state/apt.conf" <<CONF
Dir::Etc::SourceList "$state/sources.list";
Dir::Etc::SourceParts "$state/parts";
Dir::State "$state";
Dir::State::Lists "$state/lists";
Dir::State::Status "$state/status";
Dir::Cache "$state";
APT::Architecture "$1";
APT::Architectures { "$1"; };
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
CONF
	export APT_CONFIG="$state/apt.conf"
	ls "$state"/lists/*_Packages* >/dev/null 2>&1 || read_lists
}

read_lists() {
	say "reading the package lists of $suite"
	if flock "$state/lock" apt-get -q -o APT::Sandbox::User=root --error-on=any update > "$state/update.log" 2>&1; then return; fi
	rm -f "$state"/lists/*_*
	sed 's/^/    /' "$state/update.log" >&2
	if grep -q 'does not have a Release file' "$state/update.log"; then
		say "the mirror has no suite $suite (any more)"
		exit 4
	fi
	die "could not read the package lists of $suite"
}

# refresh_lists: what the lists name may be gone from the mirror.
refresh_lists() {
	if [ -n "${APT_CONFIG:-}" ]; then
		read_lists
		return
	fi
	say 'refreshing the package lists'
	if [ "$(id -u)" = 0 ]; then
		apt-get -q update >&2
	else
		sudo apt-get -q update >&2
	fi
}

# download PACKAGE...: into the current directory
download() {
	say "downloading $*"
	apt-get -q -o APT::Sandbox::User=root download "$@" >&2
}

# depends_of PACKAGE: the packages that it depends on, one a line; of alternatives, all
depends_of() {
	apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n 's/^Depends: //p' |
		tr ',|' '\n\n' | sed 's/^ *//; s/ .*//; s/:.*//'
}

# with_depends PACKAGE...: these and what they depend on, before they are unpacked or later, one a line; of
# alternatives, all. What has no package of its name, in angle brackets there, others provide.
with_depends() {
	apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances "$@" |
		sed -n 's/^\([a-z0-9][^:]*\).*/\1/p' | sort -u
}

# unpack_programs DIR ARCH PACKAGE...: makes DIR of these packages of $suite, for that architecture of
# Debian, and of what they depend on. The file .complete there names the packages, and says what kinds of
# dependencies were followed; a DIR that has them already stays as it is.
unpack_programs() {
	unpacked=$1 unpacked_arch=$2
	shift 2
	wanted="$* and their Pre-Depends, Depends"
	[ "$(cat "$unpacked/.complete" 2>/dev/null)" != "$wanted" ] || return 0
	mkdir -p "${unpacked%/*}"
	(
		exec 8> "$unpacked.lock"
		flock 8
		[ "$(cat "$unpacked/.complete" 2>/dev/null)" != "$wanted" ] || exit 0
		rm -rf "$unpacked" "$unpacked.new"
		mkdir -p "$unpacked.new"
		cd "$unpacked.new" || exit
		use_apt "$unpacked_arch"
		# shellcheck disable=SC2046
		download $(with_depends "$@") || { refresh_lists && download $(with_depends "$@"); } || exit
		for deb in *.deb; do
			dpkg-deb -x "$deb" .
		done
		rm -f ./*.deb
		echo "$wanted" > .complete
		mv "$unpacked.new" "$unpacked"
	)
}
