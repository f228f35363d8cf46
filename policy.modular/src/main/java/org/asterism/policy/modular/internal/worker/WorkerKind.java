package org.asterism.policy.modular.internal.worker;

import java.util.List;
import org.asterism.api.Parameter;

/** What descriptions say of the components that end every tree. */
public final class WorkerKind {
    /** The kind's name. */
    public static final String NAME = "worker";

    /** Declares whether data are fetched early. */
    public static final String PREFETCH =
            "prefetch (false): whether data of a task are fetched as soon as it is pushed to the worker";

    /** The declared parameters. */
    public static final List<String> PARAMETERS = List.of(PREFETCH);

    /** Their names. */
    public static final List<String> NAMES =
            PARAMETERS.stream().map(said -> Parameter.of(said).name()).toList();

    private WorkerKind() {}
}
