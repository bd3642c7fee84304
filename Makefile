# SPDX-License-Identifier: GPL-2.0
#
# Targets for people. What the module is made of is in Kbuild.

KERNEL ?= 6.1
ARCH ?= x86_64
override ARCH := $(ARCH:x86=x86_64)

# What the kernel's own build is told on top: CONFIG_PROBEFS_FILTER=n and the like.
config := $(foreach v,$(filter CONFIG_PROBEFS%,$(.VARIABLES)),$(v)=$($(v)))

V ?= 0
ifeq ($(V),0)
Q := @
endif

which := $(if $(KDIR),--kdir $(KDIR),--kernel $(KERNEL) --arch $(ARCH))
build := $(Q)scripts/build $(which) $(if $(CI)$(WERROR),--werror)
words := $(if $(filter-out 0,$(V)),V=$(V)) $(if $(C),C=$(C)) $(config)
vm := scripts/vm --kernel $(KERNEL) --arch $(ARCH)

.PHONY: help
help:
	@echo 'probefs: a file system whose every mount is a private dynamic event tracer'
	@echo
	@echo '  make modules    build probefs.ko'
	@echo '  make run        boot a guest, trace a workload in the guest, print the trace'
	@echo '  make shell      open a shell in a guest that has probefs mounted at /sys/kernel/tracing, and trace-cmd'
	@echo '  make check      run the tests that every change has to pass; the last line has the counts'
	@echo '  make check-all  run every test that can run on KERNEL'
	@echo '  make test T=WHAT    run one test: events/trigger.tc, a folder of selftests/test.d, or a suite'
	@echo '  make check-matrix   run the tests in guests on every kernel of scripts/kernels.list'
	@echo '  make check-backends  run the tests of hits in guests under backend=kprobe and under backend=ftrace'
	@echo '  make check-debug    run the tests in guests on a kernel that looks for mistakes, which is built first'
	@echo '  make check-everywhere  probe every function of KERNEL, for hours; a second run goes on where the first ended'
	@echo '  make selftest   run the kernel'"'"'s own ftrace tests in a guest, and print a table: SUITE=7.2 TESTS="kprobe event"'
	@echo '  make bench      measure what a hit costs, in probefs and in mainline: see Documentation/performance.md'
	@echo '  make soak       write and read in all ways for 10 minutes (MINUTES=N), and account for every record'
	@echo '  make install    build and install for the running kernel (as root); make uninstall removes the files'
	@echo '  make clean      remove what was built'
	@echo '  make distclean  remove what was built and the fetched kernels'
	@echo
	@echo '  make dkms           let DKMS build and install the module, for later kernels too (as root)'
	@echo '  make deb            build the Debian packages probefs-dkms and probefs, in .cache/deb'
	@echo '  make deps           install the Debian packages that building and testing need'
	@echo '  make sparse         check every source with sparse'
	@echo '  make parser/X.o     build one object'
	@echo '  make check-SUITE    run one suite: $(filter-out all everywhere,$(suites))'
	@echo
	@echo "  PROBES=FILE CMD='COMMAND...'   the definitions and the workload of make run"
	@echo "  OPTIONS='...'   options of make check-everywhere: see selftests/everywhere/run --help"
	@echo '  KERNEL=NAME     use this kernel of scripts/kernels.list (default 6.1); "host" is the running kernel'
	@echo '  KDIR=DIR        build against the kernel headers in DIR'
	@echo '  V=1             show the commands'
	@echo '  CONFIG_PROBEFS_FILTER=n and the like leave parts of the module out: see Kconfig'

.PHONY: deps
deps:
	$(Q)scripts/deps

.PHONY: modules
modules:
	$(build) $(words)

# One object of the module.
.PHONY: FORCE
parser/%.o fetch/%.o kernel/%.o tracefs/%.o: FORCE
	$(build) $(words) $@

.PHONY: sparse
sparse:
	$(build) $(words) C=2

# make run [PROBES=FILE] [CMD='COMMAND...']: CMD reaches the guest's shell as it was typed.
quote = '$(subst ','\'',$(value $1))'

.PHONY: run
run:
	$(Q)KERNEL=$(KERNEL) ARCH=$(ARCH) PROBES=$(call quote,PROBES) CMD=$(call quote,CMD) \
		scripts/run-demo

.PHONY: shell
shell:
	$(Q)$(vm) --shell --tools

# Installing: scripts/install --help says what the variables are.
#   DESTDIR=DIR  PREFIX=DIR  AUTOLOAD=1  MOUNT=DIR  MOUNT_OPTIONS=LIST
PREFIX ?= /usr/local
host := $(if $(filter file,$(origin KERNEL)),host,$(KERNEL))
where := $(if $(KDIR),--kdir '$(KDIR)',--kernel $(host)) --prefix '$(PREFIX)' \
	$(if $(DESTDIR),--destdir '$(DESTDIR)')
at_boot := $(if $(AUTOLOAD),--autoload) $(if $(MOUNT),--mount '$(MOUNT)') \
	$(if $(MOUNT_OPTIONS),--mount-options '$(MOUNT_OPTIONS)')

.PHONY: install
install:
	$(Q)scripts/install $(where) $(at_boot) install -- $(words)

.PHONY: uninstall
uninstall:
	$(Q)scripts/install $(where) uninstall

version = $(shell scripts/version)

.PHONY: dkms
dkms:
	$(Q)scripts/dkms-tree $(DESTDIR)/usr/src/probefs-$(version)
	$(Q)$(if $(DESTDIR),,dkms install probefs/$(version))

.PHONY: deb
deb:
	$(Q)scripts/make-deb

# make check: all suites. make check-build, check-vm ...: selftests/suites/*-build and so on.
suites := $(shell ls selftests/suites | sed -n 's/^[0-9][0-9]*-//p')

# AGAIN=1 also runs the suites that passed before in this tree and whose inputs have not changed since.
.PHONY: check check-all
check:
	$(Q)scripts/deps
	$(Q)KERNEL=$(KERNEL) ARCH=$(ARCH) selftests/run $(if $(AGAIN),--again)

check-all:
	$(Q)scripts/deps
	$(Q)KERNEL=$(KERNEL) ARCH=$(ARCH) selftests/run --all --again

# T=WHAT: see selftests/one --help. CLOCK is the trace clock.
.PHONY: test
test:
	$(Q)KERNEL=$(KERNEL) ARCH=$(ARCH) $(if $(CLOCK),CLOCK=$(CLOCK)) selftests/one $(T)

# KASAN, lockdep, kmemleak and the like, and allocations that fail.
# The CPUs of a guest share a thread of the host here: a test is mostly one program after another, and where each CPU
# has a thread, two guests on two CPUs take twice the time. PROBEFS_VM_THREAD=multi has them run at the same time.
.PHONY: check-debug
check-debug: export PROBEFS_VM_THREAD ?= single
check-debug:
	$(Q)PROBEFS_SUITE_TIMEOUT=14400 KERNEL=debug selftests/run 40
	$(Q)KERNEL=debug selftests/suites/.46-faults

# The ftrace tests of the kernel SUITE; TESTS are folders or files of them, all that concern events if empty.
.PHONY: selftest
selftest:
	$(Q)selftests/ftracetest/kernel-tests --kernel $(KERNEL) --arch $(ARCH) $(if $(SUITE),--suite $(SUITE)) $(TESTS)

# Not the suite of that name, which has a few hundred functions: all. OPTIONS are those of selftests/everywhere/run.
.PHONY: check-everywhere
check-everywhere:
	$(Q)selftests/everywhere/run --kernel $(KERNEL) --arch $(ARCH) $(OPTIONS)

# What make check does with backend=auto, with each of the others that there are: both run, whatever comes
# out of the first.
backends := kprobe $(if $(filter arm64 bare,$(ARCH) $(KERNEL)),,ftrace)
.PHONY: check-backends
check-backends:
	$(Q)status=0; for backend in $(backends); do echo "backend=$$backend"; \
		KERNEL=$(KERNEL) ARCH=$(ARCH) selftests/run --backend $$backend 40 41 50 60 || status=1; \
	done; exit $$status

# LANES='5.10 6.1-arm64' runs these only.
.PHONY: check-matrix
check-matrix:
	$(Q)scripts/check-matrix $(LANES)

suite_targets := $(addprefix check-,$(filter-out all everywhere,$(suites)))
.PHONY: $(suite_targets)
$(suite_targets): check-%:
	$(Q)KERNEL=$(KERNEL) ARCH=$(ARCH) selftests/run $*

.PHONY: bench
bench: modules
	$(Q)KERNEL=$(KERNEL) selftests/bench/run
	$(Q)KERNEL=$(KERNEL) selftests/bench/reading
	$(Q)KERNEL=$(KERNEL) selftests/bench/speed
	$(Q)selftests/bench/ring-buffer/run

# What many probes take together: minutes, and longer on a busy machine.
.PHONY: bench-batches
bench-batches: modules
	$(Q)KERNEL=$(KERNEL) selftests/bench/batches

# The suite "stress" has 20 seconds of it.
MINUTES ?= 10
.PHONY: soak
soak:
	$(Q)KERNEL=$(KERNEL) ARCH=$(ARCH) selftests/stress/soak $(MINUTES)

.PHONY: clean
clean:
	$(Q)rm -rf .cache/build .cache/tmp .cache/logs selftests/logs

.PHONY: distclean
distclean:
	$(Q)rm -rf .cache selftests/logs
