package org.asterism.examples.heat.internal;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * The memory node on which each band is computed. Each node has adjacent bands, in proportion to its share of the
 * workers. So a band stays where it is, and only the rows at the seams between two nodes' bands are transferred. With
 * one node there is no preference, and tasks run anywhere.
 */
final class BandHomes {
    private final int[] nodes;
    private final Map<Integer, Predicate<Worker>> workersOf = new HashMap<>();

    /**
     * Deals bands out.
     *
     * @param workers all that there are
     * @param bands the number of bands, from the upper edge of the plate to the lower one
     * @param computes whether a worker can compute bands
     */
    BandHomes(List<Worker> workers, int bands, Predicate<Worker> computes) {
        int[] seats = workers.stream()
                .filter(computes)
                .sorted(Comparator.comparingInt(Worker::memoryNode))
                .mapToInt(Worker::memoryNode)
                .toArray();
        nodes = new int[bands];
        if (seats.length == 0 || seats[0] == seats[seats.length - 1]) {
            return;
        }
        for (int band = 0; band < bands; band++) {
            int node = seats[(int) ((long) band * seats.length / bands)];
            nodes[band] = node;
            workersOf.computeIfAbsent(node, home -> worker -> worker.memoryNode() == home);
        }
    }

    /** The node of a band; 0 if it does not matter. */
    int node(int band) {
        return nodes[band];
    }

    /** Has a task of a band run where the band is. */
    Task place(Task task, int band) {
        return workersOf.isEmpty() ? task : task.where(workersOf.get(nodes[band]));
    }
}
