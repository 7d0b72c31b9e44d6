# install.mk - what `make install` puts where; part of the Makefile.
#
#   make && sudo make install PREFIX=/usr/local
#   make install PREFIX=/usr DESTDIR=/tmp/root      for packages; install-service and so on are its parts
#
# It copies what `make` built and builds nothing, so that nothing of root is left in build/. Man pages and completions are
# made from the tables of options, as `--help` prints them. A build for another processor cannot run its programs: NATIVE
# names a build of this machine that can.

VERSION := $(shell sed -n 's/.*DDZ_VERSION "\(.*\)"/\1/p' api/version.h)
NATIVE ?= $(OUT)
LIBDIR ?= $(PREFIX)/lib
# Where every Python of Debian looks: below /usr in one folder. Below /usr/local each version has its own, so those of Debian
# 11, 12 and 13 get a link to the one folder, whether they are there or not.
PYTHONDIR ?= $(PREFIX)/lib/python3/dist-packages
PYTHONS ?= $(if $(filter %/local,$(PREFIX)),3.9 3.11 3.13)
GODIR ?= $(PREFIX)/share/gocode/src
GOMODULE := $(shell sed -n 's/^module //p' clients/go/go.mod)
UNITDIR ?= $(PREFIX)/lib/systemd/system
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions

names := $(notdir $(programs))
tool_names := $(filter-out ddzd ddz-health,$(names)) # ddz-health goes with the service
presets := $(shell sed -n 's/^PRESET."\([a-z]*\)".*/\1/p' core/rules/rules.def)

from_help = $(NATIVE)/$* --help | awk -f tools/manual.awk -v name=$* -v version=$(VERSION) $(if $(filter ddzd,$*),-v about='Dou Dizhu engine over HTTP',-v source=tools/$*.c)
$(OUT)/man/%.1: $(NATIVE)/% tools/manual.awk
	@mkdir -p $(@D); $(from_help) -v kind=man -v section=1 > $@
$(OUT)/man/%.8: $(NATIVE)/% tools/manual.awk
	@mkdir -p $(@D); $(from_help) -v kind=man -v section=8 > $@
# One for each shell: NAME for bash, _NAME for zsh, NAME.fish.
$(OUT)/completion/%: $(NATIVE)/% tools/manual.awk core/rules/rules.def
	@mkdir -p $(@D); $(foreach shell,bash zsh fish,$(from_help) -v kind=$(shell) -v presets='$(presets)' \
	  > $(@D)/$(if $(filter zsh,$(shell)),_)$(@F)$(if $(filter fish,$(shell)),.fish);)

# What is copied. `make` builds all of it; the image of the service needs `service` alone.
.PHONY: service texts
service: $(OUT)/ddzd $(OUT)/ddz-health $(OUT)/man/ddzd.8 $(OUT)/man/ddz-health.1 $(OUT)/completion/ddzd $(OUT)/completion/ddz-health
texts: service $(tool_names:%=$(OUT)/man/%.1) $(tool_names:%=$(OUT)/completion/%)

# put MODE FOLDER FILES: copies, and says nothing when nothing goes wrong. fill FOLDER FILE SOURCE: with the places put in.
put = install -d '$(DESTDIR)$(2)' && install -m $(1) $(3) '$(DESTDIR)$(2)'
fill = install -d '$(DESTDIR)$(1)' && sed '/^\#   /d; s|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|; s|/usr/local/bin|$(PREFIX)/bin|' \
  $(3) > '$(DESTDIR)$(1)/$(2)' && chmod 644 '$(DESTDIR)$(1)/$(2)'
help_of = $(call put,644,$(PREFIX)/share/man/man$(1),$(patsubst %,$(OUT)/man/%.$(1),$(2))) && \
          $(call put,644,$(PREFIX)/share/bash-completion/completions,$(addprefix $(OUT)/completion/,$(2))) && \
          $(call put,644,$(ZSHDIR),$(addprefix $(OUT)/completion/_,$(2))) && \
          $(call put,644,$(PREFIX)/share/fish/vendor_completions.d,$(patsubst %,$(OUT)/completion/%.fish,$(2)))

install: install-service install-tools install-lib install-dev install-data install-clients ## after make: programs, libddz, nets, man pages, completions, clients to DESTDIR and PREFIX
	@echo "installed to $(DESTDIR)$(PREFIX)"
.PHONY: built
built:
	@[ -e $(OUT)/ddzd ] && [ -e $(OUT)/completion/ddzd ] || { echo "nothing is built yet: run make first, without sudo" >&2; exit 1; }

install-service: built
	@$(call put,755,$(PREFIX)/bin,$(OUT)/ddzd $(OUT)/ddz-health)
	@$(call help_of,8,ddzd)
	@$(call help_of,1,ddz-health)
	@$(call fill,$(UNITDIR),ddzd.service,deploy/systemd/ddzd.service)
	@$(call put,644,$(PREFIX)/share/doc/ddz,LICENSE)
	@$(call put,644,$(PREFIX)/share/doc/ddz/deploy,deploy/ddzd.env deploy/systemd/ddzd.conf)
	@$(foreach d,haproxy keepalived nginx prometheus,$(call put,644,$(PREFIX)/share/doc/ddz/deploy/$d,$(filter-out %.test.yml,$(wildcard deploy/$d/*))) &&) \
	  $(call put,644,$(PREFIX)/share/doc/ddz/deploy/grafana,deploy/grafana/ddzd.json)
install-tools: built
	@$(call put,755,$(PREFIX)/bin,$(addprefix $(OUT)/,$(tool_names)))
	@$(call help_of,1,$(tool_names))
install-lib: built
	@$(call put,644,$(LIBDIR),$(OUT)/libddz.so.$(ABI))
	@cd '$(DESTDIR)$(LIBDIR)' && mv libddz.so.$(ABI) libddz.so.$(VERSION) && ln -sf libddz.so.$(VERSION) libddz.so.$(ABI)
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || /sbin/ldconfig
install-dev: built
	@$(call put,644,$(LIBDIR),$(OUT)/libddz.a) && ln -sf libddz.so.$(ABI) '$(DESTDIR)$(LIBDIR)/libddz.so'
	@$(call put,644,$(PREFIX)/include,lib/ddz.h lib/ddz_core.h)
	@$(call fill,$(LIBDIR)/pkgconfig,ddz.pc,lib/ddz.pc.in)
	@$(call put,644,$(PREFIX)/share/man/man3,lib/ddz.3 lib/ddz_core.3)
install-data: built
	@$(call put,644,$(PREFIX)/share/ddz,$(wildcard models/*.net) $(OUT)/openapi.yaml)
install-python:
	@$(call put,644,$(PYTHONDIR)/ddz,$(wildcard clients/python/ddz/*.py) clients/python/ddz/py.typed)
	@$(call put,644,$(PYTHONDIR)/ddz/dropin,$(wildcard clients/python/ddz/dropin/*.py))
	@$(foreach v,$(PYTHONS),install -d '$(DESTDIR)$(PREFIX)/lib/python$(v)/dist-packages' && \
	  ln -sfn ../../python3/dist-packages/ddz '$(DESTDIR)$(PREFIX)/lib/python$(v)/dist-packages/ddz' &&) true
install-clients: install-python
	@$(call put,644,$(GODIR)/$(GOMODULE),$(filter-out %_test.go,$(wildcard clients/go/*.go)) clients/go/go.mod)
	@$(call put,644,$(PREFIX)/share/nodejs/ddz-client,$(wildcard clients/js/*.js clients/js/*.d.ts) clients/js/package.json)
	@$(call put,644,$(PREFIX)/share/doc/ddz/examples/libddz,$(wildcard lib/examples/*))
	@$(call put,644,$(PREFIX)/share/doc/ddz/examples/python,$(wildcard clients/python/examples/*))
	@$(call put,644,$(PREFIX)/share/doc/ddz/examples/js,$(wildcard clients/js/examples/*))
	@$(call put,644,$(PREFIX)/share/doc/ddz/examples/go,$(wildcard clients/go/examples/play/*))

# Installs into a folder of its own to know what there is to remove.
uninstall: ## remove what `make install` with the same DESTDIR and PREFIX put there
	+@there=$$(mktemp -d) && trap 'rm -rf "$$there"' EXIT && $(again) install DESTDIR="$$there" > /dev/null && \
	rm -rf '$(DESTDIR)$(PYTHONDIR)/ddz'/__pycache__ '$(DESTDIR)$(PYTHONDIR)/ddz'/dropin/__pycache__ && cd "$$there" && \
	find . ! -type d -printf '%P\n' | while read -r file; do rm -f "$(DESTDIR)/$$file"; done && \
	find . -mindepth 1 -depth -type d \( -path '*/d*dz*' -o -path '*/python3*' -o -path '*/gocode*' \) -printf '%P\n' | while read -r folder; do \
	  rmdir --ignore-fail-on-non-empty "$(DESTDIR)/$$folder" 2>/dev/null || true; done

check-install: build ## install into a temporary root: files, man pages, completion, the examples of each language
	@tools/packages.sh install shells python go node
	+@tests/install/check.sh $(OUT)

dist: $(OUT)/openapi.json $(OUT)/web/reference.json ## the sources of the last commit with what Python, libyaml and esbuild make: build/ddz-VERSION.tar.gz
	@tools/dist.sh $(OUT) $(BUILD)/ddz-$(VERSION).tar.gz
release: ## VERSION=0.3.0: dates the changelog, commits, builds all packages into build/release-VERSION, tags (TAG=no: does not)
	+@MAKE="$(MAKE)" TAG=$(TAG) tools/release.sh $(VERSION)

# Packages are compiled with Debian's flags, in a folder of their own.
deb_build := $(BUILD)/deb/release
deb_flags = BUILD=$(BUILD)/deb MODE=release CFLAGS="$$(dpkg-buildflags --get CFLAGS) -ffile-prefix-map=$(CURDIR)=." \
            CPPFLAGS="$$(dpkg-buildflags --get CPPFLAGS)" LDFLAGS="$$(dpkg-buildflags --get LDFLAGS) -Wl,-z,now"
deb: ## Debian packages of service, tools, library and nets: build/deb/*.deb (PACKAGES= for some)
	@tools/packages.sh build deb
	+@$(again) $(deb_flags) $(or $(BUILT),build)
	+@export $(deb_flags); MAKE="$(MAKE)" tools/deb.sh $(deb_build) $(BUILD)/deb $(PACKAGES)

arm64_flags = BUILD=$(BUILD)/arm64 MODE=release NATIVE=$(OUT) HOSTCC="$(CC)" OBJCOPY=aarch64-linux-gnu-objcopy \
              CC="$(if $(findstring ccache,$(CC)),ccache )aarch64-linux-gnu-gcc --sysroot=$(abspath $(BUILD)/arm64/sysroot)"
arm64: build ## as root on a Debian: service, tools and library for arm64, cross-compiled: build/arm64/release
	@tools/packages.sh arm64
	@tools/sysroot.sh arm64 $(BUILD)/arm64/sysroot
	+@$(again) $(arm64_flags) build
	@for f in ddzd libddz.so.$(ABI); do aarch64-linux-gnu-objdump -f $(BUILD)/arm64/release/$$f | grep 'file format elf64-littleaarch64' || exit 1; done
deb-arm64: arm64 ## Debian packages for arm64, cross-compiled: build/deb-arm64/*.deb
	@tools/packages.sh deb
	+@export $(arm64_flags); MAKE="$(MAKE)" ARCH=arm64 tools/deb.sh $(BUILD)/arm64/release $(BUILD)/deb-arm64 ddzd ddz-tools libddz0 libddz-dev
# In emulation: as far as that goes it runs, and its system calls are those that the filter allows there.
check-arm64: arm64 $(within) ## as root on a Debian: that service in qemu passes tests, and calls only what the filter allows
	@tools/packages.sh emulate
	@tests/arm64.sh $(BUILD)/arm64
check-deb: deb ## as root on a Debian: lintian; a bare Debian installs, starts, upgrades and purges the packages
	@tools/packages.sh check-deb
	+@export $(deb_flags); MAKE="$(MAKE)" tests/deb.sh $(deb_build) $(BUILD)/deb

.PHONY: deb-arm64 dist release arm64 check-arm64 deb check-deb install-service install-tools install-lib install-dev install-data install-python install-clients uninstall check-install
