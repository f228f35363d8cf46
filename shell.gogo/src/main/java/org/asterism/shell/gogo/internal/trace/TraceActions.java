package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.text.Answer;
import org.asterism.report.text.NearestNames;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;

/**
 * Actions of {@code asterism:trace}, by their verbs.
 *
 * @param runtimes the runtimes that can be recorded
 * @param recordings keeps the recording
 */
record TraceActions(Runtimes runtimes, Recordings recordings) {
    private static final String START = "start";
    private static final String SAVE = "save";
    private static final String EXPORT = "export";

    /** What follows each verb. */
    static final Map<String, String> VERBS;

    static {
        Map<String, String> verbs = new LinkedHashMap<>();
        verbs.put(START, "[--file FILE [--replace]] [--last TIME] [--runtime NAME]");
        verbs.put("stop", "");
        verbs.put(SAVE, "FILE [--replace]");
        verbs.put("status", "");
        verbs.put(EXPORT, "FORMAT --output PATH");
        VERBS = Collections.unmodifiableMap(verbs);
    }

    /** Carries out the action that the first word names. */
    Answer answer(Path folder, TraceOptions options, List<String> what) throws IOException {
        String verb = what.isEmpty() ? "" : what.getFirst();
        if (verb.isEmpty()) {
            throw new UsageException("say what to do: " + String.join(", ", usages()));
        }
        if (!VERBS.containsKey(verb)) {
            throw new UsageException("'" + verb + "' is nothing that it does; "
                    + NearestNames.instead(verb, VERBS.keySet(), "asterism:trace --help"));
        }
        boolean takesWord = verb.equals(SAVE) || verb.equals(EXPORT);
        if (what.size() != (takesWord ? 2 : 1)) {
            throw new UsageException("write " + usage(verb)
                    + (verb.equals(EXPORT) ? "; formats are " + String.join(", ", TraceFiles.formats()) : ""));
        }
        options.given().stream()
                .filter(option -> !VERBS.get(verb).contains(option))
                .findFirst()
                .ifPresent(option -> {
                    throw new UsageException("'" + verb + "' takes no option " + option + "; write " + usage(verb));
                });
        return switch (verb) {
            case START -> new TraceStart(runtimes, recordings).start(folder, options);
            case "stop" -> TraceEnd.stop(recordings);
            case SAVE -> save(folder, options, what.get(1));
            case "status" -> TraceStatus.list(recordings);
            default -> export(folder, options, what.get(1));
        };
    }

    private Answer save(Path folder, TraceOptions options, String typed) throws IOException {
        Path file = path(folder, "the file", typed, SAVE);
        recordings.latest(); // without one, the file does not matter
        options.requireWritable(file);
        return TraceEnd.save(recordings, file);
    }

    private Answer export(Path folder, TraceOptions options, String format) throws IOException {
        TraceFiles.requireFormat(format);
        return TraceFiles.export(
                recordings.latest(), format, path(folder, "option '--output'", options.output(), EXPORT));
    }

    private static Path path(Path folder, String what, String typed, String verb) {
        return TraceOptions.path(folder, what, typed).orElseThrow(() -> new UsageException("write " + usage(verb)));
    }

    /** Returns how to write an action. */
    static String usage(String verb) {
        return (Command.SCOPE + ":trace " + verb + " " + VERBS.get(verb)).strip();
    }

    /** Returns how to write each action. */
    static List<String> usages() {
        return VERBS.keySet().stream().map(TraceActions::usage).toList();
    }
}
