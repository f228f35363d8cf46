package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;
import org.asterism.trace.TraceSettings;

/**
 * Starts a recording.
 *
 * @param runtimes the runtimes to choose from
 * @param recordings keeps the recording
 */
record TraceStart(Runtimes runtimes, Recordings recordings) {
    Said start(Path folder, TraceOptions options) throws IOException {
        Optional<Path> file = TraceOptions.path(folder, "option '--file'", options.file());
        file.ifPresent(options::requireWritable);
        Optional<Duration> last = last(options);
        TraceSettings settings = last.map(TraceSettings::keepingLast).orElseGet(TraceSettings::inMemory);
        if (file.isPresent()) {
            settings = last.isPresent() ? settings.withFile(file.get()) : TraceSettings.toFile(file.get());
        }
        NamedRuntime runtime = meant(options.runtime());
        recordings.start(runtime, settings);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", runtime.name());
        fields.put("file", file.map(Path::toString).orElse(null));
        fields.put("last_ms", last.map(Duration::toMillis).orElse(null));
        return new Said(
                "runtime '" + runtime.name() + "' is recorded " + Recordings.target(recordings.latest())
                        + "; asterism:trace stop ends it",
                fields);
    }

    private static Optional<Duration> last(TraceOptions options) {
        try {
            return options.last().isEmpty() ? Optional.empty() : Optional.of(TraceSettings.time(options.last()));
        } catch (IllegalArgumentException none) {
            throw new UsageException("option '--last' " + none.getMessage());
        }
    }

    /** The runtime that was named, else the only one in use; if none is, the shared one, which starts. */
    private NamedRuntime meant(String name) {
        if (!name.isEmpty()) {
            return runtimes.named(name);
        }
        List<NamedRuntime> all = runtimes.all();
        List<NamedRuntime> begun =
                all.stream().filter(each -> each.runtime().hasBegun()).toList();
        if (begun.size() > 1) {
            throw new UsageException("there are several runtimes: say which with --runtime "
                    + begun.stream().map(NamedRuntime::name).collect(Collectors.joining(" or ")));
        }
        return begun.isEmpty() ? all.getFirst() : begun.getFirst();
    }
}
