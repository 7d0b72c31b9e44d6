# tests.mk - tests, measurements, fuzzers; part of the Makefile.
#
# What a target needs beyond a build it looks for itself (tools/packages.sh) and says what is missing; `make test` and
# `make test-packages` install it.

FUZZ_SECONDS ?= 60
.PHONY: test test-packages quick check check-unit check-served check-programs test-programs check-http check-runner sanitize cover \
        benches bench signatures bench-http bench-everywhere bench-console soak soak-short soak-tsan attack attack-short chaos chaos-short \
        check-container newest-mhd check-deploy fuzz afl fuzz-long combine strength check-botzone check-lib check-watched check-many \
        check-bundlers check-loop check-train mutants bench-fair scale check-everywhere check-same check-web check-console check-site pictures check-openapi format check-format lint \
        check-layers check-pages check-commits

# ---- programs ------------------------------------------------------------------------------------------

# Nets for the tests are written as those that are taught.
toy_src := tests/support/toy_app.c # in the place of the api, for the tests of the service
support_src := $(filter-out $(toy_src),$(wildcard tests/support/*.c lab/net/*.c))
# The tools first: they take longest.
unit_src := $(wildcard tests/tools/test_*.c) $(wildcard tests/core/test_*.c tests/api/test_*.c tests/lib/test_*.c)
http_src := $(wildcard tests/service/test_*.c)
fuzz_src := $(wildcard tests/fuzz/fuzz_*.c)
starve_src := $(wildcard tests/starve/test_*.c)

$(call obj,$(wildcard tests/*.c tests/*/*.c lab/tests/*.c)): | $(BUILD)/has-test
$(OUT)/libsupport.a: $(call obj,$(support_src))
$(OUT)/libtoy.a: $(call obj,$(toy_src))
$(OUT)/tests/service/%: $(OUT)/tests/service/%.o $(OUT)/libtoy.a $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)
$(OUT)/tests/bench/%: $(OUT)/tests/bench/%.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
# A fuzz target replays files, or gets the main of libFuzzer (MODE=fuzz) or of AFL++ (MODE=afl).
$(OUT)/tests/fuzz/%: $(OUT)/tests/fuzz/%.o $(if $(filter fuzz afl,$(MODE)),,$(OUT)/tests/fuzz/replay.o) $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $(if $(filter fuzz afl,$(MODE)),-fsanitize=fuzzer) $^ -o $@ $(LIBS)
$(OUT)/tests/tools/%: $(OUT)/tests/tools/%.o $(OUT)/libarena.a $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)
$(OUT)/tests/load/load: $(call obj,$(wildcard tests/load/*.c)) $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
# Programs whose allocations fail when told to.
$(OUT)/tests/starve/%: $(OUT)/tests/starve/%.o $(OUT)/tests/starve/starve.o $(OUT)/tests/starve/judge.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)
# libddz as its sources: the same code in every MODE.
$(OUT)/tests/lib/%: $(OUT)/tests/lib/%.o $(call obj,$(lib_src)) $(OUT)/libapi.a $(OUT)/libcore.a
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS_api) -lpthread $(LIBS_core)
$(OUT)/tests/starve/ddzd: $(OUT)/service/main.o $(OUT)/tests/starve/starve.o $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
$(if $(wildcard generated),,$(OUT)/tests/api/test_openapi: | $(OUT)/json_of_yaml)
$(OUT)/tests/%: $(OUT)/tests/%.o $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)

$(OUT)/tests/everywhere/%: $(OUT)/tests/everywhere/%.o $(call obj,$(lib_src)) $(OUT)/libsupport.a $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)

# Ends what takes too long, and what a test leaves behind; for the build machine, like json_of_yaml.
within := $(BUILD)/within
$(within): tests/within.c | $(BUILD)/has-build
	$(Q)$(HOST) $< -o $@

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
# The real program, from outside; what openapi.yaml promises.
program_test := "tests/service/test_program.py $(OUT)"
interface_test := "tests/api/test_interface.py $(OUT)"
threaded := $(http) $(OUT)/tests/tools/test_match $(OUT)/tests/lib/test_lib $(OUT)/tests/lib/test_batch
corpus = tests/fuzz/corpus/$(patsubst fuzz_%,%,$(notdir $(1)))

# ---- all of it, parts of it ------------------------------------------------------------------------------

ifdef ONLY
only = $(foreach f,$(1),$(if $(findstring $(ONLY),$(notdir $(f))),$(f)))
only_c := $(call only,$(unit) $(http) $(lab_tests))
only_py := $(if $(findstring $(ONLY),test_program),$(program_test)) $(if $(findstring $(ONLY),test_interface),$(interface_test))
test: $(only_c) $(OUT)/ddzd $(OUT)/openapi.json
	@$(if $(strip $(only_c) $(only_py) $(call only,$(wildcard tests/web/*.test.js tests/web/browser/*.test.js))),,echo "no test has $(ONLY) in its name" >&2; exit 1)
	@$(if $(strip $(only_c) $(only_py)),tests/run.sh $(only_c) $(only_py))
	@tests/web/only.sh $(OUT)/ddzd $(call only,$(wildcard tests/web/*.test.js tests/web/browser/*.test.js))
else
test: ## install what is missing, then every test; ONLY=power: those that have this in the name of their file
	@tools/packages.sh --install build generate test lint
	@tools/packages.sh --install proxy monitor unit attack node browser json python train dask go install shells wasm || true # parts say what they leave out
	@+INSTALL=yes MAKE="$(MAKE)" tests/all.sh
endif

# What is slow and seldom changes, a line each: SECONDS at most|TITLE|COMMAND. CI runs it after `make test`.
define package_tests
120|the Go module of a fork is fetched|tests/everywhere/fetch_go.sh
1200|$(MANY) questions at the same time through one client|make --no-print-directory check-many MANY=$(MANY)
900|libddz under valgrind and MemorySanitizer|make --no-print-directory check-watched
600|the npm engine from four bundlers in Chromium, and in Node|make --no-print-directory check-bundlers
endef
export package_tests
test-packages: $(OUT)/ddzd $(OUT)/libddz.so ## the slow tests of packages and clients: bundlers, MSan, many threads
	@+printf '%s\n' "$$package_tests" | INSTALL=yes tests/parts.sh

# A first verdict: what the engine is, and its routes.
quick_tests := $(filter $(OUT)/tests/core/% $(OUT)/tests/api/%,$(unit))
quick: $(quick_tests) $(within) $(OUT)/openapi.json ## the tests of core and api alone
	@tests/run.sh $(interface_test) $(quick_tests)
	@echo "left out: service, libddz, tools, console, clients, fuzz corpora, sanitizers (make test)"

check: $(programs) $(unit) $(http) $(starved) $(fuzzers) $(OUT)/openapi.json check-runner ## the tests in one MODE, fuzz corpora replayed
	@tests/run.sh $(unit) $(http) $(program_test) $(interface_test) $(starved) $(foreach f,$(fuzzers),"$(f) $(call corpus,$(f))")

# The same in two halves: what answers in process, and what has a server.
check-unit: $(unit) $(fuzzers) $(OUT)/openapi.json | $(programs)
	@tests/run.sh $(interface_test) $(unit) $(foreach f,$(fuzzers),"$(f) $(call corpus,$(f))")
check-served: $(http) $(starved) | $(programs)
	@tests/run.sh $(program_test) $(http) $(starved)
check-programs: $(programs) $(unit) $(http) $(starved) $(fuzzers) $(OUT)/tests/load/load # all that runs in MODE=asan

test-programs: $(programs) $(unit) $(http) $(fuzzers) # all that is built for tests in one MODE
check-http: $(programs) $(threaded) ## the tests of what has threads only: the service, the arena
	@tests/run.sh $(program_test) $(threaded)

# A runner that cannot fail proves nothing.
check-runner: $(OUT)/tests/runner_can_fail
	@! FAILURES= SKIPPED= tests/run.sh $< > $(OUT)/runner_can_fail.log 2>&1 || { echo "the runner cannot fail" >&2; exit 1; }
	@grep -q '1 tests left out: .*this_is_left_out' $(OUT)/runner_can_fail.log
	@echo "the runner reports a failing test as a failure, and one that is left out (its words: $(OUT)/runner_can_fail.log)"

sanitize: ## all tests under ASan and UBSan, those with threads under TSan
	+@$(again) MODE=asan check
	+@$(again) MODE=tsan check-http

cover: ## line coverage of each layer by the tests
	@mkdir -p $(BUILD)/cover; find $(BUILD)/cover -name '*.gcda' -delete
	+@$(again) MODE=cover check > $(BUILD)/cover.log 2>&1 || { cat $(BUILD)/cover.log; exit 1; }
	@tests/cover.sh $(BUILD)/cover

benches: $(call bin,$(wildcard tests/bench/*.c) tests/everywhere/bench_lib.c) # a bench that no longer compiles is noticed

# `make bench-NAME` runs one alone; http, fair and solve only so, they take their time.
bench: $(call bin,$(filter-out %_solve.c,$(wildcard tests/bench/bench_*.c))) ## measure the engine
	@set -e; for b in $^; do $$b; done

bench-http: $(programs) $(OUT)/tests/bench/http_echo $(OUT)/tests/load/load ## measure the service against a bare echo server
	@tests/bench/served.py $(OUT) $(if $(PROCESSORS),--on $(PROCESSORS))

bench-fair: $(programs) $(OUT)/tests/load/load ## what one client waits for another
	@tests/bench/fair.py $(OUT)

# Servers on the first half of the processors, clients on the others; PROCESSORS=0-7 says it.
HALF = 0-$(shell expr '(' $$(nproc) + 1 ')' / 2 - 1)
scale: $(programs) $(OUT)/tests/bench/http_echo $(OUT)/tests/load/load ## requests a second with one thread, two, four ... (PROCESSORS=0-7: of the servers)
	@tests/bench/served.py $(OUT) --only scale --on $(or $(PROCESSORS),$(HALF)) --seconds 2

bench-everywhere: $(OUT)/tests/everywhere/bench_lib wasm ## in process against the engine alone; WebAssembly in Node against native
	@tools/packages.sh node
	@tests/everywhere/bench.sh $(OUT) $(GAMES)

bench-%: $(OUT)/tests/bench/bench_%
	@$<

signatures: $(OUT)/tests/bench/signatures ## does the engine choose and say the same as tests/data/signatures.txt? (DDZ_UPDATE_SIGNATURES=1 writes it)
	@$<

chaos: $(programs) $(OUT)/tests/load/load ## kill, restart and freeze instances behind HAProxy and nginx under load; three become ten and three again; a proxy dies
	@tests/chaos.sh $(OUT)
	@tests/chaos/growth.sh $(OUT)
	@tests/chaos/second_proxy.sh $(OUT)
chaos-short: $(programs) $(OUT)/tests/load/load ## the same, once each
	@tests/chaos.sh $(OUT) short
	@tests/chaos/growth.sh $(OUT)

SOAK_SECONDS ?= 1800
OVERLOAD_SECONDS ?= 14
soak: $(programs) $(OUT)/tests/load/load ## half an hour of a day's mixed load, then four times what the service can do
	@$(OUT)/tests/load/load day $(SOAK_SECONDS)
	@$(OUT)/tests/load/load overload $(OVERLOAD_SECONDS)

soak-tsan: ## two minutes of the same under TSan
	+@$(again) MODE=tsan $(patsubst %,$(BUILD)/tsan/%,ddzd tests/load/load)
	@tests/run.sh "$(BUILD)/tsan/tests/load/load day $(or $(TSAN_SECONDS),120)"

soak-short: ## both in half a minute; what depends on the machine's speed is printed, not judged
	+@$(again) MODE=release SOAK_SECONDS=4 OVERLOAD_SECONDS=1 soak
	@$(MAKE) --no-print-directory TSAN_SECONDS=4 soak-tsan

# The service under ASan where speed is not the question.
MUTATIONS ?= 100000
PROMPT_BATCHES ?= 1000
ATTACK_SECONDS ?= 60
FRAMINGS ?= 10000
ATTACK_P99_MS ?= 50
COST_SLACK ?= 2
attack: ## what costs more than was estimated; slow clients, 1,000 at a time; 100,000 mutated requests; 10,000 mutated framings through proxies; much memory
	@tools/packages.sh build generate attack proxy
	+@$(again) MODE=asan $(patsubst %,$(BUILD)/asan/tests/fuzz/fuzz_%,http api)
	+@$(again) MODE=release $(patsubst %,$(BUILD)/release/%,ddzd tests/load/load tests/attack/worst)
	@$(BUILD)/release/tests/attack/worst 20 $(COST_SLACK)
	@set -e; for f in http api; do DDZ_MUTATIONS=$(MUTATIONS) $(BUILD)/asan/tests/fuzz/fuzz_$$f tests/fuzz/corpus/$$f; done
	@tests/attack/memory.sh $(BUILD)/release $(PROMPT_BATCHES)
	@tests/attack/framings.sh $(BUILD)/release $(FRAMINGS)
	@tests/attack/slow.sh $(BUILD)/release $(ATTACK_SECONDS) $(ATTACK_P99_MS)

attack-short: ## the same in a minute; times are printed, not judged
	@$(MAKE) --no-print-directory MUTATIONS=5000 PROMPT_BATCHES=100 FRAMINGS=1000 ATTACK_SECONDS=10 ATTACK_P99_MS= COST_SLACK=0 attack

check-container: ## as root on a Debian: build the image without a Docker engine, ask its container; 5 minutes, 1 GB
	@tests/container.sh

newest-mhd: ## the service's tests with the newest libmicrohttpd of Debian's development suite, built from source
	@BUILD=$(BUILD) tests/newest_mhd.sh

check-deploy: $(programs) $(OUT)/tests/load/load ## read deploy/ with the programs it is for, and against the service
	@tests/deploy.sh $(OUT)
	@tests/chaos/signals.sh $(OUT)

# A unit has two minutes: the clock runs on while other work has the machine, and what hangs, hangs without end.
fuzz: ## fuzz each target for FUZZ_SECONDS (FUZZ=name for one)
	@tools/packages.sh build generate fuzz
	+@$(again) MODE=fuzz $(patsubst %.c,$(BUILD)/fuzz/%,$(fuzz_src))
	@set -e; for f in $(or $(FUZZ),$(patsubst tests/fuzz/fuzz_%.c,%,$(fuzz_src))); do \
	  mkdir -p $(BUILD)/fuzz/found/$$f; echo "fuzzing $$f for $(FUZZ_SECONDS) s"; \
	  $(BUILD)/fuzz/tests/fuzz/fuzz_$$f -max_total_time=$(FUZZ_SECONDS) -timeout=120 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/fuzz/found/$$f- $(BUILD)/fuzz/found/$$f tests/fuzz/corpus/$$f; done

# AFL++ on everything that can come over a connection. What it found before is where it goes on.
afl: ## fuzz the whole HTTP input with AFL++ for FUZZ_SECONDS
	@tools/packages.sh build generate fuzz afl
	+@$(again) MODE=afl $(BUILD)/afl/tests/fuzz/fuzz_http
	@tests/fuzz/afl.sh $(BUILD)/afl/tests/fuzz/fuzz_http tests/fuzz/corpus/http $(BUILD)/afl/found $(FUZZ_SECONDS)

# Which fields stand beside each other matters where no single one is wrong.
COMBINE_SECONDS ?= 60
COMBINE_SEED ?= 1
combine: ## combinations of optional fields, under ASan and UBSan, for COMBINE_SECONDS; COMBINE_SEED
	@tools/packages.sh build generate
	+@$(again) MODE=asan $(BUILD)/asan/ddzd $(BUILD)/asan/openapi.json
	@tests/fuzz/combine.py $(BUILD)/asan --seconds $(COMBINE_SECONDS) --seed $(COMBINE_SEED)

fuzz-long: ## two hours: libFuzzer on the writer, all readers, AFL++ on the HTTP input, combinations of fields
	@$(MAKE) --no-print-directory FUZZ='write api http table cards' FUZZ_SECONDS=500 fuzz
	@$(MAKE) --no-print-directory FUZZ_SECONDS=600 afl
	@$(MAKE) --no-print-directory COMBINE_SECONDS=3600 combine

# The table of docs/numbers.md; FIELD names other players, DEALS and SLOW_DEALS how many deals.
FIELD ?= random prompt rules net search:ms=2
DEALS ?= 10000
SLOW_DEALS ?= 1000
strength: $(OUT)/ddz-arena ## play the engines against each other: the table of docs/numbers.md, some minutes
	@$< --all $(FIELD) --deals $(DEALS) --slow-deals $(SLOW_DEALS)

# ---- libddz, tools, clients, the console --------------------------------------------------------------------

check-lib: $(OUT)/libddz.so $(OUT)/libddz.a ## its symbols, its examples, threads, failures
	@tests/lib/check.sh $(OUT)

check-watched: $(OUT)/tests/lib/every_route ## libddz asked every kind of question under valgrind and MemorySanitizer
	@tools/packages.sh watch
	@tests/lib/watched.sh $(OUT) $(WASM_SUITE)

MANY ?= 100000
check-many: $(OUT)/ddzd $(OUT)/libddz.so ## 100,000 questions at the same time through one client of Python, of JavaScript, and of Go with its race detector
	@tools/packages.sh python node go
	@tests/everywhere/many.sh $(OUT) $(MANY)
check-bundlers: npm ## the npm engine from esbuild, Rollup, Vite and webpack plays a game in Chromium; workers in Node
	@tests/bundlers/check.sh
check-loop: $(OUT)/ddzd ## the loops of docs/start.md, and a client made from openapi.yaml, play games
	@tools/packages.sh python json
	@tests/loop/check.sh $(OUT) $(GAMES)

check-train: $(addprefix $(OUT)/,ddzd ddz-arena libddz.so) ## examples/train_dmc.py: a minute from nothing to a net that plays in the service
	@tests/train/check.sh $(OUT)

check-everywhere: $(OUT)/ddzd $(OUT)/libddz.so wasm ## random questions: every door gives the same answers
	@tools/packages.sh node python go
	@tests/everywhere/check.sh $(OUT) $(QUESTIONS)
mutants: ## COUNT (60) small changes of meaning, drawn by SEED (1) in ONLY=folder, of lines with MATCH=regex: which do the tests not notice?
	@tests/mutants.py --seed $(or $(SEED),1) --count $(or $(COUNT),60) --only '$(ONLY)' --match '$(MATCH)'
check-same: $(OUT)/ddzd $(OUT)/libddz.so ## 200 requests: equal bytes for 1, 2, 4 workers, gcc, clang, x86-64-v3, WebAssembly, arm64
	@+tests/same.sh $(OUT) $(QUESTIONS)
BOTZONE_GAMES ?= 1000
check-botzone: botzone $(OUT)/tests/tools/test_botzone ## BOTZONE_GAMES games (1000) of it at a referee's table; demands 0.9 s a move and 200 MB
	@DDZ_BOTZONE=botzone/ddz-botzone DDZ_GAMES=$(BOTZONE_GAMES) DDZ_STRICT=1 $(OUT)/tests/tools/test_botzone
check-web: ## the console without a browser: types, pure modules, vendored files
	@tests/web/check.sh

check-console: $(OUT)/ddzd ## the console in Chromium: whole games by click, key and touch, and what else people do
	@tests/web/check_console.sh $<

check-site: site ## the console without a service, in Chromium, from a plain file server
	@tests/web/check_site.sh $(BUILD)/site

bench-console: $(OUT)/ddzd $(OUT)/tests/load/load ## measure the console in Chromium: bytes, times, frames, requests/s
	@tests/web/bench.sh $(OUT)

pictures: $(OUT)/ddzd ## pictures of the running console into docs/pictures
	@tests/web/pictures.sh $<

check-openapi: $(OUT)/openapi.yaml $(OUT)/openapi.json ## lint openapi.yaml with redocly and spectral; every YAML parser reads it alike
	@tests/openapi_lint.sh $^
	@tools/packages.sh go; tests/types.sh $(OUT)/openapi.json

# ---- what reads the sources ----------------------------------------------------------------------------

check-layers: $(layers) ## core knows nothing above it, api no server, service no game
	@tests/check_layers.sh . $(OUT)

format: ## lay the sources out with clang-format
	clang-format -i $(formatted)

# Each version of clang judges in its own way: ours is 14, of Debian 12. Another one is told and not asked; a missing one fails.
other = v=$$($(1) --version) && ! echo "$$v" | grep -q 'version 14\.' && echo "left out: the sources are judged by $(1) 14, this is another" | tee -a $${SKIPPED:-/dev/null}
check-format:
	@($(call other,clang-format)) || \
	{ clang-format --dry-run -Werror $(formatted) && echo "format: $(words $(formatted)) files are laid out"; }

# `make test` leaves out clang's analyzer, nine tenths of the time: LINT=quick. What was read so is not read otherwise.
LINT ?= full
lint_out := $(BUILD)/lint/$(LINT)
tidy = clang-tidy --quiet $(if $(filter quick,$(LINT)),--checks=-clang-analyzer-*) $(1) -- -std=c11 $(WARN) -I. $(filter -D% -U%,$(call flags_of,$(1)))
cppcheck := cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr --error-exitcode=1 \
  --max-configs=1 --suppressions-list=tests/cppcheck.txt -I. -j2 -ilab/tests
linted := $(filter-out tests/% lab/tests/% lib/wasm/% lib/examples/%,$(all_src))
$(lint_out)/flags: FORCE | $(BUILD)/has-lint $(BUILD)/has-build
	$(shell mkdir -p $(@D))$(file > $@.new,$(foreach d,core/ api/ lib/ service/ tools/ lab/,$(call tidy,$(d))) $(cppcheck))
	@cmp -s $@.new $@ || cp $@.new $@
lint: | $(BUILD)/has-lint ## clang-tidy and cppcheck
	+@($(call other,clang-tidy)) || $(again) linted
.PHONY: linted
linted: $(linted:%.c=$(lint_out)/%.tidy) $(lint_out)/cppcheck
	@echo "lint: clang-tidy and cppcheck have nothing to say about $(words $(linted)) files"
$(lint_out)/%.tidy: %.c .clang-tidy $(headers) $(lint_out)/flags
	@mkdir -p $(@D); echo "clang-tidy $<"
	@$(call tidy,$<) > $@.log 2>&1 && touch $@ || { cat $@.log; exit 1; }
$(lint_out)/cppcheck: $(all_src) $(headers) tests/cppcheck.txt $(lint_out)/flags
	@echo "cppcheck"
	@$(cppcheck) $(wildcard core api service tools lab) && touch $@

check-commits: # every commit says whether play or speed changed
	@tests/commits.sh

check-pages: $(addprefix $(OUT)/,libddz.so ddzd ddz-arena ddz-botzone) ## the pages: two languages alike, links, tables from .def rows, requests with responses, commands, plain words
	@tests/pages.sh
	@python3 tests/rows.py
	@python3 tests/replay.py $(OUT)/libddz.so
	@python3 tests/commands.py $(OUT)
	@tests/words.sh
