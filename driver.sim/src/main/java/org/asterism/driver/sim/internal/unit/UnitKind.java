package org.asterism.driver.sim.internal.unit;

import java.util.Map;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/**
 * The common properties of alike units.
 *
 * @param group their description
 * @param properties facts for people and filters
 * @param times the times of kernels on them
 * @param toldAfter how long a message to them takes, in nanoseconds; 0 unless they belong to a member of a cluster
 * @param answersAfter how long a message from them takes, in nanoseconds; 0 as before
 */
record UnitKind(
        WorkerGroup group, Map<String, Object> properties, KernelTimes times, long toldAfter, long answersAfter) {
    /** Whether they belong to a member of a cluster. */
    boolean isRemote() {
        return group.member() != null;
    }

    /** The name of one of them, by its number among those of its architecture, or of its member and architecture. */
    String name(int number) {
        String local = group.architecture() + "-" + number;
        return isRemote() ? group.member() + "-" + local : local;
    }
}
