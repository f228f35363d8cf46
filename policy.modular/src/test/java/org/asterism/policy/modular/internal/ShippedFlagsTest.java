package org.asterism.policy.modular.internal;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.COMBINED_WORKERS;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.DECIDE_MEMNODES;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.DECIDE_WORKERS;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_EXP;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_NOLIMIT;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_PRIO;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_READY;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFO_ABOVE;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFO_ABOVE_PRIO;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.IMPL;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.PERFMODEL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.template.SimpleScheduler;
import org.asterism.policy.modular.template.SimpleScheduler.Flag;
import org.junit.jupiter.api.Test;

/** That the trees of the file are those that the reference makes of these decisions and flags. */
final class ShippedFlagsTest {
    private static final Set<Flag> ABOVE = EnumSet.of(FIFO_ABOVE);
    private static final Set<Flag> COMBINED = EnumSet.of(COMBINED_WORKERS);
    private static final Set<Flag> ABOVE_PRIO = EnumSet.of(FIFO_ABOVE, FIFO_ABOVE_PRIO);
    private static final Set<Flag> FETCHING = EnumSet.of(FIFOS_BELOW, FIFOS_BELOW_READY);
    private static final Set<Flag> FETCHING_PRIO = EnumSet.of(FIFOS_BELOW, FIFOS_BELOW_PRIO, FIFOS_BELOW_READY);
    private static final Set<Flag> PLANNED = EnumSet.of(
            PERFMODEL, FIFO_ABOVE, FIFO_ABOVE_PRIO, FIFOS_BELOW, FIFOS_BELOW_PRIO, FIFOS_BELOW_READY, FIFOS_BELOW_EXP);
    private static final Set<Flag> AT_ONCE = EnumSet.of(PERFMODEL, FIFOS_BELOW, FIFOS_BELOW_EXP, FIFOS_BELOW_NOLIMIT);

    @SafeVarargs
    private static SimpleScheduler workers(String decision, Set<Flag>... flags) {
        return deciding(decision, DECIDE_WORKERS, flags);
    }

    @SafeVarargs
    private static SimpleScheduler deciding(String decision, Flag level, Set<Flag>... flags) {
        Set<Flag> all = EnumSet.of(level, IMPL);
        for (Set<Flag> some : flags) {
            all.addAll(some);
        }
        return SimpleScheduler.deciding(Step.component(decision), all);
    }

    @Test
    void shouldShipWhatTheFlagsOfTheReferenceGive() {
        Map<String, SimpleScheduler> flagged = new HashMap<>();
        flagged.put("modular-eager", workers("eager", ABOVE));
        flagged.put("modular-eager-prefetching", workers("eager", ABOVE, FETCHING));
        flagged.put("modular-eager-prio", workers("eager-prio", FETCHING_PRIO));
        flagged.put("modular-prio", workers("eager", ABOVE_PRIO));
        flagged.put("modular-prio-prefetching", workers("eager", ABOVE_PRIO, FETCHING_PRIO));
        flagged.put("modular-random", workers("random", ABOVE));
        flagged.put("modular-random-prio", workers("random", ABOVE_PRIO));
        flagged.put("modular-random-prefetching", workers("random", ABOVE, FETCHING));
        flagged.put("modular-random-prio-prefetching", workers("random", ABOVE_PRIO, FETCHING_PRIO));
        flagged.put("modular-prandom", workers("random", ABOVE, COMBINED, EnumSet.of(FIFOS_BELOW)));
        flagged.put(
                "modular-prandom-prio", workers("random", ABOVE, COMBINED, EnumSet.of(FIFOS_BELOW, FIFOS_BELOW_PRIO)));
        flagged.put("modular-ws", workers("work-stealing"));
        flagged.put("modular-heft", workers("mct", PLANNED));
        flagged.put("modular-pheft", workers("mct", PLANNED, COMBINED));
        flagged.put("modular-heft2", workers("heft", PLANNED));
        flagged.put("modular-heft-prio", deciding("mct", DECIDE_MEMNODES, PLANNED));
        flagged.put("modular-heteroprio", workers("heteroprio", PLANNED));
        flagged.put("modular-heteroprio-memory", deciding("heteroprio", DECIDE_MEMNODES, PLANNED));
        flagged.put(
                "modular-gemm",
                deciding(
                        "gemm",
                        DECIDE_MEMNODES,
                        ABOVE_PRIO,
                        EnumSet.of(FIFOS_BELOW, FIFOS_BELOW_PRIO, FIFOS_BELOW_EXP)));
        flagged.put("modular-dmda", workers("mct", AT_ONCE));
        flagged.put("modular-dmdap", workers("mct", AT_ONCE, EnumSet.of(FIFOS_BELOW_PRIO)));
        flagged.put("modular-dmdar", workers("mct", AT_ONCE, EnumSet.of(FIFOS_BELOW_READY)));
        flagged.put("modular-dmdas", workers("mct", AT_ONCE, EnumSet.of(FIFOS_BELOW_PRIO, FIFOS_BELOW_READY)));
        Map<String, String> descriptions = new HashMap<>();
        flagged.forEach((name, scheduler) -> descriptions.put(name, written(scheduler.description())));
        descriptions.put("modular-heteroprio-heft", written(chosen()));

        for (ShippedTree tree : ShippedTrees.all()) {
            assertEquals(descriptions.remove(tree.name()), written(tree.description()), tree.name());
        }
        assertEquals(Map.of(), descriptions, "all are shipped");
    }

    private static TreeDescription chosen() {
        SequencedMap<String, SimpleScheduler> choices = new LinkedHashMap<>();
        choices.put("heteroprio", workers("heteroprio", EnumSet.of(FIFOS_BELOW, FIFOS_BELOW_READY, FIFOS_BELOW_EXP)));
        choices.put(
                "heft",
                workers(
                        "heft",
                        ABOVE_PRIO,
                        EnumSet.of(FIFOS_BELOW, FIFOS_BELOW_PRIO, FIFOS_BELOW_READY, FIFOS_BELOW_EXP)));
        return SimpleScheduler.choosing(choices);
    }
}
