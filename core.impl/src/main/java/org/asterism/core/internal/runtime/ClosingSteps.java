package org.asterism.core.internal.runtime;

import java.util.function.Consumer;

/**
 * Performs the steps that close something. Every step is performed even if an earlier one has thrown, because threads,
 * memory and listeners would otherwise remain for ever. Not thread-safe.
 */
final class ClosingSteps {
    private Throwable first;

    /** Performs a step, and keeps what it throws. */
    void perform(Runnable step) {
        try {
            step.run();
        } catch (Throwable thrown) {
            keep(thrown);
        }
    }

    /** Performs the same step for several. */
    <A> void performForEach(Iterable<? extends A> several, Consumer<? super A> step) {
        for (A each : several) {
            perform(() -> step.accept(each));
        }
    }

    private void keep(Throwable thrown) {
        if (first == null) {
            first = thrown;
        } else if (first != thrown) {
            first.addSuppressed(thrown);
        }
    }

    /**
     * Throws what the first step that failed has thrown; what later ones have thrown is suppressed in it. Nothing if
     * none failed.
     */
    void throwIfAnyFailed() {
        switch (first) {
            case null -> {}
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> throw new IllegalStateException("closing failed: " + first, first);
        }
    }
}
