package org.asterism.shell.gogo.internal.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.spi.application.UsageException;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.internal.service.TraceService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    Path folder;

    private final Recordings recordings = new Recordings(new TraceService());
    private final FakeRuntime runtime = new FakeRuntime("eager");

    @AfterEach
    void endRecording() throws IOException {
        recordings.deactivate();
    }

    private String page(String name) throws IOException {
        ReportCommand.report(recordings, folder, name, "");
        return Files.readString(folder.resolve(name));
    }

    @Test
    void shouldReportTheLastRunAfterItsEnd() throws IOException {
        recordings.startRun(runtime, folder.resolve("one.trace")).stop();
        recordings.startRun(runtime, folder.resolve("two.trace")).stop();
        assertTrue(page("run.html").contains("two.trace has no kernel"));
    }

    @Test
    void shouldPreferARecordingThatRuns() throws IOException {
        recordings.start(new NamedRuntime("default", runtime), TraceSettings.inMemory());
        recordings.startRun(runtime, folder.resolve("later.trace")).stop();
        assertTrue(page("now.html").contains("recording in memory has no kernel"));
        recordings.stop();
        assertTrue(page("last.html").contains("later.trace has no kernel"));
        try (Recording _ = recordings.startRun(runtime, folder.resolve("running.trace"))) {
            assertTrue(page("running.html").contains("running.trace has no kernel"));
        }
    }

    private String refusal(String html, String against) {
        return assertThrows(UsageException.class, () -> ReportCommand.report(recordings, folder, html, against))
                .getMessage();
    }

    @Test
    void shouldRefuseMistakesInOneLineEach() throws IOException {
        assertEquals(
                "nothing was recorded yet; asterism:trace start and run --trace FILE record", refusal("x.html", ""));
        assertTrue(refusal("", "").startsWith("say where to write: asterism:report"));
        recordings.startRun(runtime, folder.resolve("run.trace")).stop();
        assertTrue(refusal("run.trace", "").contains("is a recording, which a report does not replace"));
        assertTrue(refusal("x.html", "none.trace").startsWith("there is no file "));
        String nowhere = refusal("none/x.html", "");
        assertTrue(nowhere.contains("there is no folder"), nowhere);
        assertEquals(1, nowhere.lines().count());
    }
}
