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
# Jumps are checked by the processor where it can; a large frame touches each page of the stack.
JUMPS_x86_64 := -fcf-protection
JUMPS_aarch64 := -mbranch-protection=standard
FLAGS_release := -O2 -g -DNDEBUG -fstack-clash-protection $(JUMPS_$(firstword $(subst -, ,$(shell $(CC) -dumpmachine))))
FLAGS_debug := -O0 -g3
FLAGS_asan := -O1 -g1 -fno-omit-frame-pointer
FLAGS_tsan := -O1 -g1 -fno-omit-frame-pointer
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

# For what runs while building: CC itself unless that compiles for another processor.
HOSTCC ?= $(CC)
OBJCOPY ?= objcopy

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Werror
# CFLAGS, CPPFLAGS and LDFLAGS are the caller's.
FLAGS := -std=c11 $(WARN) $(FLAGS_$(MODE)) $(SANITIZE_$(MODE)) -MMD -MP -I. $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(SANITIZE_$(MODE)) -Wl,-z,relro,-z,now $(LDFLAGS)

# core and api are ISO C. What talks to the system may use it, and the tests keep their asserts. -O3 makes
# power, generator and prompts 3 to 10 % faster than -O2. core guards only functions with text on the stack:
# -strong there makes the generator 4 % slower (instructions of bench_moves).
SPEED_release := -O3
HARDEN_release := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
FLAGS_of_core = $(SPEED_$(MODE)) $(if $(HARDEN_$(MODE)),-fstack-protector)
FLAGS_of_api = $(HARDEN_$(MODE))
FLAGS_of_service = -D_GNU_SOURCE $(HARDEN_$(MODE))
FLAGS_of_tools = -D_GNU_SOURCE -UNDEBUG
FLAGS_of_tests = -D_GNU_SOURCE -UNDEBUG
FLAGS_of_lab = $(FLAGS_of_tools)
# Without these, tests of learning take half of a sanitizer's time.
$(OUT)/core/net/net_kernel.o: FLAGS_of_core += $(if $(SANITIZE_$(MODE)),-O2)
layer_of = $(firstword $(subst /, ,$(1)))

FLAGS_of_lib = -D_GNU_SOURCE $(HARDEN_$(MODE))

LIBS_api := -ljansson
LIBS_service := -lmicrohttpd -lpthread
LIBS_core := -lm
LIBS := $(LIBS_api) $(LIBS_service) $(LIBS_core)

# ---- sources -------------------------------------------------------------------------------------------

core_src := $(wildcard core/*.c core/*/*.c)
api_src := $(wildcard api/*.c api/*/*.c)
service_src := $(filter-out service/main.c,$(wildcard service/*.c service/*/*.c))
# Nets for the tests are written as those that are taught.
support_src := $(wildcard tests/support/*.c lab/net/*.c)
tools_src := $(wildcard tools/ddz-*.c)
arena_src := $(wildcard tools/arena/*.c tools/lib/*.c)
botzone_src := $(wildcard tools/botzone/*.c)
# The tools first: they take longest.
unit_src := $(wildcard tests/tools/test_*.c) $(wildcard tests/core/test_*.c tests/api/test_*.c tests/lib/test_*.c)
http_src := $(wildcard tests/service/test_*.c)
fuzz_src := $(wildcard tests/fuzz/fuzz_*.c)
starve_src := $(wildcard tests/starve/test_*.c)
all_src := $(core_src) $(api_src) $(wildcard lib/*.c lib/*/*.c) $(wildcard service/*.c service/*/*.c tools/*.c tools/*/*.c lab/*.c lab/*/*.c tests/*.c tests/*/*.c)
lib_src := $(wildcard lib/*.c)
headers := $(wildcard $(foreach d,core api lib service tools lab tests,$(foreach x,h def,$(d)/*.$(x) $(d)/*/*.$(x))))
formatted := $(all_src) $(filter %.h,$(headers))

obj = $(patsubst %.c,$(OUT)/%.o,$(1))
bin = $(patsubst %.c,$(OUT)/%,$(1))
programs := $(if $(wildcard service/main.c),$(OUT)/ddzd) $(patsubst tools/%.c,$(OUT)/%,$(tools_src))
openapi := $(if $(wildcard openapi.yaml),$(OUT)/openapi.o)
layers := $(OUT)/libservice.a $(OUT)/libhost.a $(OUT)/libapi.a $(OUT)/libcore.a $(openapi) $(OUT)/console.o

# ---- what must be installed ----------------------------------------------------------------------------

# Before anything is built, for the targets that are asked for: groups of tools/packages.sh. What is not
# listed needs what it takes to build; other targets see to it themselves.
needs_clean := none
needs_help := none
needs_help-all := none
needs_test-packages := build test
needs_check-commits := none
needs_check-pages := none
needs_format := lint
needs_check-format := lint
needs_lint := build lint
needs_check-openapi := build node
needs_clients := build node
needs_chaos := build test proxy
needs_chaos-short := build test proxy
needs_check-deploy := build test # it says what it leaves out
tested := check quick check-arm64 check-unit check-served check-programs test-programs newest-mhd check-botzone check-http check-runner sanitize cover soak soak-short soak-tsan bench-http benches attack attack-short lab-test
$(foreach target,$(tested),$(eval needs_$(target) := build test))
ifeq ($(MAKELEVEL),0)
groups := $(sort $(foreach target,$(or $(MAKECMDGOALS),build),$(or $(needs_$(target)),build \
  $(if $(findstring /tests/,$(target)),test))))
ifneq ($(filter-out none,$(groups)),)
$(if $(filter 0,$(shell tools/packages.sh $(filter-out none,$(groups)) >&2; echo $$?)),,$(error packages are missing))
endif
endif

# ---- build ---------------------------------------------------------------------------------------------

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
Q := $(if $(V),,@)
.DEFAULT_GOAL := build
.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: check-watched check-unit check-served check-programs bench-everywhere botzone check-botzone test-programs lib check-lib check-loop wasm npm check-everywhere build run test test-packages go-module check-bundlers check-many check benches check-http sanitize bench bench-http soak soak-short soak-tsan attack attack-short chaos chaos-short \
        check-deploy check-container newest-mhd strength fuzz afl fuzz-long lint format check-format check-layers check-web check-console bench-console site check-site pictures check-openapi clients check-pages check-runner cover install docker clean help packages FORCE

build: $(programs) ## build the service and the tools into build/MODE (MODE=release debug asan tsan)

# Objects depend on how they are compiled: a changed flag compiles them anew.
$(OUT)/flags: FORCE
	@mkdir -p $(@D); echo '$(CC) $(FLAGS)' | cmp -s - $@ || echo '$(CC) $(FLAGS)' > $@

$(OUT)/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	$(Q)$(if $(V),,echo "cc $<";) $(CC) $(FLAGS) $(FLAGS_of_$(call layer_of,$<)) -c $< -o $@

# openapi.yaml as JSON; the converter is for the build alone, so no sanitizer.
$(OUT)/json_of_yaml: tools/json_of_yaml.c
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=c11 $(WARN) -O1 -D_GNU_SOURCE $(CPPFLAGS) $(LDFLAGS) $< -o $@ $(LIBS_api) -lyaml
# The description as it is served. A long example lies in a file of its own, `value: {$ref: 'FILE'}`, and is put in here.
$(OUT)/openapi.yaml: openapi.yaml $(wildcard docs/*.json)
	@mkdir -p $(@D)
	$(Q)awk -F"'" '/^ *value: {\$$ref: / { file = $$2; sub(/{.*/, ""); printf "%s", $$0; \
	  for (n = 0; (getline line < file) > 0; n++) { sub(/^ */, "", line); printf "%s", line } \
	  if (!n) { print file " cannot be read" > "/dev/stderr"; exit 1 } print ""; next } 1' $< > $@
$(OUT)/openapi.json: $(OUT)/openapi.yaml $(OUT)/json_of_yaml
	$(Q)$(OUT)/json_of_yaml < $< > $@

# Both as strings, so that the binary needs no file beside it.
octets = od -An -v -to1 $(1) | sed 's/ /\\/g; s/.*/"&"/'
$(OUT)/openapi.c: $(OUT)/openapi.yaml $(OUT)/openapi.json
	@mkdir -p $(@D)
	@{ echo '#include <stddef.h>'; \
	   for kind in yaml json; do \
	     echo "extern const char openapi_$$kind[]; extern const size_t openapi_$${kind}_length;"; \
	     echo "const char openapi_$$kind[] ="; \
	     if [ $$kind = yaml ]; then $(call octets,$<); else $(call octets,$(OUT)/openapi.json); fi; \
	     echo "; const size_t openapi_$${kind}_length = sizeof openapi_$$kind - 1;"; \
	   done; } > $@
$(OUT)/openapi.o: $(OUT)/openapi.c $(OUT)/flags
	$(Q)$(CC) $(FLAGS) -c $< -o $@

# The files of web/ as C, for the same reason, and openapi.json for the reference: packed it is a fifth as long.
web_files := $(shell find web -type f)
$(OUT)/web/reference.json: $(OUT)/openapi.json tools/web.sh $(web_files)
	$(Q)tools/web.sh web main.js $(@D)
	@cp $< $@
$(OUT)/console.c: tools/console.sh $(OUT)/web/reference.json
	$(Q)tools/console.sh $(OUT)/web $@
$(OUT)/console.o: $(OUT)/console.c $(OUT)/flags
	$(Q)$(CC) $(FLAGS) -c $< -o $@

$(OUT)/libcore.a: $(call obj,$(core_src))
$(OUT)/libapi.a: $(call obj,$(api_src))
$(OUT)/libhost.a: $(call obj,$(lib_src))
$(OUT)/libservice.a: $(call obj,$(service_src))
$(OUT)/libsupport.a: $(call obj,$(support_src))
$(OUT)/libarena.a: $(call obj,$(arena_src))
$(OUT)/libbotzone.a: $(call obj,$(botzone_src))
# Made anew with the list of files, so that none stays in it that has left the folder.
$(OUT)/lib%.a: Makefile
	@mkdir -p $(@D); rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(OUT)/ddzd: $(OUT)/service/main.o $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
$(OUT)/ddz-%: $(OUT)/tools/ddz-%.o $(OUT)/libbotzone.a $(OUT)/libarena.a $(OUT)/libhost.a $(OUT)/libapi.a $(OUT)/libcore.a
	$(Q)$(LINK) $^ -o $@ $(LIBS_api) -lpthread $(LIBS_core)
# The same as one file for Botzone: nets built in, nothing to be found beside it.
botzone_nets := models/ddz.net models/ddz-bids.net models/ddz-belief.net
$(OUT)/botzone/nets.c: tools/nets.sh $(botzone_nets)
	@mkdir -p $(@D)
	$(Q)tools/nets.sh $(botzone_nets) $@
$(OUT)/botzone/nets.o: $(OUT)/botzone/nets.c $(OUT)/flags
	$(Q)$(CC) $(FLAGS) -c $< -o $@
$(OUT)/botzone/ddz-botzone: $(OUT)/tools/ddz-botzone.o $(OUT)/botzone/nets.o $(OUT)/libbotzone.a $(OUT)/libarena.a $(OUT)/libhost.a $(OUT)/libapi.a $(OUT)/libcore.a
	$(Q)$(LINK) $(if $(SANITIZE_$(MODE)),,-static) $^ -o $@ $(LIBS_api) -lpthread $(LIBS_core)
botzone: $(OUT)/botzone/ddz-botzone ## the bot for Botzone as one file, its nets in it: build/MODE/botzone/ddz-botzone
	@ls -l $< | awk '{ print $$NF ": " $$5 " bytes" }'
BOTZONE_GAMES ?= 1000
check-botzone: botzone $(OUT)/tests/tools/test_botzone ## BOTZONE_GAMES games (1000) of it at a referee's table; demands 0.9 s a move and 200 MB
	@DDZ_BOTZONE=botzone/ddz-botzone DDZ_GAMES=$(BOTZONE_GAMES) DDZ_STRICT=1 $(OUT)/tests/tools/test_botzone
$(OUT)/tests/bench/%: $(OUT)/tests/bench/%.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
# A fuzz target replays files, or gets the main of libFuzzer (MODE=fuzz) or of AFL++ (MODE=afl).
$(OUT)/tests/fuzz/%: $(OUT)/tests/fuzz/%.o $(if $(filter fuzz afl,$(MODE)),,$(OUT)/tests/fuzz/replay.o) $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $(if $(filter fuzz afl,$(MODE)),-fsanitize=fuzzer) $^ -o $@ $(LIBS)
$(OUT)/tests/tools/%: $(OUT)/tests/tools/%.o $(OUT)/libbotzone.a $(OUT)/libarena.a $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)
# Programs whose allocations fail when told to.
$(OUT)/tests/starve/%: $(OUT)/tests/starve/%.o $(OUT)/tests/starve/starve.o $(OUT)/tests/starve/judge.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)
# libddz as its sources: the same code in every MODE.
$(OUT)/tests/lib/%: $(OUT)/tests/lib/%.o $(call obj,$(lib_src)) $(OUT)/libapi.a $(OUT)/libcore.a
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS_api) -lpthread $(LIBS_core)
$(OUT)/tests/starve/ddzd: $(OUT)/service/main.o $(OUT)/tests/starve/starve.o $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
$(OUT)/tests/api/test_interface: $(OUT)/openapi.o
$(OUT)/tests/api/test_openapi: | $(OUT)/json_of_yaml
$(OUT)/tests/%: $(OUT)/tests/%.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)

$(OUT)/tests/everywhere/%: $(OUT)/tests/everywhere/%.o $(call obj,$(lib_src)) $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)

# libddz: core, api and lib as position-independent code; only the symbols of lib/ddz.abi can be seen.
ABI := 0
lib_obj = $(patsubst %.c,$(OUT)/pic/%.o,$(core_src) $(api_src) $(lib_src))
$(OUT)/pic/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) -fPIC $(FLAGS_of_$(call layer_of,$<)) -c $< -o $@
$(OUT)/libddz.map: lib/ddz.abi
	@mkdir -p $(@D); { echo 'DDZ_$(ABI) { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
$(OUT)/libddz.so.$(ABI): $(lib_obj) $(OUT)/libddz.map
	$(Q)$(LINK) -shared -Wl,-soname,$(@F) -Wl,--version-script=$(OUT)/libddz.map -Wl,-z,defs $(lib_obj) -o $@ $(LIBS_api) $(LIBS_core)
$(OUT)/libddz.so: $(OUT)/libddz.so.$(ABI)
	@ln -sf $(<F) $@
$(OUT)/libddz.a: $(lib_obj) lib/ddz.abi
	$(Q)$(CC) -r -nostdlib $(lib_obj) -o $(OUT)/pic/libddz.o && $(OBJCOPY) --keep-global-symbols=lib/ddz.abi $(OUT)/pic/libddz.o
	@rm -f $@; $(AR) rcs $@ $(OUT)/pic/libddz.o
lib: $(OUT)/libddz.so $(OUT)/libddz.a ## libddz, the engine in your process: shared and static
check-lib: $(OUT)/libddz.so $(OUT)/libddz.a ## its symbols, its examples, threads, failures
	@tests/lib/check.sh $(OUT)

check-watched: $(OUT)/tests/lib/every_route ## libddz asked every kind of question under valgrind and MemorySanitizer
	@tools/packages.sh watch
	@tests/lib/watched.sh $(OUT) $(WASM_SUITE)

# The same as a WebAssembly module, with jansson from the source package of Debian.
WASM_SUITE ?= bookworm
WASM_CC ?= clang --target=wasm32-wasi
WASM_FLAGS := -std=c11 -O3 -DNDEBUG -msimd128 -ffp-contract=off -I. -Ilib/wasm -D_GNU_SOURCE -DHAVE_CONFIG_H
wasm: ## the engine as an ES module for browsers and Node: build/wasm/
	@tools/packages.sh wasm
	@tools/debian_source.sh jansson $(WASM_SUITE) $(BUILD)/jansson
	@$(MAKE) --no-print-directory $(BUILD)/wasm/package/ddz.wasm
npm: wasm ## the npm packages: build/npm-packages/ddz-engine-VERSION.tgz and ddz-client-VERSION.tgz
	@tools/packages.sh node
	@rm -rf $(BUILD)/npm-packages; mkdir -p $(BUILD)/npm-packages/client
	@cp $(wildcard clients/js/*.*) $(OUT)/types.d.ts LICENSE $(BUILD)/npm-packages/client/
	@cd $(BUILD)/npm-packages && npm pack --silent ../wasm/package ./client
MANY ?= 100000
check-many: $(OUT)/ddzd ## 100,000 questions at the same time through one client of JavaScript, and of Go with its race detector
	@tools/packages.sh node go
	@tests/everywhere/many.sh $(OUT) $(MANY)
check-bundlers: npm ## the npm engine from esbuild, Rollup, Vite and webpack plays a game in Chromium; workers in Node
	@tests/bundlers/check.sh
site: wasm $(OUT)/openapi.json ## the console as static files that need no service: build/site/
	@tools/site.sh $(OUT)/openapi.json $(BUILD)/wasm/package $(BUILD)/site
	@echo "$(BUILD)/site: for any file server, under any path"
check-loop: $(OUT)/ddzd ## the loops of docs/worked-game.md, and a client made from openapi.yaml, play games
	@tools/packages.sh python json
	@tests/loop/check.sh $(OUT) $(GAMES)

check-everywhere: $(OUT)/ddzd $(OUT)/libddz.so wasm ## random questions: every door gives the same answers
	@tools/packages.sh node python go
	@tests/everywhere/check.sh $(OUT) $(QUESTIONS)
wasm_src := $(core_src) $(api_src) $(lib_src) lib/wasm/ddz_wasm.c
$(BUILD)/wasm/%.o: %.c $(headers)
	@mkdir -p $(@D)
	$(Q)$(if $(V),,echo "wasm $<";) $(WASM_CC) $(WASM_FLAGS) -I$(BUILD)/jansson/tree/src -c $< -o $@
$(BUILD)/wasm/jansson.o: $(wildcard $(BUILD)/jansson/tree/src/*.c)
	@mkdir -p $(@D)/jansson
	$(Q)cd $(@D)/jansson && for f in $(abspath $^); do $(WASM_CC) $(WASM_FLAGS) -I$(abspath lib/wasm) -w -c $$f || exit 1; done
	$(Q)wasm-ld -r $(@D)/jansson/*.o -o $@
$(BUILD)/wasm/ddz.wasm: $(patsubst %.c,$(BUILD)/wasm/%.o,$(wasm_src)) $(BUILD)/wasm/jansson.o
	$(Q)$(WASM_CC) -O3 -mexec-model=reactor -Wl,--strip-all -Wl,-z,stack-size=1048576 $^ -o $@
	@echo "$@: $$(wc -c < $@) bytes, $$(gzip -9 -c $@ | wc -c) gzipped"
wasm_files := $(wildcard lib/wasm/*.js lib/wasm/*.ts lib/wasm/package.json lib/wasm/README.md) LICENSE $(OUT)/openapi.yaml
$(BUILD)/wasm/package/ddz.wasm: $(BUILD)/wasm/ddz.wasm $(wasm_files) $(OUT)/types.d.ts $(wildcard models/*.net)
	@rm -rf $(@D); mkdir -p $(@D)/nets; cp $(wasm_files) $(OUT)/types.d.ts $(@D)/; cp models/*.net $(@D)/nets/
	@cp $(BUILD)/jansson/tree/LICENSE $(@D)/LICENSE.jansson; cp $< $@

packages:
	@tools/packages.sh build

run: packages ## install what is missing, build, start the service on PORT and print a line to try
	@$(MAKE) --no-print-directory MODE=release build
	@exec tools/run.sh $(BUILD)/release/ddzd --port $(PORT) $(ARGS)

include install.mk

docker: ## build the container image ddzd
	@tools/image.sh ddzd

# ---- tests ---------------------------------------------------------------------------------------------

# Ends what takes too long, and what a test leaves behind; for the build machine, like json_of_yaml.
within := $(BUILD)/within
$(within): tests/within.c
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=c11 $(WARN) -O1 -D_GNU_SOURCE $(CPPFLAGS) $(LDFLAGS) $< -o $@

# Counts of many games say the same under a sanitizer, only later.
only_release := tests/core/test_style.c
unit := $(call bin,$(filter-out $(if $(SANITIZE_$(MODE)),$(only_release)),$(unit_src)))
http := $(call bin,$(http_src))
fuzzers := $(call bin,$(fuzz_src))
# Short memory is tried where what it leaves behind is seen.
starved := $(if $(filter asan,$(MODE)),$(call bin,$(starve_src)))
$(starved): | $(OUT)/tests/starve/ddzd
# A service test may start the real program.
$(http) $(OUT)/tests/tools/test_arena $(OUT)/tests/tools/test_refusals $(OUT)/tests/tools/test_botzone: | $(programs)
$(OUT)/tests/tools/test_outside: | $(OUT)/tests/tools/forged_player
threaded := $(http) $(OUT)/tests/tools/test_match $(OUT)/tests/lib/test_lib
corpus = tests/fuzz/corpus/$(patsubst fuzz_%,%,$(notdir $(1)))

test: ## install what is missing, then every test there is: plain, sanitized, layers, format, lint, openapi
	@tools/packages.sh build test lint
	@tools/packages.sh proxy monitor unit attack node browser json python go install shells wasm || true # parts say what they leave out
	@+MAKE="$(MAKE)" tests/all.sh

# What is slow and seldom changes, a line each: SECONDS at most|TITLE|COMMAND. CI runs it after `make test`.
define package_tests
600|$(MANY) calls of threads that share a Python client|tests/everywhere/threads.py $(BUILD)/release $(MANY)
120|the Go module of a fork is fetched|tests/everywhere/fetch_go.sh
600|$(MANY) questions at the same time through one client|make --no-print-directory check-many MANY=$(MANY)
900|libddz under valgrind and MemorySanitizer|make --no-print-directory check-watched
600|the npm engine from four bundlers in Chromium, and in Node|make --no-print-directory check-bundlers
endef
export package_tests
test-packages: $(OUT)/ddzd $(OUT)/libddz.so ## the slow tests of packages and clients: bundlers, MSan, many threads
	@+printf '%s\n' "$$package_tests" | tests/parts.sh

# A first verdict: what the engine is, and its routes.
.PHONY: quick check-commits help-all
quick_tests := $(filter $(OUT)/tests/core/% $(OUT)/tests/api/%,$(unit))
quick: $(quick_tests) $(within) ## the tests of core and api alone
	@tests/run.sh $(quick_tests)
	@echo "left out: service, libddz, tools, console, clients, fuzz corpora, sanitizers (make test)"

check: $(programs) $(unit) $(http) $(starved) $(fuzzers) check-runner ## the tests in one MODE, fuzz corpora replayed
	@tests/run.sh $(unit) $(http) $(starved) $(foreach f,$(fuzzers),"$(f) $(call corpus,$(f))")

# The same in two halves: what answers in process, and what has a server.
check-unit: $(unit) $(fuzzers) | $(programs)
	@tests/run.sh $(unit) $(foreach f,$(fuzzers),"$(f) $(call corpus,$(f))")
check-served: $(http) $(starved) | $(programs)
	@tests/run.sh $(http) $(starved)
check-programs: $(programs) $(unit) $(http) $(starved) $(fuzzers) $(OUT)/tests/attack/mutate # all that runs in MODE=asan

test-programs: $(programs) $(unit) $(http) $(fuzzers) # all that is built for tests in one MODE
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

benches: $(call bin,$(wildcard tests/bench/*.c) tests/everywhere/bench_lib.c) # a bench that no longer compiles is noticed

# `make bench-NAME` runs one alone; http, fair, gone and solve only so, they take their time.
$(OUT)/tests/bench/bench_fair $(OUT)/tests/bench/bench_gone: | $(programs)
bench: $(call bin,$(filter-out %_http.c %_fair.c %_gone.c %_solve.c,$(wildcard tests/bench/bench_*.c))) ## measure the engine
	@set -e; for b in $^; do $$b; done

bench-http: $(programs) $(call bin,$(wildcard tests/bench/bench_http.c tests/bench/http_*.c)) ## measure the service against a bare echo server
	@$(OUT)/tests/bench/bench_http

bench-everywhere: $(OUT)/tests/everywhere/bench_lib wasm ## in process against the engine alone; WebAssembly in Node against native
	@tools/packages.sh node
	@tests/everywhere/bench.sh $(OUT) $(GAMES)

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
	@$(MAKE) --no-print-directory MODE=release SOAK_SECONDS=12 OVERLOAD_SECONDS=2 soak
	@$(MAKE) --no-print-directory TSAN_SECONDS=10 soak-tsan

# The service under ASan where speed is not the question.
MUTATIONS ?= 100000
PROMPT_BATCHES ?= 1000
ATTACK_SECONDS ?= 60
FRAMINGS ?= 10000
ATTACK_P99_MS ?= 50
COST_SLACK ?= 2
attack: ## what costs more than was estimated; slow clients, 1,000 at a time; 100,000 mutated requests; 10,000 mutated framings through proxies; much memory
	@tools/packages.sh build attack proxy
	@$(MAKE) --no-print-directory MODE=asan $(patsubst %,$(BUILD)/asan/%,ddzd tests/attack/mutate)
	@$(MAKE) --no-print-directory MODE=release $(patsubst %,$(BUILD)/release/%,ddzd tests/attack/steady tests/attack/framings tests/attack/memory tests/attack/worst)
	@$(BUILD)/release/tests/attack/worst 20 $(COST_SLACK)
	@$(BUILD)/asan/tests/attack/mutate $(MUTATIONS)
	@tests/attack/memory.sh $(BUILD)/release $(PROMPT_BATCHES)
	@tests/attack/framings.sh $(BUILD)/release $(FRAMINGS)
	@tests/attack/slow.sh $(BUILD)/release $(ATTACK_SECONDS) $(ATTACK_P99_MS)

attack-short: ## the same in a minute; times are printed, not judged
	@$(MAKE) --no-print-directory MUTATIONS=5000 PROMPT_BATCHES=100 FRAMINGS=1000 ATTACK_SECONDS=10 ATTACK_P99_MS= COST_SLACK=0 attack

check-container: ## as root on a Debian: build the image without a Docker engine, ask its container; 5 minutes, 1 GB
	@tests/container.sh

newest-mhd: ## the service's tests with the newest libmicrohttpd of Debian's development suite, built from source
	@BUILD=$(BUILD) tests/newest_mhd.sh

check-deploy: $(programs) $(OUT)/tests/bench/http_load ## read deploy/ with the programs it is for, and against the service
	@tests/deploy.sh $(OUT)

# A unit has two minutes: the clock runs on while other work has the machine, and what hangs, hangs without end.
fuzz: ## fuzz each target for FUZZ_SECONDS (FUZZ=name for one)
	@tools/packages.sh build fuzz
	@$(MAKE) --no-print-directory MODE=fuzz $(patsubst %.c,$(BUILD)/fuzz/%,$(fuzz_src))
	@set -e; for f in $(or $(FUZZ),$(patsubst tests/fuzz/fuzz_%.c,%,$(fuzz_src))); do \
	  mkdir -p $(BUILD)/fuzz/found/$$f; echo "fuzzing $$f for $(FUZZ_SECONDS) s"; \
	  $(BUILD)/fuzz/tests/fuzz/fuzz_$$f -max_total_time=$(FUZZ_SECONDS) -timeout=120 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/fuzz/found/$$f- $(BUILD)/fuzz/found/$$f tests/fuzz/corpus/$$f; done

# AFL++ on everything that can come over a connection. What it found before is where it goes on.
afl: ## fuzz the whole HTTP input with AFL++ for FUZZ_SECONDS
	@tools/packages.sh build fuzz afl
	@$(MAKE) --no-print-directory MODE=afl $(BUILD)/afl/tests/fuzz/fuzz_http
	@tests/fuzz/afl.sh $(BUILD)/afl/tests/fuzz/fuzz_http tests/fuzz/corpus/http $(BUILD)/afl/found $(FUZZ_SECONDS)

fuzz-long: ## an hour: libFuzzer on the writer, all readers and the drop-ins, AFL++ on the HTTP input
	@$(MAKE) --no-print-directory FUZZ='write dropin api http table cards' FUZZ_SECONDS=500 fuzz
	@$(MAKE) --no-print-directory FUZZ_SECONDS=600 afl

# The table of docs/strength.md; FIELD names other players, DEALS and SLOW_DEALS how many deals.
FIELD ?= random prompt rules net search:ms=2
DEALS ?= 10000
SLOW_DEALS ?= 1000
strength: $(OUT)/ddz-arena ## play the engines against each other: the table of docs/strength.md, some minutes
	@$< --all $(FIELD) --deals $(DEALS) --slow-deals $(SLOW_DEALS)

# What makes the players and calibrates them; lab/README.md says what there is.
.PHONY: lab lab-test curve shelf train
lab = $(MAKE) --no-print-directory -f lab/lab.mk
lab: ## build the laboratory: training, calibration, measurements of the search
	+@$(lab) lab-programs
lab-test: ## the tests of the laboratory, plain and under ASan and UBSan
	@tools/packages.sh python
	+@$(lab) MODE=release lab-check
	+@$(lab) MODE=asan lab-check
curve: ## the search by the time of a move: the curve of docs/strength.md, a quarter of an hour; SCALE times the deals
	@tools/packages.sh plot
	+@$(lab) lab-curve
shelf: ## make the puzzles of the console anew, web/puzzles.json, from SHELF_DEALS random deals
	+@$(lab) lab-shelf
train: ## teach fresh nets for two minutes; they, a log and a plot go to build/train
	@tools/packages.sh plot
	+@$(lab) lab-train

# ---- what reads the sources ----------------------------------------------------------------------------

check-layers: $(layers) ## core knows nothing above it, api no server, service no game
	@tests/check_layers.sh --self-test
	@tests/check_layers.sh . $(OUT)

format: ## lay the sources out with clang-format
	clang-format -i $(formatted)

check-format:
	@clang-format --dry-run -Werror $(formatted) && echo "format: $(words $(formatted)) files are laid out"

TIDY := $(patsubst %.c,$(BUILD)/lint/%.tidy,$(core_src) $(api_src) $(lib_src) $(wildcard service/*.c service/*/*.c) $(tools_src) $(wildcard tools/*/*.c) $(filter-out lab/tests/%,$(wildcard lab/*.c lab/*/*.c)))
# TIDY_FLAGS='--checks=-clang-analyzer-*' leaves out clang's analyzer, nine tenths of the time.
lint: $(TIDY) $(BUILD)/lint/cppcheck ## clang-tidy and cppcheck
	@echo "lint: clang-tidy and cppcheck have nothing to say about $(words $(TIDY)) files"

$(BUILD)/lint/%.tidy: %.c .clang-tidy $(headers)
	@mkdir -p $(@D); echo "clang-tidy $<"
	@clang-tidy --quiet $(TIDY_FLAGS) $< -- -std=c11 $(filter-out -Werror,$(WARN)) -I. $(filter -D%,$(FLAGS_of_$(call layer_of,$<))) > $@.log 2>&1 \
	  && touch $@ || { cat $@.log; exit 1; }

$(BUILD)/lint/cppcheck: $(all_src) $(headers) tests/cppcheck.txt
	@mkdir -p $(@D); echo "cppcheck"
	@cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr --error-exitcode=1 \
	  --max-configs=1 --suppressions-list=tests/cppcheck.txt -I. -j2 -ilab/tests $(wildcard core api service tools lab) && touch $@

check-web: ## the console without a browser: types, pure modules, vendored files
	@tests/web/check.sh

check-console: $(OUT)/ddzd ## the console in Chromium: whole games by click, key and touch, and what else people do
	@tests/web/check_console.sh $<

check-site: site ## the console without a service, in Chromium, from a plain file server
	@tests/web/check_site.sh $(BUILD)/site

bench-console: $(OUT)/ddzd $(OUT)/tests/bench/http_load ## measure the console in Chromium: bytes, times, frames, requests/s
	@tests/web/bench.sh $(OUT)

pictures: $(OUT)/ddzd ## pictures of the running console into docs/pictures
	@tests/web/pictures.sh $<

check-openapi: $(OUT)/openapi.yaml $(OUT)/openapi.json ## lint openapi.yaml with redocly and spectral; every YAML parser reads it alike
	@tests/openapi_lint.sh $^
	@tools/packages.sh go; tests/types.sh $(OUT)/openapi.json
clients: $(OUT)/openapi.json python-client ## the types of clients/go and clients/python from openapi.yaml
	@tools/packages.sh python go
	@clients/client_types.py go $< | gofmt > $(OUT)/types.go && mv $(OUT)/types.go clients/go/types.go
.PHONY: python-client
python-client: $(OUT)/openapi.json # that of Python alone
	@tools/python_client.py $< clients/python/ddz
go-module: ## name the module of clients/go: MODULE=github.com/OWNER/REPOSITORY/clients/go
	@clients/go/rename.sh $(MODULE)
$(OUT)/types.d.ts: clients/client_types.py $(OUT)/openapi.json
	@tools/packages.sh python
	@clients/client_types.py ts $(OUT)/openapi.json > $@.new && mv $@.new $@

check-commits: # every commit says whether play or speed changed
	@tests/commits.sh --self-test
	@tests/commits.sh

check-pages: ## the Chinese pages have the headings, code, tables, names and links of the English ones; plain words everywhere
	@tests/pages.sh --self-test
	@tests/pages.sh
	@tests/words.sh --self-test
	@tests/words.sh

clean: ## remove everything built
	rm -rf $(BUILD)

# The targets of each group stand here; `make help-all` finds all by itself.
help_every_day := build run quick test lib wasm site install clean
help_before_a_commit := format check-layers lint check-pages clients check sanitize
help_for_a_release := test-packages lab-test deb check-deb docker
help: ## the targets that are used most
	@all=$$($(MAKE) -s help-all); $(foreach group,every_day before_a_commit for_a_release,echo "$(subst _, ,$(group))"; \
	  for target in $(help_$(group)); do echo "$$all" | sed -n "s/^$$target /  &/p"; done;) \
	echo "all targets: make help-all"
help-all: ## all targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)
