# Dou Dizhu engine service. `make help` lists what there is.
MODE ?= release
BUILD ?= build
OUT := $(BUILD)/$(MODE)

CC ?= cc
CFLAGS_release := -O2 -g -DNDEBUG
CFLAGS_debug := -O0 -g3
CFLAGS_asan := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
CFLAGS_tsan := -O1 -g -fno-omit-frame-pointer -fsanitize=thread
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Werror
CFLAGS += -std=c11 $(WARN) $(CFLAGS_$(MODE)) -MMD -MP -I.
LDFLAGS += $(filter -fsanitize%,$(CFLAGS_$(MODE)))
LIBS_core := -lm
LIBS_api := -ljansson
LIBS_service := -lmicrohttpd -lpthread

# Every .c of a layer belongs to it; a main is a file named main.c or ddz-*.c.
core_src := $(wildcard core/*.c core/*/*.c)
api_src := $(wildcard api/*.c)
service_src := $(filter-out service/main.c,$(wildcard service/*.c))
support_src := $(wildcard tests/support/*.c)
tests_core := $(wildcard tests/core/test_*.c)
tests_api := $(wildcard tests/api/test_*.c)
tests_service := $(wildcard tests/service/test_*.c)
bench_src := $(wildcard tests/bench/*.c)
tools_src := $(wildcard tools/*.c)

obj = $(patsubst %.c,$(OUT)/%.o,$(1))
bin = $(patsubst %.c,$(OUT)/%,$(1))

.DEFAULT_GOAL := build
.PHONY: build test help clean
.SECONDARY:

build: $(if $(wildcard service/main.c),$(OUT)/ddzd) $(patsubst tools/%.c,$(OUT)/%,$(tools_src)) ## build the service and the tools

$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

$(OUT)/libcore.a: $(call obj,$(core_src))
	@rm -f $@
	$(AR) rcs $@ $^
$(OUT)/libapi.a: $(call obj,$(api_src))
	@rm -f $@
	$(AR) rcs $@ $^
$(OUT)/libservice.a: $(call obj,$(service_src))
	@rm -f $@
	$(AR) rcs $@ $^
$(OUT)/libsupport.a: $(call obj,$(support_src))
	@rm -f $@
	$(AR) rcs $@ $^

$(OUT)/ddzd: $(OUT)/service/main.o $(OUT)/libservice.a $(OUT)/libapi.a $(OUT)/libcore.a
	$(CC) $(LDFLAGS) $^ -o $@ $(LIBS_api) $(LIBS_service) $(LIBS_core)

$(OUT)/ddz-%: $(OUT)/tools/ddz-%.o $(OUT)/libapi.a $(OUT)/libcore.a
	$(CC) $(LDFLAGS) $^ -o $@ $(LIBS_api) $(LIBS_core)

$(OUT)/tests/%: $(OUT)/tests/%.o $(OUT)/libsupport.a $(OUT)/libservice.a $(OUT)/libapi.a $(OUT)/libcore.a
	$(CC) $(LDFLAGS) $^ -o $@ -lcmocka $(LIBS_api) $(LIBS_service) $(LIBS_core)

tests_all := $(call bin,$(tests_core) $(tests_api) $(tests_service))

test: build $(tests_all) ## build, then run every test
	@set -e; for t in $(tests_all); do echo "== $$t"; $$t; done

help: ## this page
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

clean: ## remove everything built
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
