package org.asterism.examples.contexts.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;

/**
 * The initial workers of each side. Of each architecture, the first half goes to the left side.
 *
 * @param left the left side's workers
 * @param right the right side's workers; the same as the left side's if there is only one worker
 */
record Machine(List<Worker> left, List<Worker> right) {
    static Machine halved(List<Worker> workers) {
        Map<Architecture, Integer> numbers = new HashMap<>();
        workers.forEach(worker -> numbers.merge(worker.architecture(), 1, Integer::sum));
        Map<Architecture, Integer> given = new HashMap<>();
        List<Worker> left = new ArrayList<>();
        List<Worker> right = new ArrayList<>();
        for (Worker worker : workers) {
            int before = given.merge(worker.architecture(), 1, Integer::sum) - 1;
            boolean toLeft = 2 * before < numbers.get(worker.architecture());
            (toLeft ? left : right).add(worker);
        }
        return new Machine(left, right.isEmpty() ? left : right);
    }

    /** Whether both sides have the same worker, since there is no other. */
    boolean isShared() {
        return left.equals(right);
    }

    List<Worker> of(Side side) {
        return side == Side.LEFT ? left : right;
    }
}
