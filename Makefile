# Dou Dizhu engine service. `make help` lists what there is.
#
# One Makefile, no recursion into folders: sources are found by the folder they lie in, objects go to
# build/MODE/. A target calls make again only to change MODE. `make V=1` shows whole commands.

MODE ?= release
BUILD ?= build
PREFIX ?= /usr/local
PORT ?= 8080
FUZZ_SECONDS ?= 60
OUT := $(BUILD)/$(MODE)

# ---- compiler ------------------------------------------------------------------------------------------

SANITIZE_asan := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZE_tsan := -fsanitize=thread
SANITIZE_fuzz := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
SANITIZE_afl := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZE_cover := --coverage
FLAGS_release := -O2 -g -DNDEBUG
FLAGS_debug := -O0 -g3
FLAGS_asan := -O1 -g -fno-omit-frame-pointer
FLAGS_tsan := -O1 -g -fno-omit-frame-pointer
FLAGS_fuzz := -O1 -g -fno-omit-frame-pointer
FLAGS_afl := -O1 -g -fno-omit-frame-pointer
FLAGS_cover := -O1 -g -DUNCONFINED
ifeq ($(FLAGS_$(MODE)),)
$(error MODE=$(MODE) is none of release debug asan tsan cover fuzz afl)
endif
ifeq ($(MODE),fuzz)
CC := clang
endif
ifeq ($(MODE),afl)
CC := afl-clang-fast
export AFL_QUIET := 1
endif

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Werror
# CFLAGS, CPPFLAGS and LDFLAGS are the caller's.
FLAGS := -std=c11 $(WARN) $(FLAGS_$(MODE)) $(SANITIZE_$(MODE)) -MMD -MP -I. $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(SANITIZE_$(MODE)) $(LDFLAGS)

# core and api are ISO C. What talks to the system may use it, and the tests keep their asserts. -O3 makes
# power, generator and prompts 3 to 10 % faster than -O2.
SPEED_release := -O3
HARDEN_release := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
FLAGS_of_core = $(SPEED_$(MODE))
FLAGS_of_api = $(HARDEN_$(MODE))
FLAGS_of_service = -D_GNU_SOURCE $(HARDEN_$(MODE))
FLAGS_of_tools = -D_GNU_SOURCE -UNDEBUG
FLAGS_of_tests = -D_GNU_SOURCE -UNDEBUG
# Learning is sums of floats in any order.
$(OUT)/tools/train/%.o $(OUT)/tools/bids/%.o $(OUT)/tools/beliefs/%.o: FLAGS_of_tools += $(if $(SPEED_$(MODE)),-O3 -ffast-math -fno-finite-math-only -ffp-contract=fast)
layer_of = $(firstword $(subst /, ,$(1)))

LIBS_api := -ljansson
LIBS_service := -lmicrohttpd -lpthread
LIBS_core := -lm
LIBS := $(LIBS_api) $(LIBS_service) $(LIBS_core)

# ---- sources -------------------------------------------------------------------------------------------

core_src := $(wildcard core/*.c core/*/*.c)
api_src := $(wildcard api/*.c)
service_src := $(filter-out service/main.c,$(wildcard service/*.c))
support_src := $(wildcard tests/support/*.c)
tools_src := $(wildcard tools/ddz-*.c)
arena_src := $(wildcard tools/arena/*.c)
train_src := $(wildcard tools/train/*.c)
bids_src := $(wildcard tools/bids/*.c)
beliefs_src := $(wildcard tools/beliefs/*.c)
unit_src := $(wildcard tests/core/test_*.c tests/api/test_*.c tests/tools/test_*.c)
http_src := $(wildcard tests/service/test_*.c)
fuzz_src := $(wildcard tests/fuzz/fuzz_*.c)
starve_src := $(wildcard tests/starve/test_*.c)
all_src := $(core_src) $(api_src) $(wildcard service/*.c tools/*.c tools/*/*.c tests/*.c tests/*/*.c)
headers := $(wildcard core/*.h core/*/*.h core/*.def core/*/*.def api/*.h service/*.h tools/*/*.h tests/*/*.h)
formatted := $(all_src) $(filter %.h,$(headers))

obj = $(patsubst %.c,$(OUT)/%.o,$(1))
bin = $(patsubst %.c,$(OUT)/%,$(1))
programs := $(if $(wildcard service/main.c),$(OUT)/ddzd) $(patsubst tools/%.c,$(OUT)/%,$(tools_src))
openapi := $(if $(wildcard openapi.yaml),$(OUT)/openapi.o)
layers := $(OUT)/libservice.a $(OUT)/libapi.a $(OUT)/libcore.a $(openapi)

# ---- build ---------------------------------------------------------------------------------------------

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
Q := $(if $(V),,@)
.DEFAULT_GOAL := build
.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: build run test check benches check-http sanitize bench bench-http soak soak-short soak-tsan attack attack-short chaos chaos-short \
        check-deploy check-container newest-mhd strength train fuzz afl fuzz-long lint format check-format check-layers check-openapi check-runner cover install docker clean help packages FORCE

build: $(programs) ## build the service and the tools into build/MODE (MODE=release debug asan tsan)

# Objects depend on how they are compiled: a changed flag compiles them anew.
$(OUT)/flags: FORCE
	@mkdir -p $(@D); echo '$(CC) $(FLAGS)' | cmp -s - $@ || echo '$(CC) $(FLAGS)' > $@

$(OUT)/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	$(Q)$(if $(V),,echo "cc $<";) $(CC) $(FLAGS) $(FLAGS_of_$(call layer_of,$<)) -c $< -o $@

# openapi.yaml as a string, so that the binary needs no file beside it.
$(OUT)/openapi.c: openapi.yaml
	@mkdir -p $(@D)
	@{ echo '#include <stddef.h>'; \
	   echo 'extern const char openapi_yaml[]; extern const size_t openapi_yaml_length;'; \
	   echo 'const char openapi_yaml[] ='; od -An -v -to1 $< | sed 's/ /\\/g; s/.*/"&"/'; \
	   echo '; const size_t openapi_yaml_length = sizeof openapi_yaml - 1;'; } > $@
$(OUT)/openapi.o: $(OUT)/openapi.c $(OUT)/flags
	$(Q)$(CC) $(FLAGS) -c $< -o $@

$(OUT)/libcore.a: $(call obj,$(core_src))
$(OUT)/libapi.a: $(call obj,$(api_src))
$(OUT)/libservice.a: $(call obj,$(service_src))
$(OUT)/libsupport.a: $(call obj,$(support_src))
$(OUT)/libarena.a: $(call obj,$(arena_src) service/mapped.c)
$(OUT)/libtrain.a: $(call obj,$(train_src))
$(OUT)/libbids.a: $(call obj,$(bids_src))
$(OUT)/libbeliefs.a: $(call obj,$(beliefs_src))
$(OUT)/lib%.a:
	@mkdir -p $(@D); rm -f $@
	$(Q)$(AR) rcs $@ $^

$(OUT)/ddzd: $(OUT)/service/main.o $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
$(OUT)/ddz-%: $(OUT)/tools/ddz-%.o $(OUT)/libbids.a $(OUT)/libbeliefs.a $(OUT)/libtrain.a $(OUT)/libarena.a $(OUT)/libapi.a $(OUT)/libcore.a
	$(Q)$(LINK) $^ -o $@ $(LIBS_api) -lpthread $(LIBS_core)
$(OUT)/tests/bench/%: $(OUT)/tests/bench/%.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
# A fuzz target replays files, or gets the main of libFuzzer (MODE=fuzz) or of AFL++ (MODE=afl).
$(OUT)/tests/fuzz/%: $(OUT)/tests/fuzz/%.o $(if $(filter fuzz afl,$(MODE)),,$(OUT)/tests/fuzz/replay.o) $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $(if $(filter fuzz afl,$(MODE)),-fsanitize=fuzzer) $^ -o $@ $(LIBS)
$(OUT)/tests/tools/%: $(OUT)/tests/tools/%.o $(OUT)/libbids.a $(OUT)/libbeliefs.a $(OUT)/libtrain.a $(OUT)/libarena.a $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)
# Programs whose allocations fail when told to.
$(OUT)/tests/starve/%: $(OUT)/tests/starve/%.o $(OUT)/tests/starve/starve.o $(OUT)/tests/starve/judge.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)
$(OUT)/tests/starve/ddzd: $(OUT)/service/main.o $(OUT)/tests/starve/starve.o $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
$(OUT)/tests/%: $(OUT)/tests/%.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)

packages:
	@tools/packages.sh build

run: packages ## install what is missing, build, start the service on PORT and print a line to try
	@$(MAKE) --no-print-directory MODE=release build
	@exec tools/run.sh $(BUILD)/release/ddzd --port $(PORT) $(ARGS)

install: build ## copy the programs to PREFIX/bin, the trained net to PREFIX/share/ddz
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/ddz
	install -m 755 $(programs) $(DESTDIR)$(PREFIX)/bin
	install -m 644 models/ddz.net models/ddz-bids.net models/ddz-belief.net $(DESTDIR)$(PREFIX)/share/ddz

docker: ## build the container image ddzd
	@tools/image.sh ddzd

# ---- tests ---------------------------------------------------------------------------------------------

unit := $(call bin,$(unit_src))
http := $(call bin,$(http_src))
fuzzers := $(call bin,$(fuzz_src))
# Short memory is tried where what it leaves behind is seen.
starved := $(if $(filter asan,$(MODE)),$(call bin,$(starve_src)))
$(starved): | $(OUT)/tests/starve/ddzd
# A service test may start the real program.
$(http) $(OUT)/tests/tools/test_arena $(OUT)/tests/tools/test_beliefs $(OUT)/tests/tools/test_calibrate $(OUT)/tests/tools/test_deviate $(OUT)/tests/tools/test_refusals: | $(programs)
$(OUT)/tests/tools/test_outside: | $(OUT)/tests/tools/forged_player
threaded := $(http) $(OUT)/tests/tools/test_match
corpus = tests/fuzz/corpus/$(patsubst fuzz_%,%,$(notdir $(1)))

test: ## install what is missing, then every test there is: plain, sanitized, layers, format, lint, openapi
	@tools/packages.sh build test lint
	@+MAKE="$(MAKE)" tests/all.sh

check: $(programs) $(unit) $(http) $(starved) $(fuzzers) check-runner ## the tests in one MODE, fuzz corpora replayed
	@tests/run.sh $(unit) $(http) $(starved) $(foreach f,$(fuzzers),"$(f) $(call corpus,$(f))")

check-http: $(programs) $(threaded) ## the tests of what has threads only: the service, the arena
	@tests/run.sh $(threaded)

# A runner that cannot fail proves nothing.
check-runner: $(OUT)/tests/runner_can_fail
	@! tests/run.sh $< > $(OUT)/runner_can_fail.log 2>&1 || { echo "the runner cannot fail" >&2; exit 1; }
	@echo "the runner reports a failing test as a failure (its words: $(OUT)/runner_can_fail.log)"

sanitize: ## all tests under ASan and UBSan, those with threads under TSan
	@$(MAKE) --no-print-directory MODE=asan check
	@$(MAKE) --no-print-directory MODE=tsan check-http

cover: ## line coverage of each layer by the tests
	@mkdir -p $(BUILD)/cover; find $(BUILD)/cover -name '*.gcda' -delete
	@$(MAKE) --no-print-directory MODE=cover check > $(BUILD)/cover.log 2>&1 || { cat $(BUILD)/cover.log; exit 1; }
	@tests/cover.sh $(BUILD)/cover

benches: $(call bin,$(wildcard tests/bench/*.c)) # a bench that no longer compiles is noticed

# `make bench-NAME` runs one alone; http and solve only so, they take their time.
bench: $(call bin,$(filter-out %_http.c %_solve.c,$(wildcard tests/bench/bench_*.c))) ## measure the engine
	@set -e; for b in $^; do $$b; done

bench-http: $(programs) $(call bin,$(wildcard tests/bench/bench_http.c tests/bench/http_*.c)) ## measure the service against a bare echo server
	@$(OUT)/tests/bench/bench_http

bench-%: $(OUT)/tests/bench/bench_%
	@$<

chaos: $(programs) $(OUT)/tests/bench/http_load ## kill, restart and freeze instances behind HAProxy and nginx under load
	@tests/chaos.sh $(OUT)
chaos-short: $(programs) $(OUT)/tests/bench/http_load ## the same, once each
	@tests/chaos.sh $(OUT) short

SOAK_SECONDS ?= 1800
OVERLOAD_SECONDS ?= 14
soakers := $(OUT)/tests/soak/soak $(OUT)/tests/soak/overload
soak: $(programs) $(soakers) ## half an hour of a day's mixed load, then four times what the service can do
	@$(OUT)/tests/soak/soak $(SOAK_SECONDS)
	@$(OUT)/tests/soak/overload $(OVERLOAD_SECONDS)

soak-tsan: ## two minutes of the same under TSan
	@$(MAKE) --no-print-directory MODE=tsan $(patsubst %,$(BUILD)/tsan/%,ddzd tests/soak/soak)
	@tests/run.sh "$(BUILD)/tsan/tests/soak/soak $(or $(TSAN_SECONDS),120)"

soak-short: ## both in a minute or two; what depends on the machine's speed is printed, not judged
	@$(MAKE) --no-print-directory MODE=release SOAK_SECONDS=20 OVERLOAD_SECONDS=2 soak
	@$(MAKE) --no-print-directory TSAN_SECONDS=10 soak-tsan

# The service under ASan where speed is not the question.
MUTATIONS ?= 100000
ATTACK_SECONDS ?= 60
ATTACK_P99_MS ?= 50
attack: ## slow clients, 1,000 at a time, and 100,000 random mutations of valid requests
	@tools/packages.sh build attack
	@$(MAKE) --no-print-directory MODE=asan $(patsubst %,$(BUILD)/asan/%,ddzd tests/attack/mutate)
	@$(MAKE) --no-print-directory MODE=release $(patsubst %,$(BUILD)/release/%,ddzd tests/attack/steady)
	@$(BUILD)/asan/tests/attack/mutate $(MUTATIONS)
	@tests/attack/slow.sh $(BUILD)/release $(ATTACK_SECONDS) $(ATTACK_P99_MS)

attack-short: ## the same in a minute; times are printed, not judged
	@$(MAKE) --no-print-directory MUTATIONS=5000 ATTACK_SECONDS=10 ATTACK_P99_MS= attack

check-container: ## as root on a Debian: build the image without a Docker engine, ask its container; 5 minutes, 1 GB
	@tests/container.sh

newest-mhd: ## the service's tests with the newest libmicrohttpd of Debian's development suite, built from source
	@BUILD=$(BUILD) tests/newest_mhd.sh

check-deploy: $(programs) $(OUT)/tests/bench/http_load ## read deploy/ with the programs it is for, and against the service
	@tests/deploy.sh $(OUT)

fuzz: ## fuzz each target for FUZZ_SECONDS (FUZZ=name for one)
	@tools/packages.sh build fuzz
	@$(MAKE) --no-print-directory MODE=fuzz $(patsubst %.c,$(BUILD)/fuzz/%,$(fuzz_src))
	@set -e; for f in $(or $(FUZZ),$(patsubst tests/fuzz/fuzz_%.c,%,$(fuzz_src))); do \
	  mkdir -p $(BUILD)/fuzz/found/$$f; echo "fuzzing $$f for $(FUZZ_SECONDS) s"; \
	  $(BUILD)/fuzz/tests/fuzz/fuzz_$$f -max_total_time=$(FUZZ_SECONDS) -timeout=10 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/fuzz/found/$$f- $(BUILD)/fuzz/found/$$f tests/fuzz/corpus/$$f; done

# AFL++ on everything that can come over a connection. What it found before is where it goes on.
afl: ## fuzz the whole HTTP input with AFL++ for FUZZ_SECONDS
	@tools/packages.sh build fuzz afl
	@$(MAKE) --no-print-directory MODE=afl $(BUILD)/afl/tests/fuzz/fuzz_http
	@tests/fuzz/afl.sh $(BUILD)/afl/tests/fuzz/fuzz_http tests/fuzz/corpus/http $(BUILD)/afl/found $(FUZZ_SECONDS)

fuzz-long: ## an hour: libFuzzer on the api, the cards and the HTTP input, AFL++ on the HTTP input
	@$(MAKE) --no-print-directory FUZZ='api http cards' FUZZ_SECONDS=900 fuzz
	@$(MAKE) --no-print-directory FUZZ_SECONDS=900 afl

# The table of the README; FIELD names other players, DEALS and SLOW_DEALS how many deals.
FIELD ?= random prompt rules net search:ms=2
DEALS ?= 10000
SLOW_DEALS ?= 1000
strength: $(OUT)/ddz-arena ## play the engines against each other: the table of the README, some minutes
	@$< --all $(FIELD) --deals $(DEALS) --slow-deals $(SLOW_DEALS)

# A demonstration; docs/training.md has the recipe of the weights in models/.
train: $(OUT)/ddz-train ## teach fresh nets for two minutes; they, a log and a plot go to build/train
	@tools/packages.sh plot; mkdir -p $(BUILD)/train
	$(OUT)/ddz-train --minutes 2 --save 30 --out $(BUILD)/train/weights.ddz --log $(BUILD)/train/log.tsv $(ARGS)
	@tools/train/plot.gp $(BUILD)/train/log.tsv $(BUILD)/train/log.png && echo "plot: $(BUILD)/train/log.png"

# ---- what reads the sources ----------------------------------------------------------------------------

check-layers: $(layers) ## core knows nothing above it, api no server, service no game
	@tests/check_layers.sh --self-test
	@tests/check_layers.sh . $(OUT)

format: ## lay the sources out with clang-format
	clang-format -i $(formatted)

check-format:
	@clang-format --dry-run -Werror $(formatted) && echo "format: $(words $(formatted)) files are laid out"

TIDY := $(patsubst %.c,$(BUILD)/lint/%.tidy,$(core_src) $(api_src) $(wildcard service/*.c) $(tools_src) $(arena_src))
lint: $(TIDY) $(BUILD)/lint/cppcheck ## clang-tidy and cppcheck
	@echo "lint: clang-tidy and cppcheck have nothing to say about $(words $(TIDY)) files"

$(BUILD)/lint/%.tidy: %.c .clang-tidy $(headers)
	@mkdir -p $(@D); echo "clang-tidy $<"
	@clang-tidy --quiet $< -- -std=c11 $(filter-out -Werror,$(WARN)) -I. $(filter -D%,$(FLAGS_of_$(call layer_of,$<))) > $@.log 2>&1 \
	  && touch $@ || { cat $@.log; exit 1; }

$(BUILD)/lint/cppcheck: $(all_src) $(headers) tests/cppcheck.txt
	@mkdir -p $(@D); echo "cppcheck"
	@cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr --error-exitcode=1 \
	  --max-configs=1 	  --suppressions-list=tests/cppcheck.txt -I. -j2 $(wildcard core api service tools) && touch $@

check-openapi: openapi.yaml ## lint openapi.yaml with redocly and spectral
	@tests/openapi_lint.sh $<

clean: ## remove everything built
	rm -rf $(BUILD)

help: ## this page
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)
