# SPDX-License-Identifier: GPL-2.0
#
# Turns what pahole prints of structs into a line for each member:
#
#	STRUCT MEMBER BYTE BIT WIDTH SIZE
#
# BYTE and BIT are where it begins, WIDTH is that of a bitfield or 0, SIZE that of its type. MEMBER is the
# path to it: pahole prints the members of a struct without a tag where the struct is, and its name last.

# declared(TEXT): the name in a declaration of C, or nothing
function declared(text) {
	if (match(text, /\(\**[A-Za-z_0-9]+/))
		text = substr(text, RSTART, RLENGTH)	# a pointer to a function
	gsub(/\[[0-9]*\]/, "", text)
	sub(/.*[^A-Za-z_0-9]/, "", text)
	return text
}

BEGIN { comment = "/\\*( *[0-9]+: *[0-9]+ +[0-9]+| *[0-9]+ +[0-9]+) \\*/$" }
/^(struct|union) [A-Za-z_0-9]+ \{$/ { name = $2; nr = depth = 0; next }
/^\}/ { for (i = 1; i <= nr; i++) print name, path[i], place[i]; next }
/\{$/ { first[++depth] = nr + 1; next }
!match($0, comment) { next }
{
	text = substr($0, 1, RSTART - 1)
	gsub(/__attribute__\(\(.*\)\)|;.*/, "", text)
	sub(/[ \t]+$/, "", text)
	split(substr($0, RSTART), number, /[:\/* ]+/)
	is_bitfield = substr($0, RSTART) ~ /:/
	width = is_bitfield ? text : 0
	sub(/.*:/, "", width)
	if (is_bitfield) sub(/:[0-9]+$/, "", text)

	member = declared(text)
	if (text ~ /^[ \t]*\}/) {
		element = text ~ /\]$/ ? "[0]" : ""
		for (i = first[depth]; member != "" && i <= nr; i++)
			path[i] = member element "." path[i]
		depth--
	}
	if (member != "") {
		path[++nr] = member
		place[nr] = number[2] " " (is_bitfield ? number[3] : 0) " " width " " number[3 + is_bitfield]
	}
}
