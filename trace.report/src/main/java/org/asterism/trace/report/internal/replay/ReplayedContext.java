package org.asterism.trace.report.internal.replay;

import java.util.Optional;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;

/** Context of a recording; its limit on submissions is not recorded. */
final class ReplayedContext extends StandIn {
    private static final String UNKNOWN = "unknown";

    final SchedulingContext context = as(SchedulingContext.class);
    private final String name;
    private final ContextDescription description;
    private Optional<String> policy;

    ReplayedContext(String name, Optional<String> policy) {
        this.name = name;
        this.policy = policy;
        // The submission of a task may be missing, and so may the name of its context.
        description = ContextDescription.named(name.isBlank() ? UNKNOWN : name);
    }

    void uses(Optional<String> next) {
        policy = next;
    }

    @Override
    Object answer(String question, Object[] arguments) {
        return switch (question) {
            case "name", "toString" -> name;
            case "policy" -> policy;
            case "state" -> ContextState.ACTIVE;
            case "description" -> description;
            default -> throw unknown(question);
        };
    }
}
