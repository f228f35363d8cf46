package org.asterism.deploy.fileinstall.internal;

import java.io.File;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reports mistakes in a file to the user: a line for each cause, once until the file changes. Any thread may use it.
 */
final class Reports {
    private static final System.Logger LOG = System.getLogger("org.asterism.load");

    private final Map<File, Set<String>> told = new HashMap<>();

    /**
     * Prints a line, unless it was printed since the file last changed.
     *
     * @param problem the cause and the remedy
     */
    void tell(File file, String problem) {
        tell(System.Logger.Level.ERROR, file, problem);
    }

    /** Prints a line about something that works, but not as the user may expect. */
    void warn(File file, String remark) {
        tell(System.Logger.Level.WARNING, file, remark);
    }

    private void tell(System.Logger.Level level, File file, String text) {
        String line = shortened(file) + ": " + text.strip().replaceAll("\\s*\\R\\s*", " ");
        boolean fresh;
        synchronized (told) {
            fresh = told.computeIfAbsent(file, any -> new HashSet<>()).add(line);
        }
        if (fresh) {
            LOG.log(level, line);
        }
    }

    /** Forgets the reports of a file, because it has changed or was removed. */
    void forget(File file) {
        synchronized (told) {
            told.remove(file);
        }
    }

    /** A file as people find it: its folder and its name. */
    static String shortened(File file) {
        File folder = file.getAbsoluteFile().getParentFile();
        return folder == null ? file.getName() : folder.getName() + "/" + file.getName();
    }
}
