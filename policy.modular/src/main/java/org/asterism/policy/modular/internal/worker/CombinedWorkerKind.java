package org.asterism.policy.modular.internal.worker;

import java.util.List;
import org.asterism.api.Parameter;

/** What descriptions say of the components that ways to combined workers end in. */
public final class CombinedWorkerKind {
    /** The kind's name. */
    public static final String NAME = "combined-worker";

    /** Declares how many tasks wait for the workers. */
    public static final String NTASKS = "ntasks (0; from 0): how many tasks wait there at most; 0 for any number";

    /** Declares whether priorities count. */
    public static final String PRIO = "prio (false): whether the most urgent of them is run first";

    /** Declares whether data are fetched early. */
    public static final String PREFETCH =
            "prefetch (false): whether data of a task are fetched as soon as it is pushed to the workers";

    /** The declared parameters. */
    public static final List<String> PARAMETERS = List.of(NTASKS, PRIO, PREFETCH);

    /** Their names. */
    public static final List<String> NAMES =
            PARAMETERS.stream().map(said -> Parameter.of(said).name()).toList();

    private CombinedWorkerKind() {}
}
