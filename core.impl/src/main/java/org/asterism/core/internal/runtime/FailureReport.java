package org.asterism.core.internal.runtime;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.Failures;
import org.asterism.core.internal.context.ScopeFailures;
import org.asterism.core.internal.runtime.staffing.Contexts;

/** The failures in all contexts of a runtime since the last report, and the scopes that have to report theirs. */
final class FailureReport {
    private final Contexts contexts;

    /** Scopes that have failures of their own and have not reported them. */
    private final Set<ScopeFailures> scopes = ConcurrentHashMap.newKeySet();

    FailureReport(Contexts contexts) {
        this.contexts = contexts;
    }

    Set<ScopeFailures> scopes() {
        return scopes;
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
