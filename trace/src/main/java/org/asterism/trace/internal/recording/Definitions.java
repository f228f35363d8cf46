package org.asterism.trace.internal.recording;

import java.util.ArrayList;
import java.util.List;
import org.asterism.trace.internal.format.Definition;

/**
 * Definitions that wait for the writer. A thread adds a definition before it publishes a record that needs it. So a
 * writer that looks at the rings first and takes the definitions then has all that these records need.
 */
final class Definitions {
    private List<Definition> waiting = new ArrayList<>();

    synchronized void add(Definition definition) {
        waiting.add(definition);
    }

    /** Takes all definitions that were added since the last call. */
    synchronized List<Definition> take() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Definition> taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }
}
