# SPDX-License-Identifier: GPL-2.0
#
# What this kernel has: each probe/NAME.c is compiled against its headers, with its compiler and
# options. When that works, compat/have.h says "#define COMPAT_HAVE_NAME 1". Files of compat/ include
# it; nothing else does. probe/sanity.c has to compile everywhere: when it does not, it is the
# build that is broken, and it stops there. What the compiler said of NAME stays in probe/NAME.log.
#
# A probe is compiled again when it, what it includes of compat/event/, the kernel or the compiler changes.

compat-probes := $(sort $(filter-out sanity,$(basename $(notdir $(wildcard $(probefs-src)/kernel/compat/probe/*.c)))))
compat-answers := $(addprefix kernel/compat/probe/,$(addsuffix .answer,sanity $(compat-probes)))

targets += $(compat-answers) kernel/compat/have.h
clean-files += kernel/compat/have.h kernel/compat/probe/*.answer kernel/compat/probe/*.log

# Before 7.0 or so, a call of what no header declares is but a warning.
compat-flags := -Wno-unused -Werror=implicit-function-declaration -Werror=incompatible-pointer-types
compat-flags += -Werror=int-conversion -Werror=return-type

# $(KERNELRELEASE) stands there so that another kernel is another command.
compat_compile = : $(KERNELRELEASE); $(CC) $(c_flags) $(compat-flags) -c -o $(@:.answer=.o) $< \
	2> $(@:.answer=.log)

quiet_cmd_compat_sanity = PROBE   $(basename $(@F))
      cmd_compat_sanity = { $(compat_compile); } && echo yes > $@ || {					\
	cat $(@:.answer=.log) >&2;								\
	echo 'probefs: not even a trivial source compiles against this kernel, see above' >&2;	\
	false; }

quiet_cmd_compat_probe = PROBE   $(basename $(@F))
      cmd_compat_probe = if { $(compat_compile); }; then echo yes; else echo no; fi > $@;		\
	rm -f $(@:.answer=.o)

$(obj)/kernel/compat/probe/sanity.answer: $(src)/kernel/compat/probe/sanity.c FORCE
	$(call if_changed,compat_sanity)

compat-others := $(addprefix $(obj)/kernel/compat/probe/,$(addsuffix .answer,$(compat-probes)))
$(compat-others): $(obj)/kernel/compat/probe/%.answer: $(src)/kernel/compat/probe/%.c \
		$(obj)/kernel/compat/probe/sanity.answer FORCE
	$(call if_changed,compat_probe)

# These compile headers of ours.
compat-event-answers := $(filter $(obj)/kernel/compat/probe/event_functions_%,$(compat-others))
$(compat-event-answers): $(wildcard $(probefs-src)/kernel/compat/event/*.h)

define filechk_compat_have
	echo '/* Made by kernel/compat/Probes.mk; why not: probe/NAME.log */';				\
	for probe in $(compat-probes); do								\
		name=$$(echo $$probe | tr a-z A-Z);							\
		case $$(cat $(obj)/kernel/compat/probe/$$probe.answer) in				\
		yes) echo "#define COMPAT_HAVE_$$name 1" ;;						\
		*) echo "/* COMPAT_HAVE_$$name: no */" ;;						\
		esac;											\
	done
endef

$(obj)/kernel/compat/have.h: $(compat-others) FORCE
	$(call filechk,compat_have)

# Which of them include it the compiler notes at the first build; it has to be there before.
$(addprefix $(obj)/,$(probefs-y)): | $(obj)/kernel/compat/have.h
