package org.asterism.policy.modular.internal.worker;

import java.util.List;
import org.asterism.api.Parameter;

/** Kind of the component at the end of a tree at a worker. */
public final class WorkerKind {
    /** Name of the kind. */
    public static final String NAME = "worker";

    /** Parameter: whether data are prefetched. */
    public static final String PREFETCH =
            "prefetch (false): whether data of a task are fetched as soon as it is pushed to the worker";

    /** Declarations of the parameters. */
    public static final List<String> PARAMETERS = List.of(PREFETCH);

    /** Names of the parameters. */
    public static final List<String> NAMES =
            PARAMETERS.stream().map(said -> Parameter.of(said).name()).toList();

    private WorkerKind() {}
}
