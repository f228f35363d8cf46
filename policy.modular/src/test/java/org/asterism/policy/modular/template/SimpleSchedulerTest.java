package org.asterism.policy.modular.template;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.DECIDE_ALWAYS;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.DECIDE_ARCHS;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.DECIDE_MEMNODES;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.DECIDE_WORKERS;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_EXP;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_NOLIMIT;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_PRIO;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_READY;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFOS_BELOW_READY_FIRST;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFO_ABOVE;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.FIFO_ABOVE_PRIO;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.IMPL;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.PERFMODEL;
import static org.asterism.policy.modular.template.SimpleScheduler.Flag.WS_BELOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.asterism.api.tree.Step;
import org.asterism.policy.modular.template.SimpleScheduler.Flag;
import org.junit.jupiter.api.Test;

final class SimpleSchedulerTest {
    private static void assertBuilt(String expected, SimpleScheduler scheduler) {
        assertEquals(parse(expected), scheduler.description());
        assertEquals(written(parse(expected)), written(scheduler.description()));
    }

    private static void assertBuilt(String expected, String decision, Flag... flags) {
        assertBuilt(expected, SimpleScheduler.deciding(decision, flags));
    }

    @Test
    void shouldPutNothingAroundADecisionWithoutFlags() {
        assertBuilt("eager", "eager", DECIDE_WORKERS);
        assertBuilt("eager / each worker: best-implementation", "eager", DECIDE_WORKERS, IMPL);
    }

    @Test
    void shouldPutAStoreAbove() {
        assertBuilt("fifo / eager", "eager", DECIDE_WORKERS, FIFO_ABOVE);
        assertBuilt("prio / eager", "eager", DECIDE_WORKERS, FIFO_ABOVE, FIFO_ABOVE_PRIO);
        assertBuilt("eager", "eager", DECIDE_WORKERS, FIFO_ABOVE_PRIO);
    }

    @Test
    void shouldPutStoresBelow() {
        assertBuilt("eager / each worker: fifo(ntasks=2)", "eager", DECIDE_WORKERS, FIFOS_BELOW);
        assertBuilt("mct / each worker: fifo(ntasks=30, exp)", "mct", DECIDE_WORKERS, FIFOS_BELOW, FIFOS_BELOW_EXP);
        assertBuilt(
                "heft / each worker: prio(ntasks=30, ready)",
                "heft",
                DECIDE_WORKERS,
                FIFOS_BELOW,
                FIFOS_BELOW_PRIO,
                FIFOS_BELOW_READY);
        assertBuilt(
                "heteroprio / each worker: fifo(ready-first)",
                "heteroprio",
                DECIDE_WORKERS,
                FIFOS_BELOW,
                FIFOS_BELOW_READY,
                FIFOS_BELOW_READY_FIRST,
                FIFOS_BELOW_NOLIMIT);
        assertBuilt(
                "random / each worker: prio(ntasks=2)",
                "random",
                DECIDE_WORKERS,
                FIFOS_BELOW,
                FIFOS_BELOW_PRIO,
                FIFOS_BELOW_READY_FIRST);
    }

    @Test
    void shouldLetWorkersShareWhatIsDecidedForMemoryNodesAndArchitectures() {
        assertBuilt(
                "mct / each memory-node: fifo(ntasks=30) / eager / each worker: best-implementation",
                "mct",
                DECIDE_MEMNODES,
                FIFOS_BELOW,
                IMPL);
        assertBuilt("mct / each architecture: eager", "mct", DECIDE_ARCHS);
        assertBuilt("mct / each architecture: work-stealing", "mct", DECIDE_ARCHS, WS_BELOW);
        assertBuilt("eager / each worker: fifo(ntasks=2)", "eager", DECIDE_WORKERS, FIFOS_BELOW, WS_BELOW);
    }

    @Test
    void shouldKeepTasksFromTheDecisionWhoseTimesAreNotKnown() {
        assertBuilt(
                "prio / perfmodel-select(perf: mct, calibrate: eager-calibration, else: eager)",
                "mct",
                DECIDE_WORKERS,
                PERFMODEL,
                FIFO_ABOVE,
                FIFO_ABOVE_PRIO);
        assertBuilt(
                "perfmodel-select(perf: mct / each worker: best-implementation, calibrate: fifo / eager-calibration,"
                        + " else: fifo / eager / each worker: best-implementation)",
                "mct",
                DECIDE_WORKERS,
                PERFMODEL,
                IMPL);
        assertBuilt(
                "perfmodel-select(perf: mct, calibrate: prio / eager-calibration, else: prio / eager)",
                "mct",
                DECIDE_WORKERS,
                PERFMODEL,
                FIFO_ABOVE_PRIO);
    }

    @Test
    void shouldPutFurtherComponentsInFrontOfTheDecision() {
        assertBuilt(
                "fifo / perfmodel-select(perf: first(a=1) / second / mct(beta=2, always), calibrate: eager-calibration,"
                        + " else: eager)",
                SimpleScheduler.deciding(
                                Step.component("mct").with("beta", "2"),
                                List.of(DECIDE_WORKERS, DECIDE_ALWAYS, PERFMODEL, FIFO_ABOVE))
                        .withPreDecision(Step.component("first").with("a", "1"))
                        .withPreDecision(Step.component("second")));
    }

    @Test
    void shouldMindWhatIsSaidOfStoresBeforeFlags() {
        SimpleScheduler scheduler = SimpleScheduler.deciding(
                "mct", DECIDE_WORKERS, FIFO_ABOVE, FIFO_ABOVE_PRIO, FIFOS_BELOW, FIFOS_BELOW_READY, FIFOS_BELOW_EXP);
        assertBuilt(
                "fifo / mct / each worker: prio(ntasks=7, exp-len=1500us, exp)",
                scheduler.withStores(StoreOverrides.NONE
                        .withSortedAbove(false)
                        .withSortedBelow(true)
                        .withNtasks(7)
                        .withExpLen(Duration.ofNanos(1_500_000))
                        .withReady(false)
                        .withReadyFirst(true)));
        assertBuilt(
                "prio / mct / each worker: fifo(ready-first, exp)",
                scheduler.withStores(StoreOverrides.NONE
                        .withNtasks(0)
                        .withExpLen(Duration.ZERO)
                        .withReadyFirst(true)));
        assertBuilt(
                "prio / mct / each worker: fifo(ntasks=30, exp)",
                scheduler.withStores(StoreOverrides.NONE.withReady(false)));
        assertBuilt("prio / mct / each worker: fifo(ntasks=30, ready, exp)", scheduler.withStores(StoreOverrides.NONE));
        assertThrows(IllegalArgumentException.class, () -> StoreOverrides.NONE.withNtasks(-1));
        assertThrows(IllegalArgumentException.class, () -> StoreOverrides.NONE.withExpLen(Duration.ofNanos(-1)));
    }

    @Test
    void shouldPutAStageBelowSeveralDecisions() {
        SequencedMap<String, SimpleScheduler> choices = new LinkedHashMap<>();
        choices.put("0", SimpleScheduler.deciding("eager", DECIDE_WORKERS, FIFO_ABOVE));
        choices.put("1", SimpleScheduler.deciding("mct", DECIDE_MEMNODES, FIFO_ABOVE, FIFOS_BELOW));
        assertEquals(
                parse("user-choice(0: fifo / eager / each worker: @end,"
                        + " 1: fifo / mct / each memory-node: fifo(ntasks=30) / eager / each worker: @end) "
                        + "where end = stage"),
                SimpleScheduler.choosing(choices));
        choices.put("2", SimpleScheduler.deciding("random", DECIDE_WORKERS, FIFO_ABOVE, IMPL));
        assertEquals(
                parse("x where end = stage / best-implementation").parts(),
                SimpleScheduler.choosing(choices).parts());
    }

    @Test
    void shouldRefuseFlagsThatMakeNoSense() {
        for (Flag[] flags : new Flag[][] {{}, {IMPL}, {DECIDE_WORKERS, DECIDE_ARCHS}}) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> SimpleScheduler.deciding("mct", flags));
            assertTrue(refused.getMessage().contains("exactly one of DECIDE_WORKERS"), refused.getMessage());
        }
        SequencedMap<String, SimpleScheduler> one = new LinkedHashMap<>();
        one.put("a", SimpleScheduler.deciding("mct", DECIDE_WORKERS));
        assertThrows(IllegalArgumentException.class, () -> SimpleScheduler.choosing(one));
    }
}
