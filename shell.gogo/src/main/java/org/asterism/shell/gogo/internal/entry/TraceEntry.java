package org.asterism.shell.gogo.internal.entry;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.asterism.report.text.Answer;
import org.asterism.run.Failure;
import org.asterism.shell.gogo.internal.command.Json;
import org.asterism.shell.gogo.internal.trace.TraceFiles;
import org.asterism.shell.gogo.internal.trace.TraceInfo;
import org.asterism.shell.gogo.internal.trace.TraceReports;
import org.asterism.spi.application.UsageException;
import org.asterism.trace.export.TraceExport;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/**
 * What {@code asterism trace FILE ...} calls: reads a recording without any runtime. Takes the words as
 * {@code String[]}, returns the exit status.
 */
@Component(
        service = ToIntFunction.class,
        property = Entry.PROPERTY + "=trace",
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class TraceEntry implements ToIntFunction<String[]> {
    private static final String USAGE =
            "asterism trace FILE info [--json], asterism trace FILE report [--against FILE] --output PATH,"
                    + " or asterism trace FILE export FORMAT --output PATH";

    private final Streams streams;

    /**
     * Called by Declarative Services.
     *
     * @param streams where output goes
     */
    @Activate
    public TraceEntry(@Reference Streams streams) {
        this.streams = streams;
    }

    @Override
    public int applyAsInt(String[] words) {
        try {
            streams.out().println(answer(new ArrayList<>(List.of(words))));
            streams.out().flush();
            return 0;
        } catch (Exception problem) {
            streams.complain(Failure.line(problem), problem, Entry.debug(words));
            return Failure.status(problem);
        }
    }

    private static String answer(List<String> words) throws Exception {
        words.remove("--debug");
        if (words.contains("--help")) {
            return "Usage: " + USAGE + "\n\nFormats:\n"
                    + TraceExport.formats().stream()
                            .map(format -> "  %-16s %s".formatted(format.name(), format.description()))
                            .collect(Collectors.joining("\n"));
        }
        boolean json = words.remove("--json");
        if (words.size() < 2) {
            throw new UsageException("write " + USAGE);
        }
        Path file = path(words.getFirst());
        Answer answer = switch (words.get(1)) {
            case "info" -> {
                requireSize(words, 2);
                yield TraceInfo.of(file, TraceFiles.open(file));
            }
            case "export" -> export(file, words);
            case "report" -> {
                Optional<Path> against = option(words, "--against");
                Path target = output(words);
                requireSize(words, 2);
                yield TraceReports.write(file, against, target);
            }
            default -> throw new UsageException("'" + words.get(1) + "' is nothing that it does; write " + USAGE);
        };
        return json ? Json.line(answer.json()) : answer.text(Answer.USUAL_WIDTH);
    }

    private static Answer export(Path file, List<String> words) throws Exception {
        if (words.size() < 3 || words.get(2).startsWith("--")) {
            throw new UsageException("write " + USAGE + "; formats are " + String.join(", ", TraceFiles.formats()));
        }
        Path target = output(words);
        requireSize(words, 3);
        TraceFiles.requireFormat(words.get(2));
        return TraceFiles.export(file, words.get(2), target);
    }

    private static Path output(List<String> words) {
        return option(words, "--output").orElseThrow(() -> new UsageException("say where to write: " + USAGE));
    }

    /** Takes an option with its value out of the words. */
    private static Optional<Path> option(List<String> words, String name) {
        int at = words.indexOf(name);
        if (at < 0) {
            return Optional.empty();
        }
        if (at + 1 == words.size()) {
            throw new UsageException("option '" + name + "' needs the name of a file; write " + USAGE);
        }
        Path path = path(words.remove(at + 1));
        words.remove(at);
        return Optional.of(path);
    }

    private static void requireSize(List<String> words, int size) {
        if (words.size() != size) {
            throw new UsageException(
                    words.size() < size
                            ? "write " + USAGE
                            : "'" + words.get(size) + "' is one word too many; write " + USAGE);
        }
    }

    private static Path path(String typed) {
        try {
            return Path.of(typed).toAbsolutePath();
        } catch (InvalidPathException invalid) {
            throw new UsageException("'" + typed + "' is no path: " + invalid.getReason() + "; name a file");
        }
    }
}
