package org.asterism.framework;

import org.apache.felix.framework.Logger;

/**
 * Passes Felix's messages on to {@link System.Logger}, because Felix otherwise prints to standard output. While the
 * launcher starts the bundles, messages about failing ones are omitted: the launcher checks every bundle, and its own
 * messages are shorter.
 */
final class FrameworkLog extends Logger {
    private static final System.Logger LOG = System.getLogger("org.apache.felix.framework");

    private volatile boolean launching = true;

    void launched() {
        launching = false;
    }

    @Override
    protected void doLog(int level, String message, Throwable throwable) {
        boolean leftToLauncher = launching && message.contains(" Error starting reference:");
        LOG.log(
                switch (leftToLauncher ? LOG_DEBUG : level) {
                    case LOG_ERROR -> System.Logger.Level.ERROR;
                    case LOG_WARNING -> System.Logger.Level.WARNING;
                    case LOG_INFO -> System.Logger.Level.INFO;
                    default -> System.Logger.Level.DEBUG;
                },
                message,
                throwable);
    }
}
