# lab.mk - builds and tests the laboratory, which makes the players and calibrates them; part of the Makefile.
#
# Its programs lie beside the others in build/MODE; `make`, `make test` and `make install` leave them out. lab/README.md says
# what there is.

lab_programs := $(patsubst lab/%.c,$(OUT)/%,$(wildcard lab/ddz-*.c))
lab_tests := $(call bin,$(wildcard lab/tests/test_*.c))
lab_parts := $(OUT)/liblab.a $(OUT)/libarena.a

# Learning is sums of floats in any order.
FLAGS_of_lab/train = $(if $(SPEED_$(MODE)),-O3 -ffast-math -fno-finite-math-only -ffp-contract=fast)
FLAGS_of_lab/bids = $(FLAGS_of_lab/train)
FLAGS_of_lab/beliefs = $(FLAGS_of_lab/train)
# Without these, tests of learning take half of a sanitizer's time.
FLAGS_of_lab/train/kernel = $(if $(SANITIZE_$(MODE)),-O2 -march=native)

$(OUT)/liblab.a: $(call obj,$(wildcard lab/train/*.c lab/bids/*.c lab/beliefs/*.c lab/fair/*.c lab/pairs/*.c lab/net/*.c))
$(lab_programs): $(OUT)/%: $(OUT)/lab/%.o $(OUT)/build.o $(lab_parts) $(OUT)/libhost.a $(OUT)/libapi.a $(OUT)/libcore.a
	$(Q)$(LINK) $^ -o $@ $(LIBS_api) -lpthread $(LIBS_core)
$(lab_tests): $(OUT)/%: $(OUT)/%.o $(OUT)/build.o $(lab_parts) $(OUT)/libsupport.a $(layers) | $(lab_programs)
	$(Q)$(LINK) $^ -o $@ -lcmocka $(LIBS)

.PHONY: lab lab-test lab-check curve fair rate shelf train
lab: $(lab_programs) ## build the laboratory: training, calibration, measurements of the search
lab-test: ## the tests of the laboratory, plain and under ASan and UBSan
	@tools/packages.sh build generate test python
	+@$(again) MODE=release lab-check
	+@$(again) MODE=asan lab-check
# Ten times the claims of `make quick`, a minute and a half: the longest one begins first.
many_claims := $(if $(SANITIZE_$(MODE)),,"env DDZ_CLAIMS=20000 $(OUT)/tests/core/test_proven")
lab-check: $(lab_tests) $(OUT)/ddzd $(OUT)/ddz-arena $(OUT)/ddz-game $(OUT)/tests/core/test_proven
	@tests/run.sh $(many_claims) $(lab_tests) "lab/tests/remote.sh $(OUT)"

SCALE ?= 1
curve: $(OUT)/ddz-arena ## the search by the time of a move: the curve of docs/numbers.md, a quarter of an hour; SCALE times the deals
	@tools/packages.sh plot
	@mkdir -p $(BUILD)/strength
	@lab/curve.sh $< $(SCALE) $(BUILD)/strength/curve.tsv
	@lab/curve.gp $(BUILD)/strength/curve.tsv $(BUILD)/strength/curve.png && echo "plot: $(BUILD)/strength/curve.png"

RATE_DEALS ?= 400
rate: $(OUT)/ddz-arena ## ddz-bench 1 of random, the levels, rules, net and search: table and picture of docs/numbers.md, an hour; RATE_DEALS for each
	@tools/packages.sh plot
	@mkdir -p $(BUILD)/strength
	@lab/rate.sh $< $(RATE_DEALS) $(BUILD)/strength/rates.tsv
	@lab/rate.gp $(BUILD)/strength/rates.tsv $(BUILD)/strength/rating.svg && echo "plot: $(BUILD)/strength/rating.svg"

FAIR_GAMES ?= 100
fair: $(OUT)/ddz-fair $(OUT)/libddz.so ## fair players and cheats, FAIR_GAMES (100) a table: the numbers of docs/fair-play.md
	@lab/fair.py $(OUT) --games $(FAIR_GAMES)

SHELF_SEED ?= 1
SHELF_DEALS ?= 8000
shelf: $(OUT)/ddz-puzzles ## make the puzzles of the console anew, web/puzzles.json, from SHELF_DEALS random deals
	@lab/puzzles.sh $< web/puzzles.json $(SHELF_SEED) $(SHELF_DEALS)

# A demonstration; lab/notebooks/training.md has the recipe of the nets in models/.
train: $(OUT)/ddz-train ## teach fresh nets for two minutes; they, a log and a plot go to build/train
	@tools/packages.sh plot
	@mkdir -p $(BUILD)/train
	$(OUT)/ddz-train --minutes 2 --save 30 --out $(BUILD)/train/weights.ddz --log $(BUILD)/train/log.tsv $(ARGS)
	@lab/train/plot.gp $(BUILD)/train/log.tsv $(BUILD)/train/log.png && echo "plot: $(BUILD)/train/log.png"
