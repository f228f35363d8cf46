package org.asterism.framework;

import org.apache.felix.framework.Logger;

/**
 * Passes Felix's messages on to {@link System.Logger}, because Felix otherwise prints to standard output. While the
 * launcher starts the bundles, messages about failing ones are omitted: the launcher checks every bundle, and its own
 * messages are shorter.
 *
 * <p>Nor does it repeat a complaint about Gogo's runtime that no user can do anything about: when that bundle stops
 * while one of its sessions is being collected, it closes null. It stops all the same.
 */
final class FrameworkLog extends Logger {
    private static final System.Logger LOG = System.getLogger("org.apache.felix.framework");

    private static final String GOGO = "org.apache.felix.gogo.runtime.CommandProcessorImpl";

    private volatile boolean launching = true;

    void launched() {
        launching = false;
    }

    @Override
    protected void doLog(int level, String message, Throwable throwable) {
        boolean leftToLauncher = launching && message.contains(" Error starting reference:");
        LOG.log(
                switch (leftToLauncher || isDefectOfGogo(throwable) ? LOG_DEBUG : level) {
                    case LOG_ERROR -> System.Logger.Level.ERROR;
                    case LOG_WARNING -> System.Logger.Level.WARNING;
                    case LOG_INFO -> System.Logger.Level.INFO;
                    default -> System.Logger.Level.DEBUG;
                },
                message,
                throwable);
    }

    private static boolean isDefectOfGogo(Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof NullPointerException
                && cause.getStackTrace().length > 0
                && cause.getStackTrace()[0].getClassName().equals(GOGO)
                && cause.getStackTrace()[0].getMethodName().equals("stop");
    }
}
