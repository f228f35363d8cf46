package org.asterism.driver.sim.internal.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.model.PerformanceModel;
import org.asterism.driver.sim.internal.machine.Costs;
import org.asterism.driver.sim.internal.machine.KernelTable;
import org.asterism.driver.sim.internal.machine.KernelTiming;
import org.asterism.driver.sim.internal.machine.KernelTiming.Case;
import org.asterism.driver.sim.internal.machine.Law;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.WorkerGroup;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;

class KernelTimesTest {
    private static final WorkerGroup GPU =
            new WorkerGroup(Architecture.CUDA, List.of("cuda1", "cuda"), 1, 1, 2, 10, 110, "GPU");

    private static KernelTimes times(Map<String, Map<String, KernelTiming>> kernels) {
        KernelTable table = new KernelTable(kernels, Map.of("other", "named"), Set.of(), 1);
        return new KernelTimes(
                new Machine("test.json", "test", List.of(), List.of(), null, table, Costs.STANDARD), GPU);
    }

    private static KernelTiming constant(double nanos) {
        return new KernelTiming(List.of(), new Law.Power(0, 1, nanos), 0);
    }

    private static FakeTask task(long id, String symbol) {
        return new FakeTask(
                id,
                Codelet.named("work")
                        .model(PerformanceModel.history(symbol))
                        .cpu(kernel -> {})
                        .build(),
                0);
    }

    @Test
    void shouldPreferADeviceToItsKindAndANameToAny() {
        KernelTimes times = times(Map.of(
                "named", Map.of("cuda", constant(1), "cuda1", constant(2)),
                "kind", Map.of("cuda", constant(3)),
                "elsewhere", Map.of("cpu", constant(4)),
                "*", Map.of("cuda", constant(5))));
        for (int round = 0; round < 2; round++) {
            assertEquals(2, times.nanos(task(1, "named")));
            assertEquals(2, times.nanos(task(2, "other")));
            assertEquals(3, times.nanos(task(3, "kind")));
            assertTrue(Double.isNaN(times.nanos(task(4, "elsewhere"))));
            assertEquals(5, times.nanos(task(5, "unknown")));
        }
        FakeTask unmodelled =
                new FakeTask(6, Codelet.named("kind").cpu(kernel -> {}).build(), 0);
        assertEquals(3, times.nanos(unmodelled), "the codelet's name stands for its model's");
    }

    @Test
    void shouldKeepManyNamesApart() {
        KernelTimes times = times(Map.of("*", Map.of("cuda", constant(5)), "named", Map.of("cuda", constant(1))));
        for (int number = 0; number < 100_000; number++) {
            assertEquals(5, times.nanos(task(number, "symbol " + number)));
        }
        assertEquals(1, times.nanos(task(0, "named")));
    }

    @Test
    void shouldCountEnergyBesidesThatOfAnIdleUnit() {
        Case measured = new Case(0, true, 0, 1e9, 0, 7);
        KernelTimes times = times(Map.of(
                "named", Map.of("cuda", new KernelTiming(List.of(measured), null, 0)),
                "*", Map.of("cuda", constant(2e9))));
        assertEquals(7, times.joules(task(1, "named")));
        assertEquals(200, times.joules(task(1, "any")));
    }

    @Test
    void shouldTellWhenADeviceIsAskedForAChunk() {
        Chunks chunks = new Chunks();
        int tile = 960 * 960 * 4;
        for (int number = 0; number < 27; number++) {
            assertEquals(number % 9 == 0, chunks.take(number, tile), "nine tiles to a chunk");
        }
        assertTrue(chunks.take(100, 5 << 20), "too large for a chunk");
        assertTrue(chunks.giveBack(100, 5 << 20));
        int freed = 0;
        for (int round = 0; round < 2; round++) {
            for (int number = 0; number < 27; number++) {
                freed += chunks.giveBack(number, tile) ? 1 : 0;
            }
            for (int number = 0; number < 27; number++) {
                assertEquals(false, chunks.take(number, tile), "empty chunks are kept");
            }
        }
        assertEquals(0, freed);
        for (int number = 27; number < 63; number++) {
            chunks.take(number, tile);
        }
        for (int number = 0; number < 63; number++) {
            freed += chunks.giveBack(number, tile) ? 1 : 0;
        }
        assertEquals(3, freed, "four of seven are kept");
    }

    @Test
    void shouldKeepTheMeanOfTimesThatScatterWidely() {
        Spread spread = new Spread(true, 3);
        double sum = 0;
        for (int number = 0; number < 50_000; number++) {
            sum += spread.draw(new KernelTiming.Time(100, 100, Double.NaN), number);
        }
        assertEquals(100, sum / 50_000, 3);
    }
}
