package org.asterism.trace.events.internal.log;

import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.log.LoggerFactory;

/**
 * Gives each message to the Log Service, as one of the bundle that logs it. The handlers of the parent loggers get what
 * the service cannot take: messages of classes outside of bundles, such as the launcher's, and those for which the
 * service throws.
 */
final class ServiceHandler extends Handler {
    /** Where the JDK's own loggers are: the first frame of another module is the code that logs. */
    private static final Set<String> MODULES_OF_LOGGERS = Set.of("java.base", "java.logging");

    private final LoggerFactory service;
    private final BundleContext context;
    private final Logger logger;
    private final SimpleFormatter texts = new SimpleFormatter();

    ServiceHandler(LoggerFactory service, BundleContext context, Logger logger) {
        this.service = service;
        this.context = context;
        this.logger = logger;
    }

    @Override
    public void publish(LogRecord message) {
        boolean taken = false;
        try {
            taken = give(message, source());
        } catch (RuntimeException | LinkageError refused) {
            // The other handlers get the message instead.
        }
        if (!taken) {
            passToParents(message);
        }
    }

    private boolean give(LogRecord message, Optional<Bundle> source) {
        source.ifPresent(bundle -> log(bundle, message));
        return source.isPresent();
    }

    /**
     * The bundle whose code logs. Empty for code of others that uses loggers of ours: a container may write all
     * messages of the Log Service to {@code java.util.logging}, and those must not come back to the service.
     */
    private Optional<Bundle> source() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .skip(2) // this method and publish
                        .dropWhile(ServiceHandler::isLogger)
                        .findFirst())
                .filter(type -> type.getName().startsWith(LogForwarder.OURS + "."))
                .map(FrameworkUtil::getBundle)
                .filter(bundle -> bundle.equals(context.getBundle(bundle.getBundleId())));
    }

    private static boolean isLogger(Class<?> type) {
        return type.getModule().isNamed()
                && MODULES_OF_LOGGERS.contains(type.getModule().getName());
    }

    private void log(Bundle source, LogRecord message) {
        var target = service.getLogger(source, message.getLoggerName(), org.osgi.service.log.Logger.class);
        String text = texts.formatMessage(message);
        Throwable thrown = message.getThrown();
        // As an argument, because braces in the text are no places for others. The service takes a Throwable out.
        Object[] arguments = thrown == null ? new Object[] {text} : new Object[] {text, thrown};
        int level = message.getLevel().intValue();
        if (level >= Level.SEVERE.intValue()) {
            target.error("{}", arguments);
        } else if (level >= Level.WARNING.intValue()) {
            target.warn("{}", arguments);
        } else if (level >= Level.CONFIG.intValue()) {
            target.info("{}", arguments);
        } else if (level >= Level.FINE.intValue()) {
            target.debug("{}", arguments);
        } else {
            target.trace("{}", arguments);
        }
    }

    private void passToParents(LogRecord message) {
        Logger ancestor = logger.getParent();
        while (ancestor != null) {
            for (Handler each : ancestor.getHandlers()) {
                each.publish(message);
            }
            ancestor = ancestor.getUseParentHandlers() ? ancestor.getParent() : null;
        }
    }

    @Override
    public void flush() {
        // The service keeps nothing back.
    }

    @Override
    public void close() {
        // The service is not this handler's to end.
    }
}
