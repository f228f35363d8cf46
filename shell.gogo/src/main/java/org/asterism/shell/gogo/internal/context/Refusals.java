package org.asterism.shell.gogo.internal.context;

import java.util.function.Supplier;
import org.asterism.spi.application.UsageException;

/** Conversion of the core's refusals into usage errors, because the user typed the wrong value. */
final class Refusals {
    private Refusals() {}

    /** Runs an action, and converts an illegal argument into a usage error. */
    static <T> T asUsage(Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException refused) {
            throw new UsageException(refused.getMessage());
        }
    }

    /** Runs an action, and converts an illegal argument into a usage error. */
    static void asUsage(Runnable action) {
        asUsage(() -> {
            action.run();
            return null;
        });
    }
}
