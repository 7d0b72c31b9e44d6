# lab.mk - builds and tests the laboratory; its programs lie beside the others in build/MODE.
#
#   make lab          the same as: make -f lab/lab.mk lab-programs
#
# The Makefile's rules hold here too. Nothing of this is known to `make`, `make test` or `make install`.

include Makefile

lab_programs := $(patsubst lab/%.c,$(OUT)/%,$(wildcard lab/ddz-*.c))
lab_tests := $(call bin,$(wildcard lab/tests/test_*.c))
lab_parts := $(OUT)/liblab.a $(OUT)/libarena.a

# Learning is sums of floats in any order.
$(OUT)/lab/train/%.o $(OUT)/lab/bids/%.o $(OUT)/lab/beliefs/%.o: FLAGS_of_lab += $(if $(SPEED_$(MODE)),-O3 -ffast-math -fno-finite-math-only -ffp-contract=fast)
# Without these, tests of learning take half of a sanitizer's time.
$(OUT)/lab/train/kernel.o: FLAGS_of_lab += $(if $(SANITIZE_$(MODE)),-O2 -march=native)

$(OUT)/liblab.a: $(call obj,$(wildcard lab/train/*.c lab/bids/*.c lab/beliefs/*.c lab/pairs/*.c lab/net/*.c))
$(lab_programs): $(OUT)/%: $(OUT)/lab/%.o $(lab_parts) $(OUT)/libhost.a $(OUT)/libapi.a $(OUT)/libcore.a
	$(Q)$(LINK) $^ -o $@ $(LIBS_api) -lpthread $(LIBS_core)
$(lab_tests): $(OUT)/%: $(OUT)/%.o $(lab_parts) $(OUT)/libsupport.a $(layers) | $(lab_programs)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)

.PHONY: lab-programs lab-check lab-curve lab-shelf lab-train
lab-programs: $(lab_programs)
lab-check: $(lab_tests) $(OUT)/ddzd $(OUT)/ddz-arena $(OUT)/ddz-game
	@tests/run.sh $(lab_tests) "lab/tests/remote.sh $(OUT)"

# The search by the time of a move: the curve of docs/strength.md. SCALE times the deals.
SCALE ?= 1
lab-curve: $(OUT)/ddz-arena
	@mkdir -p $(BUILD)/strength
	@lab/curve.sh $< $(SCALE) $(BUILD)/strength/curve.tsv
	@lab/curve.gp $(BUILD)/strength/curve.tsv $(BUILD)/strength/curve.png && echo "plot: $(BUILD)/strength/curve.png"

SHELF_SEED ?= 1
SHELF_DEALS ?= 8000
lab-shelf: $(OUT)/ddz-puzzles
	@lab/puzzles.sh $< web/puzzles.json $(SHELF_SEED) $(SHELF_DEALS)

# A demonstration; lab/notebooks/training.md has the recipe of the nets in models/.
lab-train: $(OUT)/ddz-train
	@mkdir -p $(BUILD)/train
	$(OUT)/ddz-train --minutes 2 --save 30 --out $(BUILD)/train/weights.ddz --log $(BUILD)/train/log.tsv $(ARGS)
	@lab/train/plot.gp $(BUILD)/train/log.tsv $(BUILD)/train/log.png && echo "plot: $(BUILD)/train/log.png"
