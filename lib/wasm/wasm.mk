# wasm.mk - the engine as a WebAssembly module, the npm packages, and the console as static files; part of the Makefile.
#
# jansson comes from the source package of Debian.

WASM_SUITE ?= bookworm
WASM_CC ?= clang --target=wasm32-wasi
WASM_FLAGS := -std=c11 -O3 -DNDEBUG -msimd128 -ffp-contract=off -I. -Ilib/wasm -D_GNU_SOURCE -DHAVE_CONFIG_H
.PHONY: wasm npm site

wasm: ## the engine as an ES module for browsers and Node: build/wasm/
	@tools/packages.sh build generate wasm
	@tools/debian_source.sh jansson $(WASM_SUITE) $(BUILD)/jansson
	+@$(again) $(BUILD)/wasm/package/ddz.wasm
npm: wasm ## the npm packages: build/npm-packages/ddz-engine-VERSION.tgz and ddz-client-VERSION.tgz
	@tools/packages.sh node
	@rm -rf $(BUILD)/npm-packages; mkdir -p $(BUILD)/npm-packages/client
	@cp $(wildcard clients/js/*.*) LICENSE $(BUILD)/npm-packages/client/
	@cd $(BUILD)/npm-packages && npm pack --silent ../wasm/package ./client
site: wasm $(OUT)/openapi.json ## the console as static files that need no service: build/site/
	@tools/site.sh $(OUT)/openapi.json $(BUILD)/wasm/package $(BUILD)/site
	@echo "$(BUILD)/site: for any file server, under any path"

# Without threads there is no batch.
wasm_src := $(core_src) $(api_src) $(filter-out lib/batch.c lib/observe.c lib/rlcard.c,$(lib_src)) lib/wasm/ddz_wasm.c
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
$(BUILD)/wasm/package/ddz.wasm: $(BUILD)/wasm/ddz.wasm $(wasm_files) clients/js/types.d.ts $(wildcard models/*.net)
	@rm -rf $(@D); mkdir -p $(@D)/nets; cp $(wasm_files) clients/js/types.d.ts $(@D)/; cp models/*.net $(@D)/nets/
	@cp $(BUILD)/jansson/tree/LICENSE $(@D)/LICENSE.jansson; cp $< $@

