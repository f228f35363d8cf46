package org.asterism.policy.modular.internal.worker;

import java.util.List;

/** What descriptions say of the components that end every tree. */
public final class WorkerKind {
    /** The kind's name. */
    public static final String NAME = "worker";

    /** The parameter that says whether data of a task are fetched as soon as it is pushed to a worker. */
    public static final String PREFETCH = "prefetch";

    /** The parameters it knows. */
    public static final List<String> PARAMETERS = List.of(PREFETCH);

    private WorkerKind() {}
}
