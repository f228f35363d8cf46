package org.asterism.shell.gogo.internal.entry;

import java.util.List;

/** Common parts of both entries. */
final class Entry {
    /** Service property that identifies an entry. */
    static final String PROPERTY = "asterism.entry";

    /** System property that enables stack traces of errors. */
    private static final String DEBUG_PROPERTY = "asterism.debug";

    private Entry() {}

    static boolean debug(String[] words) {
        return List.of(words).contains("--debug") || Boolean.getBoolean(DEBUG_PROPERTY);
    }
}
