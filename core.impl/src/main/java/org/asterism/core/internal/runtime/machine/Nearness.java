package org.asterism.core.internal.runtime.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;

/**
 * Orders workers by their distance in the machine, from the {@link ComputeUnit#PLACE places} of their units.
 *
 * <p>First come those that share the innermost object, cyclically from the worker's own number, then those that share
 * the next one. In this order StarPU's locality work stealing walks through the tree of the hardware.
 */
public final class Nearness {
    private Nearness() {}

    /** The workers, the nearest to one of them first; as they are given if nobody knows where that one is. */
    public static List<Worker> from(Worker origin, List<Worker> workers) {
        int[] own = place(origin);
        if (own == null) {
            return workers;
        }
        Map<Worker, int[]> places = new HashMap<>();
        List<Worker> near = new ArrayList<>();
        List<Worker> elsewhere = new ArrayList<>();
        for (Worker worker : workers) {
            int[] place = place(worker);
            if (place == null) {
                elsewhere.add(worker);
            } else {
                places.put(worker, place);
                near.add(worker);
            }
        }
        near.sort(Comparator.comparing((Worker worker) -> worker != origin)
                .thenComparing((one, other) -> compare(own, places.get(one), places.get(other)))
                .thenComparingInt(Worker::id));
        near.addAll(elsewhere);
        return near;
    }

    private static int compare(int[] own, int[] one, int[] other) {
        int shared = shared(own, one);
        int sharedByOther = shared(own, other);
        if (shared != sharedByOther) {
            return Integer.compare(sharedByOther, shared);
        }
        if (shared < own.length && shared < one.length && shared < other.length && one[shared] != other[shared]) {
            return Integer.compareUnsigned(one[shared] - own[shared], other[shared] - own[shared]);
        }
        return Arrays.compare(one, other);
    }

    private static int shared(int[] own, int[] other) {
        int mismatch = Arrays.mismatch(own, other);
        return mismatch < 0 ? own.length : mismatch;
    }

    private static int[] place(Worker worker) {
        if (!(worker.properties().get(ComputeUnit.PLACE) instanceof String given)) {
            return null;
        }
        try {
            return Arrays.stream(given.split("\\.")).mapToInt(Integer::parseInt).toArray();
        } catch (NumberFormatException noPlace) {
            return null; // of another driver's making
        }
    }
}
