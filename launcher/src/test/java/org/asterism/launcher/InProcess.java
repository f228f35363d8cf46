package org.asterism.launcher;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.logging.LogManager;
import org.asterism.framework.Console;
import org.asterism.framework.RunningFramework;
import org.asterism.framework.Streams;
import org.osgi.framework.BundleContext;

/**
 * The launcher's framework within the test's process, where a command takes milliseconds and not seconds. What it
 * writes to its streams is kept, what is logged included.
 */
final class InProcess implements AutoCloseable {
    /** Standard output and error of this process, while the framework has taken their places. */
    private final PrintStream usualOut = System.out;

    private final PrintStream usualErr = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private RunningFramework framework;

    private InProcess() {}

    /** Starts all bundles of a distribution, as {@code asterism exec} does. */
    static InProcess of(DistributionCopy asterism) throws Exception {
        var process = new InProcess();
        var distribution = new Distribution(asterism.home());
        var streams = new Streams(stream(process.out), stream(process.err));
        System.setErr(streams.err());
        streams.reserveStandardOutput();
        try (var settings = Files.newInputStream(distribution.loggingProperties())) {
            LogManager.getLogManager().readConfiguration(settings);
        }
        process.framework = Main.start(distribution, distribution.bundleFiles(), streams, 30, false);
        if (!process.framework.problems(Main.REMEDY).isEmpty()) {
            throw new IllegalStateException(String.join("; ", process.framework.problems(Main.REMEDY)));
        }
        Console.start(process.framework.context(), false);
        return process;
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    BundleContext context() {
        return framework.context();
    }

    /** Installs and starts a bundle. */
    void start(Path jar) throws Exception {
        context().installBundle(jar.toUri().toString()).start();
    }

    /** Forgets what was written so far, and carries out a subcommand. */
    Finished run(String subcommand, List<String> words) {
        forget();
        int status = subcommand(subcommand).applyAsInt(words.toArray(String[]::new));
        return new Finished(status, out.toString(StandardCharsets.UTF_8), errors());
    }

    private ToIntFunction<String[]> subcommand(String name) {
        return new Subcommands(context())
                .find(name)
                .orElseThrow(() -> new IllegalStateException("there is no subcommand " + name));
    }

    /** All that was written to standard error since it was forgotten. */
    String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    void forget() {
        out.reset();
        err.reset();
    }

    @Override
    public void close() throws IOException {
        framework.close();
        System.setOut(usualOut);
        System.setErr(usualErr);
        LogManager.getLogManager().readConfiguration();
    }
}
