package org.asterism.policy.modular.internal.worker;

import java.util.List;
import org.asterism.api.Parameter;

/** Kind of the component at the end of a way to combined workers. */
public final class CombinedWorkerKind {
    /** Name of the kind. */
    public static final String NAME = "combined-worker";

    /** Parameter: how many tasks wait for the workers. */
    public static final String NTASKS = "ntasks (0; from 0): how many tasks wait there at most; 0 for any number";

    /** Parameter: whether priorities are used. */
    public static final String PRIO = "prio (false): whether the most urgent of them is run first";

    /** Parameter: whether data are prefetched. */
    public static final String PREFETCH =
            "prefetch (false): whether data of a task are fetched as soon as it is pushed to the workers";

    /** Declarations of the parameters. */
    public static final List<String> PARAMETERS = List.of(NTASKS, PRIO, PREFETCH);

    /** Names of the parameters. */
    public static final List<String> NAMES =
            PARAMETERS.stream().map(said -> Parameter.of(said).name()).toList();

    private CombinedWorkerKind() {}
}
