package org.asterism.framework;

import java.util.Arrays;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** Gogo's terminal: the prompt, and in batch mode the commands that come with it (echo, grep, each and so on). */
public final class Console {
    private static final String SYMBOLIC_NAME = "org.apache.felix.gogo.jline";

    private static final System.Logger LOG = System.getLogger(Console.class.getName());

    private Console() {}

    /** Whether a bundle is the console; it is installed with the others and started last. */
    static boolean isConsole(Bundle bundle) {
        return SYMBOLIC_NAME.equals(bundle.getSymbolicName());
    }

    /**
     * Starts it. JLine looks for the native access to the terminal through the thread's context class loader, and
     * without that would fall back to a dumb terminal, having neither history nor completion.
     *
     * @param context of a framework with the console's bundle
     * @param interactive whether a user is to type into it
     * @throws BundleException if it does not start
     */
    public static void start(BundleContext context, boolean interactive) throws BundleException {
        var console = Arrays.stream(context.getBundles())
                .filter(Console::isConsole)
                .findFirst()
                .orElseThrow(
                        () -> new LaunchException("there is no shell: the bundle " + SYMBOLIC_NAME + " is missing"));
        try {
            var jline = console.loadClass("org.jline.terminal.Terminal").getClassLoader();
            describeTerminals(jline);
            if (interactive) {
                startAtTerminal(jline, console);
            } else {
                console.start(Bundle.START_TRANSIENT);
            }
        } catch (ClassNotFoundException e) {
            if (!interactive) {
                console.start(Bundle.START_TRANSIENT);
                return;
            }
            throw new LaunchException(
                    "there is no shell: " + SYMBOLIC_NAME + " does not see JLine (" + e.getMessage() + ")");
        }
    }

    /** Lets JLine use the descriptions of common terminals that it has itself: it would ask a process for them. */
    private static void describeTerminals(ClassLoader jline) {
        try {
            var descriptions = jline.loadClass("org.jline.utils.InfoCmp");
            var known = descriptions.getMethod("getDefaultInfoCmp", String.class);
            var use = descriptions.getMethod("setLoadedInfoCmp", String.class, String.class);
            for (var type : List.of("dumb", "dumb-color", System.getenv().getOrDefault("TERM", "dumb"))) {
                if (known.invoke(null, type) instanceof String description) {
                    use.invoke(null, type, description);
                }
            }
        } catch (ReflectiveOperationException otherJline) {
            LOG.log(System.Logger.Level.DEBUG, "JLine asks a process how terminals are controlled", otherJline);
        }
    }

    private static void startAtTerminal(ClassLoader jline, Bundle console) throws BundleException {
        var thread = Thread.currentThread();
        var previous = thread.getContextClassLoader();
        try {
            thread.setContextClassLoader(jline);
            startAt(jline, console);
        } finally {
            thread.setContextClassLoader(previous);
        }
    }

    private static void startAt(ClassLoader jline, Bundle console) throws BundleException {
        try {
            PromptTerminal.install(jline);
            console.start(Bundle.START_TRANSIENT);
            PromptTerminal.uninstall(jline);
        } catch (ReflectiveOperationException otherJline) {
            LOG.log(System.Logger.Level.DEBUG, "errors at the prompt keep the names of classes", otherJline);
            console.start(Bundle.START_TRANSIENT);
        }
    }
}
