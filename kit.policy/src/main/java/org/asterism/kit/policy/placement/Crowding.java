package org.asterism.kit.policy.placement;

/**
 * Determines how much of the predicted time of a transfer counts. The prediction assumes that all devices copy at the
 * same time, in both directions. But a device that waits for its next task gets its data much sooner. A policy that
 * trusted the prediction would leave such a device without work at the beginning and at the end of a run. If many tasks
 * wait, the bus may be the bottleneck of the run. Then it pays to count transfers for more than their predicted time.
 *
 * <p>The numbers were found on simulated machines of six kinds with 1 to 8 GPUs, with tasks of 0.2 to 10 ms.
 */
final class Crowding {
    /** The part while nothing waits. */
    static final double LEAST = 0.2;

    /** The part while a lot waits. */
    static final double MOST = 3;

    /** The mean load of the devices from which on it is the most; a load counts tasks that wait twice. */
    static final double MOST_LOAD = 100;

    /**
     * So many devices of a group are asked about their load, so that the cost of a decision does not grow with their
     * number.
     */
    private static final int ASKED = 16;

    private Crowding() {}

    /** The part to count on now: between {@link #LEAST} and {@link #MOST}. */
    static double part(WorkerGroup[] groups) {
        long load = 0;
        int asked = 0;
        for (WorkerGroup group : groups) {
            if (group.alike.memoryNode() == 0) {
                continue;
            }
            WorkerQueue[] members = group.members();
            int most = Math.min(members.length, ASKED);
            for (int index = 0; index < most; index++) {
                load += members[index].load();
            }
            asked += most;
        }
        return asked == 0 ? 1 : LEAST + (MOST - LEAST) * Math.min(1, load / (MOST_LOAD * asked));
    }
}
