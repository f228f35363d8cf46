package org.asterism.deploy.fileinstall.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import org.osgi.framework.Bundle;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerFactory;

/**
 * The log for Declarative Services, which otherwise prints stack traces. A message about a bundle from a watched folder
 * becomes a line about the file; all others go to {@link System.Logger}, but for messages of no use while the framework
 * stops.
 */
final class ComponentLog implements LoggerFactory {
    private static final System.Logger LOG = System.getLogger("org.asterism.load.components");

    private final BundleFiles files;
    private final Bundle framework;

    ComponentLog(BundleFiles files, Bundle framework) {
        this.files = files;
        this.framework = framework;
    }

    @Override
    public Logger getLogger(String name) {
        return getLogger(null, name, Logger.class);
    }

    @Override
    public Logger getLogger(Class<?> type) {
        return getLogger(null, type.getName(), Logger.class);
    }

    @Override
    public <L extends Logger> L getLogger(String name, Class<L> type) {
        return getLogger(null, name, type);
    }

    @Override
    public <L extends Logger> L getLogger(Class<?> subject, Class<L> type) {
        return getLogger(null, subject.getName(), type);
    }

    /** The loggers are proxies, as the interface has five methods for each of six levels that do the same. */
    @Override
    public <L extends Logger> L getLogger(Bundle bundle, String name, Class<L> type) {
        if (type != Logger.class && type != FormatterLogger.class) {
            throw new IllegalArgumentException(type + " is no kind of logger: use Logger or FormatterLogger");
        }
        return type.cast(Proxy.newProxyInstance(
                ComponentLog.class.getClassLoader(), new Class<?>[] {type}, new Lines(bundle, name)));
    }

    private final class Lines implements InvocationHandler {
        private final Bundle bundle;
        private final String name;

        Lines(Bundle bundle, String name) {
            this.bundle = bundle;
            this.name = name;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "getName", "toString" -> name;
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == arguments[0];
                // Without making text of the name: Declarative Services ask hundreds of times at each start.
                case "isInfoEnabled", "isDebugEnabled" -> LOG.isLoggable(System.Logger.Level.DEBUG);
                case "isTraceEnabled" -> LOG.isLoggable(System.Logger.Level.TRACE);
                case "isWarnEnabled" -> LOG.isLoggable(System.Logger.Level.WARNING);
                case "isErrorEnabled" -> LOG.isLoggable(System.Logger.Level.ERROR);
                default -> {
                    write(level(method.getName()), arguments);
                    yield null;
                }
            };
        }

        private void write(System.Logger.Level level, Object[] arguments) {
            if (!(arguments[0] instanceof String text)) {
                return; // a consumer, which nobody in a framework without a log service uses
            }
            Throwable thrown = null;
            String message = text;
            for (int index = 1; index < arguments.length; index++) {
                for (Object each :
                        arguments[index] instanceof Object[] several ? several : new Object[] {arguments[index]}) {
                    if (each instanceof Throwable throwable) {
                        thrown = throwable;
                    } else {
                        message = message.replaceFirst(
                                "\\{}|%s", java.util.regex.Matcher.quoteReplacement(String.valueOf(each)));
                    }
                }
            }
            if (thrown != null && Failure.root(thrown) instanceof InterruptedException) {
                LOG.log(System.Logger.Level.DEBUG, message, thrown); // the user has given the bundle up
            } else if (framework.getState() == Bundle.STOPPING) {
                LOG.log(System.Logger.Level.DEBUG, message, thrown); // services go, and what needs them fails
            } else if (thrown == null
                    || bundle == null
                    || level != System.Logger.Level.ERROR
                    || !files.reportComponent(bundle, thrown)) {
                LOG.log(level, message, thrown);
            }
        }
    }

    private static System.Logger.Level level(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "error", "audit" -> System.Logger.Level.ERROR;
            case "warn" -> System.Logger.Level.WARNING;
            // What Declarative Services calls information, such as its version at each start, is of no use to users.
            case "info", "debug" -> System.Logger.Level.DEBUG;
            default -> System.Logger.Level.TRACE;
        };
    }
}
