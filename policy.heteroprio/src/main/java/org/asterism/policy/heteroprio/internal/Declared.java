package org.asterism.policy.heteroprio.internal;

import static org.asterism.api.Parameter.AND;

/** The declarations of the policy's properties; see {@link org.asterism.api.Parameter}. */
final class Declared {
    static final String GROUPING = "grouping (model; model, codelet, size or priority): which tasks share a bucket";

    static final String ORDERING = "ordering (urt-dot-diff-4; urt-dot-diff-4, acceleration, difference, successors, "
            + "successors-dot-difference or release): how an architecture's order is found";

    static final String INTERVAL = "interval (32; from 1): pushes between two computations of the orders";

    static final String ORDER =
            "order.ARCH (none): buckets that an architecture visits first, with commas between " + "them";

    static final String SLOW = "slow.ARCH (none): how many times slower than the fastest an architecture is, as "
            + "BUCKET:FACTOR with commas between them";

    static final String ADMISSION = "admission (backlog; backlog, bucket or always): when slow workers may take tasks";

    static final String URGENCY =
            "urgency (true): whether an architecture goes by priority among the buckets it is " + "the fastest for";

    static final String NEAR = "near (20; 1 to 256): how many of a bucket's first tasks are compared by the data "
            + "that a worker's memory lacks";

    static final String WINDOW = "window (1; 1 to 1024): tasks that a worker takes at a time";

    static final String PREFETCH =
            "prefetch (true): whether data are fetched for tasks that a worker holds beside the " + "one it runs";

    static final String NEWEST_FIRST = "newestFirst (false): whether the last task of a priority comes first";

    static final String LOCALITY = "locality (false): whether buckets keep tasks apart by memory node";

    static final String PUSH = "locality.push (auto; worker, lcs, ls-sdh, ls-sdh2, ls-sdhb, lc-smwb or auto): which "
            + "node a task is put at";

    static final String NODES =
            "locality.nodes.ARCH (cpu all, others 1): how many other nodes are visited by their " + "distance";

    static final String STEP =
            "locality.step.ARCH (cpu 1, others all): buckets visited in a node before the next " + "one";

    private static final String OF_BUCKETS =
            GROUPING + AND + ORDERING + AND + INTERVAL + AND + ORDER + AND + SLOW + AND + ADMISSION + AND + URGENCY;

    private static final String OF_WORKERS = NEAR + AND + WINDOW + AND + PREFETCH + AND + NEWEST_FIRST;

    private static final String OF_LOCALITY = LOCALITY + AND + PUSH + AND + NODES + AND + STEP;

    /** All of them. */
    static final String ALL = OF_BUCKETS + AND + OF_WORKERS + AND + OF_LOCALITY;

    private Declared() {}
}
