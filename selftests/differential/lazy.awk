# SPDX-License-Identifier: GPL-2.0
#
# The rt kernel has one more common field, and all that is behind it 8 bytes further on.
function without_lazy(text,    line, i, count, out, at) {
	count = split(text, line, "\n")
	for (i = 1; i < count; i++) {
		if (line[i] ~ /common_preempt_lazy_count/)
			continue
		if (match(line[i], /offset:[0-9]+/)) {
			at = substr(line[i], RSTART + 7, RLENGTH - 7) + 0
			if (at >= 16)
				sub(/offset:[0-9]+/, "offset:" at - 8, line[i])
		}
		out = out line[i] "\n"
	}
	return out
}
