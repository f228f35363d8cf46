package org.asterism.driver.remote.internal;

import java.util.Iterator;
import java.util.List;

/** Runs actions that must all run, even if one throws: who waits for them would wait for ever otherwise. */
final class RunAll {
    private RunAll() {}

    /** Runs actions in their order. If some throw, the caller gets what the last of them throws. */
    static void of(List<? extends Runnable> actions) {
        run(actions.iterator());
    }

    private static void run(Iterator<? extends Runnable> rest) {
        while (rest.hasNext()) {
            boolean hasRun = false;
            try {
                rest.next().run();
                hasRun = true;
            } finally {
                if (!hasRun) {
                    run(rest);
                }
            }
        }
    }
}
