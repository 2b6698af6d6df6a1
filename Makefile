# Set-up, then the presets of CMakePresets.json.

# A source file that includes libtorch takes up to 2 GB to compile.
JOBS := $(shell awk -v cores=$$(nproc) '/MemAvailable/ { n = int($$2 / 2e6); \
	print n < 1 ? 1 : n < cores ? n : cores }' /proc/meminfo)
PREFIX = /usr/local
BUILD = cmake --build --preset release --parallel $(JOBS)
CONFIGURE = test -e build/build.ninja || \
	cmake --preset release --log-level=NOTICE

help:
	@echo "make run     ReLU or GELU on make_moons? Trains both over 40 seeds"
	@echo "make test    all tests"
	@echo "make build   everything, into build/"
	@echo "make install library and command, into PREFIX (/usr/local)"
	@echo "make bench   compares speeds, writes docs/performance.md"
	@echo "make bench-lab   times the lab against the same program in Python"

run: setup
	@$(BUILD) --target gelu_cli
	@build/bin/gelu lab moons --seeds 40

test: setup-test
	@$(BUILD)
	@ctest --preset release --no-tests=error

build: setup
	@$(BUILD)

install: setup
	@$(BUILD) --target gelu_static gelu_shared gelu_cli gelu_documents
	@cmake --install build --prefix $(PREFIX)

bench: setup
	@$(BUILD) --target gelu_bench
	@build/bin/gelu_bench docs/performance.md

bench-lab: setup-test
	@$(BUILD) --target gelu_cli
	@/usr/bin/python3 bench/lab.py build/bin/gelu

setup:
	@tools/setup.sh
	@$(CONFIGURE)

setup-test:
	@tools/setup.sh test
	@$(CONFIGURE)

.PHONY: help run test build install bench bench-lab setup setup-test
