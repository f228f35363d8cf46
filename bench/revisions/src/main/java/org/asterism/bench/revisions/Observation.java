package org.asterism.bench.revisions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How the runs of the working tree are observed. The other revision's runs never are. */
enum Observation {
    /** Not at all. */
    NONE(List.of()) {
        @Override
        AutoCloseable begin(EmbeddedFramework framework, Object runtime) {
            return () -> {};
        }
    },
    /** By the bundle trace, which writes each event to a file. */
    TRACE(List.of()) {
        @Override
        AutoCloseable begin(EmbeddedFramework framework, Object runtime)
                throws ReflectiveOperationException, IOException {
            Object tracing = framework.service(PACKAGE + "trace.Tracing", null);
            ClassLoader loader = tracing.getClass().getClassLoader();
            Class<?> settings = loader.loadClass(PACKAGE + "trace.TraceSettings");
            Object toFile = settings.getMethod("toFile", Path.class).invoke(null, file());
            return (AutoCloseable) loader.loadClass(PACKAGE + "trace.Tracing")
                    .getMethod("start", loader.loadClass(RUNTIME), settings)
                    .invoke(tracing, runtime, toFile);
        }

        @Override
        List<String> commandLine() throws IOException {
            return List.of("--trace", file().toString());
        }
    },
    /** By the bundle profile. */
    STATS(List.of("--stats")) {
        @Override
        AutoCloseable begin(EmbeddedFramework framework, Object runtime) throws ReflectiveOperationException {
            Class<?> profiler = framework.load(PACKAGE + "profile", PACKAGE + "profile.Profiler");
            Class<?> runtimes = profiler.getClassLoader().loadClass(RUNTIME);
            return (AutoCloseable) profiler.getMethod("of", runtimes).invoke(null, runtime);
        }
    };

    private static final String PACKAGE = "org.asterism.";
    private static final String RUNTIME = PACKAGE + "api.TaskRuntime";

    private final List<String> options;

    Observation(List<String> options) {
        this.options = options;
    }

    /** Folder for the recording of one run at a time, deleted at the end. */
    private static Path folder;

    /** Returns the file for the next recording, which does not exist. */
    private static synchronized Path file() throws IOException {
        folder = folder == null ? TemporaryFolder.create() : folder;
        Path file = folder.resolve("run.trace");
        Files.deleteIfExists(file);
        return file;
    }

    /**
     * Begins to observe a runtime.
     *
     * @return ends the observation
     */
    abstract AutoCloseable begin(EmbeddedFramework framework, Object runtime)
            throws ReflectiveOperationException, IOException;

    /** Returns the options of {@code asterism run} that have the same effect. */
    List<String> commandLine() throws IOException {
        return options;
    }

    /** Returns the word for the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
