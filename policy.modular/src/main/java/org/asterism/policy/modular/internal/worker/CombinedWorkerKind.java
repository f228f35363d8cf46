package org.asterism.policy.modular.internal.worker;

import java.util.List;

/** What descriptions say of the components that ways to combined workers end in. */
public final class CombinedWorkerKind {
    /** The kind's name. */
    public static final String NAME = "combined-worker";

    /** The parameter that says how many tasks wait for the workers at most; 0 for any number. */
    public static final String NTASKS = "ntasks";

    /** The parameter that says whether the most urgent of the waiting tasks is run first. */
    public static final String PRIO = "prio";

    /** The parameter that says whether data of a task are fetched as soon as it is pushed to the workers. */
    public static final String PREFETCH = "prefetch";

    /** The parameters it knows. */
    public static final List<String> PARAMETERS = List.of(NTASKS, PRIO, PREFETCH);

    private CombinedWorkerKind() {}
}
