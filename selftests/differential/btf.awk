# SPDX-License-Identifier: GPL-2.0
#
# may_mean_btf(TEXT): what of the definition TEXT a kernel that reads BTF treats in its own way.
# 2: a name that can only come from there, or a value taken for a string by its type; 1: an argument without a type, which it gives one, or one that
# is but "$argN", which it gives a name; 0: nothing.
function may_mean_btf(text,    word, i, count, most) {
	gsub(/<NL>|<SP>|<TAB>|<CR>/, " ", text)
	sub(/#.*/, "", text)
	count = split(text, word, " ")
	most = 0
	for (i = 3; i <= count; i++) {
		if (word[i] ~ /^([A-Za-z_0-9]*=)?([-+]u?[0-9a-fx]+[(])*[A-Za-z_][A-Za-z_0-9]*((->|[.])[^:)]*)?[)]*(:.*)?$/)
			return 2
		if (word[i] ~ /^[$]arg[*]/ || word[i] ~ /[$]retval->/)
			return 2
		if (word[i] ~ /^([A-Za-z_0-9]*=)?[$](arg[0-9]+|retval):u?string/)
			return 2
		if (word[i] ~ /^[$]arg[0-9]+(:.*)?$/ || word[i] ~ /^([A-Za-z_0-9]*=)?[$](arg[0-9]+|retval[^:]*)$/)
			most = 1
	}
	return most
}
