package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.trace.export.TraceExport;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:trace}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "trace")
public final class TraceCommand extends Command {
    private final Runtimes runtimes;
    private final Retained<Recordings> recordings;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes the runtimes that can be recorded
     * @param bundle finds the recordings
     */
    @Activate
    public TraceCommand(@Reference Runtimes runtimes, BundleContext bundle) {
        this.runtimes = runtimes;
        recordings = new Retained<>(bundle, Recordings.class);
    }

    /**
     * Starts, ends, saves, shows or exports a recording.
     *
     * @param session where the command was typed
     * @param file see {@link TraceOptions}, as all that follow
     * @param last a time
     * @param runtime a name
     * @param output a file
     * @param replace whether to replace a file
     * @param what the verb, and for {@code save} a file, for {@code export} a format
     * @return what was done, or the recordings
     * @throws IOException if a file cannot be written
     */
    @Descriptor("records a runtime: starts and ends the recording, saves it, shows its size, or exports it for other "
            + "tools")
    public Answer trace(
            CommandSession session,
            @Descriptor("start: the file to write; in memory if not given")
                    @Parameter(names = "--file", absentValue = "")
                    String file,
            @Descriptor("start: keeps the last events in memory for so long, such as 10s")
                    @Parameter(names = "--last", absentValue = "")
                    String last,
            @Descriptor("start: the runtime to record; the only one in use if not given")
                    @Parameter(names = "--runtime", absentValue = "")
                    String runtime,
            @Descriptor("export: the file to write, or the folder for the format folder")
                    @Parameter(names = "--output", absentValue = "")
                    String output,
            @Descriptor("start, save: replaces a file that is there")
                    @Parameter(names = "--replace", presentValue = "true", absentValue = "false")
                    boolean replace,
            @Descriptor("start, stop, save FILE, status, or export FORMAT") String[] what)
            throws IOException {
        return new TraceActions(runtimes, recordings.get("trace"))
                .answer(session.currentDir(), new TraceOptions(file, last, runtime, output, replace), List.of(what));
    }

    @Override
    protected List<String> usages() {
        return TraceActions.usages();
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion(
                        "asterism:trace start --last 10s", "keeps the last ten seconds in memory, to be saved later"),
                new Suggestion("asterism:trace save slow.trace", "writes what is kept; the recording goes on"),
                new Suggestion(
                        "asterism:trace export perfetto --output run.pftrace",
                        "a file for https://ui.perfetto.dev; formats are " + String.join(", ", TraceFiles.formats())));
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        String last = before.isEmpty() ? "" : before.getLast();
        return switch (last) {
            case "" ->
                TraceActions.VERBS.entrySet().stream()
                        .map(verb -> new Suggestion(verb.getKey(), verb.getValue()))
                        .toList();
            case "--runtime" ->
                runtimes.all().stream()
                        .map(NamedRuntime::name)
                        .map(name -> new Suggestion(name, null))
                        .toList();
            case "export" ->
                TraceExport.formats().stream()
                        .map(format -> new Suggestion(format.name(), format.description()))
                        .toList();
            default -> List.of();
        };
    }
}
