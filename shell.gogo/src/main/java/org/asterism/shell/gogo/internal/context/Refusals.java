package org.asterism.shell.gogo.internal.context;

import java.util.function.Supplier;
import org.asterism.spi.application.UsageException;

/** What the core refuses is a mistake of who typed it. */
final class Refusals {
    private Refusals() {}

    /** Does something; an illegal argument is bad usage. */
    static <T> T asUsage(Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException refused) {
            throw new UsageException(refused.getMessage());
        }
    }

    /** Does something; an illegal argument is bad usage. */
    static void asUsage(Runnable action) {
        asUsage(() -> {
            action.run();
            return null;
        });
    }
}
