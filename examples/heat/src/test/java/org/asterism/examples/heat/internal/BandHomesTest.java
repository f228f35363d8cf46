package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

class BandHomesTest {
    @Test
    void shouldGiveNeighboursTheSameNodeInProportionToItsWorkers() {
        assertEquals(List.of(0, 0, 0, 1, 1, 1, 2, 2, 2), homes(9, 0, 1, 2));
        assertEquals(List.of(0, 0, 0, 0, 1, 1, 2, 2), homes(8, 0, 1, 2, 0));
        assertEquals(List.of(1, 1, 4, 4), homes(4, 4, 1));
    }

    @Test
    void shouldUseAsManyNodesAsThereAreBands() {
        assertEquals(List.of(0, 1), homes(2, 0, 1, 2));
        assertEquals(List.of(0), homes(1, 0, 1, 2));
    }

    @Test
    void shouldNotCareWithOneNode() {
        assertEquals(List.of(0, 0, 0), homes(3, 0, 0));
        assertEquals(List.of(0, 0, 0), homes(3));
        List<Worker> workers =
                List.of(new FakeWorker(0, Architecture.CPU, 0), new FakeWorker(1, Architecture.of("other"), 1));
        BandHomes homes = new BandHomes(workers, 2, worker -> worker.architecture() == Architecture.CPU);
        assertEquals(List.of(0, 0), List.of(homes.node(0), homes.node(1)), "workers that cannot compute bands");
    }

    private static List<Integer> homes(int bands, int... nodesOfWorkers) {
        List<Worker> workers = new ArrayList<>();
        for (int node : nodesOfWorkers) {
            workers.add(new FakeWorker(workers.size(), Architecture.CPU, node));
        }
        BandHomes homes = new BandHomes(workers, bands, worker -> true);
        return IntStream.range(0, bands).map(homes::node).boxed().toList();
    }
}
