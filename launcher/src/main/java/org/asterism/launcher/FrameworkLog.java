package org.asterism.launcher;

import org.apache.felix.framework.Logger;

/** Felix prints to standard output unless it is given a logger; this one passes everything to {@link System.Logger}. */
final class FrameworkLog extends Logger {
    private static final System.Logger LOG = System.getLogger("org.apache.felix.framework");

    @Override
    protected void doLog(int level, String message, Throwable throwable) {
        LOG.log(
                switch (level) {
                    case LOG_ERROR -> System.Logger.Level.ERROR;
                    case LOG_WARNING -> System.Logger.Level.WARNING;
                    case LOG_INFO -> System.Logger.Level.INFO;
                    default -> System.Logger.Level.DEBUG;
                },
                message,
                throwable);
    }
}
