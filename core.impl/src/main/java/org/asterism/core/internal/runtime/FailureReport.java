package org.asterism.core.internal.runtime;

import java.util.List;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.Failures;
import org.asterism.core.internal.runtime.staffing.Contexts;

/** The failures in all contexts of a runtime since the last report. */
final class FailureReport {
    private final Contexts contexts;

    FailureReport(Contexts contexts) {
        this.contexts = contexts;
    }

    /**
     * Returns the failures, which are then reported only once, or null if there are none. Contexts that cancelled their
     * tasks accept new ones again.
     */
    TasksFailedException take() {
        if (nothingHasFailed()) {
            return null;
        }
        return Failures.report(contexts.all().stream()
                .map(context -> context.tasks().failures())
                .toList());
    }

    /** The rule, which shall cost nothing. */
    private boolean nothingHasFailed() {
        List<Context> all = contexts.all();
        for (int index = 0; index < all.size(); index++) {
            if (!all.get(index).tasks().failures().isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
