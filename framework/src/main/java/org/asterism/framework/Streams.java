package org.asterism.framework;

import java.io.PrintStream;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/**
 * The process's own standard output and error, taken before Gogo puts its streams in their place. Bundles get them as
 * services of type {@link PrintStream} with the property {@code asterism.stream}: {@code out} or {@code err}.
 *
 * @param out standard output
 * @param err standard error
 */
public record Streams(PrintStream out, PrintStream err) {
    /**
     * Takes those of this moment.
     *
     * @return the streams of the process
     */
    public static Streams current() {
        return new Streams(System.out, System.err);
    }

    /**
     * Redirects the output of libraries, including Felix's own bundles, to standard error. Standard output is left to
     * the program that runs.
     */
    public void reserveStandardOutput() {
        System.setOut(err);
    }

    void register(BundleContext context) {
        context.registerService(PrintStream.class, out, FrameworkUtil.asDictionary(Map.of("asterism.stream", "out")));
        context.registerService(PrintStream.class, err, FrameworkUtil.asDictionary(Map.of("asterism.stream", "err")));
    }
}
