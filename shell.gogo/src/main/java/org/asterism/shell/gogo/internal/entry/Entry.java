package org.asterism.shell.gogo.internal.entry;

import java.util.List;

/** What both entries have in common. */
final class Entry {
    /** The service property that says what an entry is for. */
    static final String PROPERTY = "asterism.entry";

    /** The system property that has errors shown with their stack traces. */
    private static final String DEBUG_PROPERTY = "asterism.debug";

    private Entry() {}

    static boolean debug(String[] words) {
        return List.of(words).contains("--debug") || Boolean.getBoolean(DEBUG_PROPERTY);
    }
}
