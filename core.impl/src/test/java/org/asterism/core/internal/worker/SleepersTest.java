package org.asterism.core.internal.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Architecture;
import org.junit.jupiter.api.Test;

class SleepersTest {
    private static final long CPU = 1L << Architecture.CPU.index();
    private static final long CUDA = 1L << Architecture.CUDA.index();

    private final Sleepers sleepers = new Sleepers();

    private List<Integer> found(long architectures) {
        List<Integer> ids = new ArrayList<>();
        for (int id = sleepers.next(architectures, 0); id >= 0; id = sleepers.next(architectures, id + 1)) {
            ids.add(id);
        }
        return ids;
    }

    @Test
    void shouldFindNobodyAsLongAsNobodySleeps() {
        assertEquals(List.of(), found(CPU | CUDA));
    }

    @Test
    void shouldFindThoseOfTheArchitecturesAskedForById() {
        for (int id : new int[] {63, 10_000, 0, 64, 4095, 4096}) {
            sleepers.set(id, Architecture.CPU);
        }
        sleepers.set(65, Architecture.CUDA);
        sleepers.set(9999, Architecture.CUDA);
        assertEquals(List.of(0, 63, 64, 4095, 4096, 10_000), found(CPU));
        assertEquals(List.of(65, 9999), found(CUDA));
        assertEquals(List.of(0, 63, 64, 65, 4095, 4096, 9999, 10_000), found(CPU | CUDA));
    }

    @Test
    void shouldNotFindThoseWhoWereSteppedAgain() {
        sleepers.set(5, Architecture.CPU);
        sleepers.set(6, Architecture.CPU);
        sleepers.clear(5, Architecture.CPU);
        assertEquals(List.of(6), found(CPU));
    }
}
