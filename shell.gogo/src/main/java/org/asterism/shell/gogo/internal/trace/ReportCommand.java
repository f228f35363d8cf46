package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.asterism.trace.Recording;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** {@code asterism:report}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "report")
public final class ReportCommand extends Command {
    private static final String USAGE = SCOPE + ":report [--json] --html FILE [--against FILE]";

    private final Retained<Recordings> recordings;

    /**
     * Called by Declarative Services.
     *
     * @param bundle finds the recordings
     */
    @Activate
    public ReportCommand(BundleContext bundle) {
        recordings = new Retained<>(bundle, Recordings.class);
    }

    /**
     * Writes a page that explains the recording that runs, or that of the last run.
     *
     * @param session where the command was typed
     * @param html the file to write
     * @param against another recording
     * @return the sentences of the page
     * @throws IOException if a recording cannot be read or the page cannot be written
     */
    @Descriptor("explains why a run was slow: writes a page about the recording that runs, or about that of the last"
            + " recorded run")
    public Answer report(
            CommandSession session,
            @Descriptor("the page to write, such as slow.html") @Parameter(names = "--html", absentValue = "")
                    String html,
            @Descriptor("the file of an earlier recording, to be compared with")
                    @Parameter(names = "--against", absentValue = "")
                    String against)
            throws IOException {
        return report(recordings.get("trace"), session.currentDir(), html, against);
    }

    static Answer report(Recordings recordings, Path folder, String html, String against) throws IOException {
        Path page = TraceOptions.path(folder, "option '--html'", html)
                .orElseThrow(() -> new UsageException("say where to write: " + USAGE));
        Optional<Path> other = TraceOptions.path(folder, "option '--against'", against);
        Recording recording = recordings.latest();
        String name = recording
                .settings()
                .file()
                .map(file -> file.getFileName().toString())
                .orElse("recording in memory");
        return TraceReports.write(name, recording, other, page);
    }

    @Override
    protected List<String> usages() {
        return List.of(USAGE);
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion("asterism:report --html slow.html", "why the last recorded run was slow"),
                new Suggestion(
                        "asterism:report --html both.html --against before.trace", "what differs from an earlier run"));
    }
}
