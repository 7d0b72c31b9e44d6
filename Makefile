# Dou Dizhu engine service. `make help` lists what there is.
#
#   Makefile           programs, libraries, what reads the sources
#   install.mk         what is installed; packages, releases
#   tests/tests.mk     tests, measurements, fuzzers
#   lib/wasm/wasm.mk   the engine as WebAssembly, npm packages, the console without a service
#   lab/lab.mk         the laboratory
#
# One build, no recursion into folders: sources are found by the folder they lie in, objects go to build/MODE/. A target
# calls make again only to change MODE. `make V=1` shows whole commands. Only run, test, test-packages and packages install.

MODE ?= release
BUILD ?= build
PREFIX ?= /usr/local
PORT ?= 8080
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
# -g1: a stack has names and lines; whole -g takes a quarter longer to compile.
FLAGS_release := -O2 -g1 -DNDEBUG -fstack-clash-protection $(JUMPS_$(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null))))
FLAGS_debug := -O0 -g3
FLAGS_asan := -O1 -g1 -fno-omit-frame-pointer -DUNCONFINED
FLAGS_tsan := -O1 -g1 -fno-omit-frame-pointer -DUNCONFINED
FLAGS_fuzz := -O1 -g -fno-omit-frame-pointer -DUNCONFINED
FLAGS_afl := -O1 -g -fno-omit-frame-pointer -DUNCONFINED
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
export PYTHONDONTWRITEBYTECODE := 1

# For what runs while building: CC itself unless that compiles for another processor.
HOSTCC ?= $(CC)
OBJCOPY ?= objcopy

# A warning is an error for those who develop: in CI, and in each MODE but release (`make test` compiles all for asan).
WERROR ?= $(if $(CI)$(filter-out release,$(MODE)),-Werror)
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings
# CFLAGS, CPPFLAGS and LDFLAGS are the caller's.
FLAGS := -std=c11 $(WARN) $(WERROR) $(FLAGS_$(MODE)) $(SANITIZE_$(MODE)) -MMD -MP -I. $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(SANITIZE_$(MODE)) -Wl,-z,relro,-z,now $(LDFLAGS)
HOST = $(HOSTCC) -std=c11 $(WARN) $(WERROR) -O1 -D_GNU_SOURCE $(CPPFLAGS) $(LDFLAGS)

# A source has the flags of its layer, of its folder and of its own: FLAGS_of_core, FLAGS_of_core/net, FLAGS_of_core/net/net.
# core and api are ISO C. What talks to the system may use it, and the tests keep their asserts. -O3 makes
# power, generator and prompts 3 to 10 % faster than -O2. core guards only functions with text on the stack:
# -strong there makes the generator 4 % slower (instructions of bench_moves).
SPEED_release := -O3
HARDEN_release := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
# core, api and lib are parts of libddz too, so position-independent; hidden symbols make that cost nothing (bench_moves: 32
# of 2,055,515 bytes more).
PIC := -fPIC -fvisibility=hidden
# The asserts of core stay: they guard its memory, for .1 % of the net's instructions and .6 % of a search's.
FLAGS_of_core = -UNDEBUG $(SPEED_$(MODE)) $(if $(HARDEN_$(MODE)),-fstack-protector) $(PIC)
FLAGS_of_api = $(HARDEN_$(MODE)) $(PIC)
FLAGS_of_lib = -D_GNU_SOURCE $(HARDEN_$(MODE)) -fPIC
FLAGS_of_service = -D_GNU_SOURCE $(HARDEN_$(MODE))
FLAGS_of_tools = -D_GNU_SOURCE -UNDEBUG
FLAGS_of_tests = -D_GNU_SOURCE -UNDEBUG
FLAGS_of_lab = $(FLAGS_of_tools)
# Without these, tests of learning take half of a sanitizer's time.
FLAGS_of_core/net/net_kernel = $(if $(SANITIZE_$(MODE)),-O2)
flags_of = $(FLAGS_of_$(firstword $(subst /, ,$(1)))) $(FLAGS_of_$(patsubst %/,%,$(dir $(1)))) $(FLAGS_of_$(basename $(1)))

LIBS_api := -ljansson
LIBS_service := -lmicrohttpd -lseccomp -lpthread
LIBS_core := -lm
LIBS := $(LIBS_api) $(LIBS_service) $(LIBS_core)

# ---- sources -------------------------------------------------------------------------------------------

core_src := $(wildcard core/*.c core/*/*.c)
api_src := $(wildcard api/*.c api/*/*.c)
lib_src := $(wildcard lib/*.c)
service_src := $(filter-out service/main.c,$(wildcard service/*.c service/*/*.c))
tools_src := $(wildcard tools/ddz-*.c)
arena_src := $(wildcard tools/arena/*.c tools/lib/*.c)
all_src := $(core_src) $(api_src) $(wildcard $(foreach d,lib service tools lab tests,$(d)/*.c $(d)/*/*.c))
headers := $(wildcard $(foreach d,core api lib service tools lab tests,$(foreach x,h def,$(d)/*.$(x) $(d)/*/*.$(x))))
formatted := $(all_src) $(filter %.h,$(headers))

obj = $(patsubst %.c,$(OUT)/%.o,$(1))
bin = $(patsubst %.c,$(OUT)/%,$(1))
programs := $(OUT)/ddzd $(patsubst tools/%.c,$(OUT)/%,$(tools_src))
layers := $(OUT)/libservice.a $(OUT)/libhost.a $(OUT)/libapi.a $(OUT)/libcore.a $(OUT)/openapi.o $(OUT)/console.o $(OUT)/build.o

# ---- build ---------------------------------------------------------------------------------------------

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
Q := $(if $(V),,@)
again = $(MAKE) --no-print-directory
.DEFAULT_GOAL := build
.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: build lib botzone run packages docker clients python-client go-module clean help help-all FORCE

build: $(programs) ## build the service, the tools and libddz into build/MODE (MODE=release debug asan tsan)
ifeq ($(SANITIZE_$(MODE)),)
build: lib texts
endif

# Said once: which packages are missing, all that the targets want at the same time.
wanted := build $(if $(wildcard generated),,generate) $(if $(filter quick check check-unit check-served sanitize test%,$(MAKECMDGOALS)),test)
$(addprefix $(BUILD)/has-,generate test lint): | $(BUILD)/has-build
$(BUILD)/has-%: tools/packages.sh
	@tools/packages.sh $* $(wanted)
	@mkdir -p $(@D); touch $@

# Objects depend on how all is compiled and linked: a changed flag makes them anew.
$(OUT)/flags: FORCE | $(BUILD)/has-build
	$(shell mkdir -p $(@D))$(file > $@.new,$(CC) $(FLAGS) $(foreach v,$(sort $(filter FLAGS_of_%,$(.VARIABLES))),$(v)=$($(v))) $(HOST) $(LINK) $(LIBS))
	@cmp -s $@.new $@ || cp $@.new $@

$(OUT)/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	$(Q)$(if $(V),,echo "cc $<";) $(CC) $(FLAGS) $(call flags_of,$<) -c $< -o $@
# What was made into a C file.
made = $(CC) $(FLAGS) -c $< -o $@

# What `--version` says: "0.2.0 (92214b2, 2026-11-25)", with a + behind the commit where files are changed.
$(OUT)/build.c: api/version.h tools/build.sh FORCE
	@mkdir -p $(@D); tools/build.sh "$(COMMIT)" > $@.new; cmp -s $@.new $@ || mv $@.new $@
$(OUT)/build.o: $(OUT)/build.c $(OUT)/flags
	$(Q)$(made)

# openapi.yaml as it is served, as JSON, and the files of web/ as a browser gets them. A tarball of `make dist` has them in
# generated/, and then neither libyaml nor esbuild is needed. The converter is for the build alone, so no sanitizer.
web_files := $(shell find web -type f)
ifeq ($(wildcard generated),)
$(OUT)/json_of_yaml: tools/json_of_yaml.c $(OUT)/flags | $(BUILD)/has-generate
	$(Q)$(HOST) $< -o $@ $(LIBS_api) -lyaml
$(OUT)/openapi.yaml: openapi.yaml tools/openapi.awk $(wildcard docs/*.json)
	@mkdir -p $(@D)
	$(Q)awk -f tools/openapi.awk $< > $@
$(OUT)/openapi.json: $(OUT)/openapi.yaml $(OUT)/json_of_yaml
	$(Q)$(OUT)/json_of_yaml < $< > $@
$(OUT)/web/reference.json: $(OUT)/openapi.json tools/web.sh $(web_files) | $(BUILD)/has-generate
	$(Q)tools/web.sh web main.js $(@D)
	@cp $< $@
else
$(OUT)/openapi.%: generated/openapi.%
	@mkdir -p $(@D); cp $< $@
$(OUT)/web/reference.json: $(OUT)/openapi.json $(wildcard generated/web/*)
	@rm -rf $(@D); cp -r generated/web $(@D); cp $< $@
endif

# Both in the program, so that it needs no file beside it. Packed, the console is a fifth as long.
$(OUT)/openapi.c: $(OUT)/openapi.yaml $(OUT)/openapi.json tools/text.sh
	@tools/text.sh openapi_yaml $< openapi_json $(OUT)/openapi.json > $@
$(OUT)/openapi.o: $(OUT)/openapi.c $(OUT)/flags
	$(Q)$(made)
$(OUT)/console.c: tools/console.sh $(OUT)/web/reference.json
	$(Q)tools/console.sh $(OUT)/web $@
$(OUT)/console.o: $(OUT)/console.c $(OUT)/flags
	$(Q)$(made)

$(OUT)/libcore.a: $(call obj,$(core_src))
$(OUT)/libapi.a: $(call obj,$(api_src))
$(OUT)/libhost.a: $(call obj,$(lib_src))
$(OUT)/libservice.a: $(call obj,$(service_src))
$(OUT)/libarena.a: $(call obj,$(arena_src))
# Made anew with the list of files, so that none stays in it that has left the folder.
$(OUT)/lib%.a: Makefile
	@mkdir -p $(@D); rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(OUT)/ddzd: $(OUT)/service/main.o $(layers)
	$(Q)$(LINK) $^ -o $@ $(LIBS)
engine := $(OUT)/build.o $(OUT)/libarena.a $(OUT)/libhost.a $(OUT)/libapi.a $(OUT)/libcore.a
$(OUT)/ddz-%: $(OUT)/tools/ddz-%.o $(engine)
	$(Q)$(LINK) $^ -o $@ $(LIBS_api) -lpthread $(LIBS_core)
# The same as one file for Botzone: nets built in, nothing to be found beside it.
botzone_nets := models/ddz.net models/ddz-bids.net models/ddz-belief.net
$(OUT)/botzone/nets.c: tools/nets.sh $(botzone_nets)
	@mkdir -p $(@D)
	$(Q)tools/nets.sh $(botzone_nets) $@
$(OUT)/botzone/nets.o: $(OUT)/botzone/nets.c $(OUT)/flags
	$(Q)$(made)
$(OUT)/botzone/ddz-botzone: $(OUT)/tools/ddz-botzone.o $(OUT)/botzone/nets.o $(engine)
	$(Q)$(LINK) $(if $(SANITIZE_$(MODE)),,-static) $^ -o $@ $(LIBS_api) -lpthread $(LIBS_core)
botzone: $(OUT)/botzone/ddz-botzone ## the bot for Botzone as one file, its nets in it: build/MODE/botzone/ddz-botzone
	@wc -c $<

# libddz: core, api and lib; only the symbols of lib/ddz.abi can be seen.
ABI := 0
lib_obj = $(call obj,$(core_src) $(api_src) $(lib_src))
$(OUT)/libddz.map: lib/ddz.abi
	@mkdir -p $(@D); { echo 'DDZ_$(ABI) { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
$(OUT)/libddz.so.$(ABI): $(lib_obj) $(OUT)/libddz.map
	$(Q)$(LINK) -shared -Wl,-soname,$(@F) -Wl,--version-script=$(OUT)/libddz.map -Wl,-z,defs $(lib_obj) -o $@ $(LIBS_api) -lpthread $(LIBS_core)
$(OUT)/libddz.so: $(OUT)/libddz.so.$(ABI)
	@ln -sf $(<F) $@
$(OUT)/libddz.a: $(lib_obj) lib/ddz.abi
	$(Q)$(CC) -r -nostdlib $(lib_obj) -o $(OUT)/libddz.o && $(OBJCOPY) --keep-global-symbols=lib/ddz.abi $(OUT)/libddz.o
	@rm -f $@; $(AR) rcs $@ $(OUT)/libddz.o
lib: $(OUT)/libddz.so $(OUT)/libddz.a ## libddz, the engine in your process: shared and static

GROUPS ?= build $(if $(wildcard generated),,generate)
packages: ## install what is missing to build; GROUPS='test lint' for what else there is in tools/packages.sh
	@tools/packages.sh --install $(GROUPS)

run: packages ## install what is missing, build, start the service on PORT and print a line to try
	+@$(again) MODE=release $(BUILD)/release/ddzd
	@exec tools/run.sh $(BUILD)/release/ddzd --port $(PORT) $(ARGS)

docker: ## build the container image ddzd
	@tools/image.sh ddzd

include install.mk tests/tests.mk lib/wasm/wasm.mk lab/lab.mk

# The types of the clients are in the repository, because users fetch them from there.
clients: $(OUT)/openapi.json python-client ## the types of the clients from openapi.yaml
	@tools/packages.sh python go
	@clients/client_types.py go $< | gofmt > $(OUT)/types.go && mv $(OUT)/types.go clients/go/types.go
	@clients/client_types.py ts $< > $(OUT)/types.d.ts && mv $(OUT)/types.d.ts clients/js/types.d.ts
python-client: $(OUT)/openapi.json # those of Python alone
	@tools/python_client.py $< clients/python/ddz
go-module: ## name the module of clients/go: MODULE=github.com/OWNER/REPOSITORY/clients/go
	@clients/go/rename.sh $(MODULE)

clean: ## remove everything built
	rm -rf $(BUILD)

help_every_day := build run quick test lib wasm site install clean
help_before_a_commit := format check-layers lint check-pages clients sanitize
help_for_a_release := test-packages lab-test deb check-deb docker
help: ## the targets that are used most
	@all=$$($(MAKE) -s help-all); $(foreach group,every_day before_a_commit for_a_release,echo "$(subst _, ,$(group))"; \
	  for target in $(help_$(group)); do echo "$$all" | sed -n "s/^$$target /  &/p"; done;) \
	echo "all targets: make help-all"
help-all: ## all targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)
