# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the head of a suite states, and which files a suite depends on. Sourced by selftests/run,
# scripts/check-matrix and the suites that run in parts; $top is the top of the tree.
#
# The head of a suite in selftests/suites/ is its comment up to the first empty line after it:
#
#	# kernels: LANE...		the kernels that the suite can run on, as scripts/check-matrix --list names them
#	# kernels: all [but LANE...]	all kernels (the default), or all except these
#	# kernels: none			the suite does not depend on the kernel under test
#	# lanes: LANE...		the lanes that run the suite, in the same form; without it, all kernels that it can run on
#	# runs: check			plain "make check" runs the whole suite (the default)
#	# runs: part			plain "make check" runs a part, "make check-all" the rest
#	# runs: all			only "make check-all" and the lanes run it
#	# begins first			it takes long, so the runner starts it before the others
#
# selftests/inputs.txt lists the files that a suite, or one of its parts, depends on.

inputs_table=${PROBEFS_INPUTS:-$top/selftests/inputs.txt}

# head_of FIELD SUITE_FILE: the text of the field; nothing when the head does not have it
head_of() { sed -n -e '/^$/q' -e "s/^# $1: *//p" "$2"; }

# lane: the name of the lane of $KERNEL and $ARCH
lane() {
	if [ "${ARCH:-x86_64}" = x86_64 ]; then echo "${KERNEL:-6.1}"; else echo "${KERNEL:-6.1}-$ARCH"; fi
}

# default_lane: the lane of "make check"
default_lane=6.1

# has_word WORD WORDS
has_word() { case " $2 " in *" $1 "*) ;; *) return 1 ;; esac; }

# among LANE WORDS: whether the words of a head include the lane
among() {
	case $2 in
	'' | all) ;;
	'all but '*) ! has_word "$1" "${2#all but }" ;;
	*) has_word "$1" "$2" ;;
	esac
}

# suite_runs_on LANE SUITE_FILE: whether the suite can run there
suite_runs_on() {
	local kernels
	kernels=$(head_of kernels "$2")
	[ "$kernels" = none ] || among "$1" "$kernels"
}

# lane_has LANE SUITE_FILE: whether that lane runs the suite. A suite that needs no kernel runs in the default lane.
lane_has() {
	if [ "$(head_of kernels "$2")" = none ]; then
		[ "$1" = "$default_lane" ]
	else
		suite_runs_on "$1" "$2" && among "$1" "$(head_of lanes "$2")"
	fi
}

# suite_level SUITE_FILE: check, part or all
suite_level() {
	local level
	level=$(head_of runs "$1")
	echo "${level:-check}"
}

# suites_of LANE DIR: the files of the suites that can run there, in order
suites_of() {
	local file
	for file in "$2"/[0-9]*; do
		[ ! -e "$file" ] || ! suite_runs_on "$1" "$file" || echo "$file"
	done
}

# lane_suites LANE DIR: the files of the suites that the lane runs. The default lane leaves out those that plain
# "make check" runs whole.
lane_suites() {
	local file
	suites_of "$1" "$2" | while IFS= read -r file; do
		lane_has "$1" "$file" || continue
		[ "$1" = "$default_lane" ] && [ "$(suite_level "$file")" = check ] || echo "$file"
	done
}

# inputs_of UNIT: the prefixes of the paths that the unit depends on. A unit is a suite, or SUITE/PART. The rows that
# begin with @ are sets of prefixes. Without a row of its own, a unit depends on everything.
inputs_of() {
	awk -v unit="$1" '
		/^#/ || !NF { next }
		{ name = $1; sub(/:$/, "", name); $1 = ""; rows[name] = rows[name] $0 }
		function expand(words,   n, i, word) {
			n = split(words, word, " ")
			for (i = 1; i <= n; i++)
				if (word[i] ~ /^@/) expand(rows[word[i]])
				else print word[i]
		}
		END {
			if (!(unit in rows)) { print "."; exit }
			print "selftests/suites/" (unit ~ /\// ? substr(unit, 1, index(unit, "/") - 1) : unit)
			expand(rows["@harness"] rows[unit])
		}' "$inputs_table"
}

# units: all units that have a row
units() { sed -n 's/^\([0-9][^ :]*\):.*/\1/p' "$inputs_table"; }

# sums_of_tree: "SUM  PATH" of every file of the tree
sums_of_tree() {
	(cd "$top" && find . -path ./.git -prune -o -path ./.cache -prune -o -path ./selftests/logs -prune -o \
		-type f -print0 | sort -z | xargs -0 sha1sum | sed 's|  \./|  |')
}

# matching_inputs PREFIXES_FILE: the lines of standard input ("SUM  PATH") whose path begins with one of the prefixes;
# all lines for the prefix "."
matching_inputs() {
	awk 'NR == FNR { prefix[n++] = $0; next }
		{ for (i = 0; i < n; i++) if (prefix[i] == "." || index($2, prefix[i]) == 1) { print; next } }' "$1" -
}

# inputs_sum UNIT SUMS_FILE: one sum over all inputs of the unit
inputs_sum() { matching_inputs <(inputs_of "$1") < "$2" | sha1sum | cut -d' ' -f1; }

# stamp_of UNIT: the file that holds the sum of the inputs with which the unit passed last, and its number of results
stamp_of() {
	local options=${PROBEFS_MOUNT_OPTIONS-}
	echo "$logs/passed/${1//\//+}@$(lane)@${PROBEFS_LEVEL:-all}${options:+@${options//\//+}}"
}

# unit_stands UNIT: succeeds, and prints the number of results, when the unit passed before with the inputs of today.
# PROBEFS_SUMS names the sums of the tree; without it nothing stands.
unit_stands() {
	local sum results
	[ -n "${PROBEFS_SUMS-}" ] && [ -e "$(stamp_of "$1")" ] || return
	read -r sum results < "$(stamp_of "$1")"
	[ "$sum" = "$(inputs_sum "$1" "$PROBEFS_SUMS")" ] && echo "$results"
}

# unit_passed UNIT RESULTS: all RESULTS results of the unit are passes or skips
unit_passed() {
	[ -n "${PROBEFS_SUMS-}" ] || return 0
	mkdir -p "$logs/passed"
	echo "$(inputs_sum "$1" "$PROBEFS_SUMS") $2" > "$(stamp_of "$1")"
}

# depends_on_one UNIT PATHS_FILE: whether the unit, or a part of it, depends on one of the paths
depends_on_one() {
	local unit
	for unit in "$1" $(units | grep "^$1/"); do
		[ -z "$(sed 's/^/- /' "$2" | matching_inputs <(inputs_of "$unit"))" ] || return 0
	done
	return 1
}
