package org.asterism.shell.gogo.internal.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Listing;
import org.asterism.shell.gogo.internal.command.BundlesForTests;
import org.asterism.shell.gogo.internal.command.RuntimesForTests;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.internal.service.TraceService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class TraceCommandTest {
    @TempDir
    Path folder;

    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final Recordings recordings = new Recordings(new TraceService());
    private TraceActions actions;

    @BeforeEach
    void makeActions() {
        actions = new TraceActions(RuntimesForTests.of(Map.of("default", runtime)), recordings);
    }

    @AfterEach
    void endRecording() throws IOException {
        recordings.deactivate();
    }

    private static TraceOptions options(String file, String last, String output) {
        return new TraceOptions(file, last, "", output, false);
    }

    private Answer act(TraceOptions options, String... words) throws IOException {
        return actions.answer(folder, options, List.of(words));
    }

    private Answer act(String... words) throws IOException {
        return act(options("", "", ""), words);
    }

    private String refusal(TraceOptions options, String... words) {
        return assertThrows(UsageException.class, () -> act(options, words)).getMessage();
    }

    private String refusal(String... words) {
        return refusal(options("", "", ""), words);
    }

    /** Lets the runtime report an event. */
    private void report() {
        for (RuntimeObserver observer : List.copyOf(runtime.observers)) {
            observer.policyChanged(runtime, Optional.of("eager"), Optional.of("prio"));
        }
    }

    @Test
    void shouldRecordIntoAFileUntilItIsStopped() throws IOException {
        Path file = folder.resolve("run.trace");
        assertEquals(
                "runtime 'default' is recorded in " + file + "; asterism:trace stop ends it",
                act(options("run.trace", "", ""), "start").text(100));
        report();
        assertEquals(
                "the recording has ended; " + file + " has 1 record of 1 thread; no event was lost",
                act("stop").text(200));
        assertTrue(runtime.observers.isEmpty());
        assertEquals(Optional.empty(), Trace.open(file).cutOff());
        assertEquals(1, Trace.open(file).records());
    }

    @Test
    void shouldSayWhyARecordingIsEmpty() throws IOException {
        act("start");
        String ended = act("stop").text(300);
        assertTrue(ended.contains("nothing happened in runtime 'default'") && ended.contains("run --trace"), ended);
    }

    @Test
    void shouldKeepTheLastEventsInMemoryAndSaveThemWhileItGoesOn() throws IOException {
        assertTrue(act(options("", "10s", ""), "start").text(200).contains("in memory, the last 10s"));
        report();
        assertTrue(act("save", "now.trace").text(200).endsWith("up to now; the recording goes on"));
        assertEquals(1, Trace.open(folder.resolve("now.trace")).records());
        assertFalse(runtime.observers.isEmpty());
    }

    @Test
    void shouldExportWhatRunsAndWhatHasEnded() throws IOException {
        act("start");
        report();
        act(options("", "", "one.out"), "export", "perfetto");
        act("stop");
        act(options("", "", "two.out"), "export", "perfetto");
        assertTrue(Files.size(folder.resolve("one.out")) > 0);
        assertTrue(Files.size(folder.resolve("two.out")) > 0);
    }

    @Test
    void shouldExportAndSaveTheRecordingOfARunAsReportsUseIt() throws IOException {
        act("start");
        act("stop");
        Recording ofRun = recordings.startRun(runtime, folder.resolve("run.trace"));
        report();
        ofRun.stop();
        String exported = act(options("", "", "run.csv"), "export", "trace.rec").text(200);
        assertTrue(exported.contains("has 1 record"), exported);
        act("save", "copy.trace");
        assertEquals(1, Trace.open(folder.resolve("copy.trace")).records());
    }

    private Map<String, Object> status() throws IOException {
        return new LinkedHashMap<>(((Listing<?>) act("status")).records().getFirst());
    }

    @Test
    @Timeout(60)
    void shouldListTheRecordingWithItsNumbers() throws IOException {
        assertEquals(
                "Nothing is recorded; asterism:trace start starts a recording.",
                act("status").text(100));
        act(options("", "500ms", ""), "start");
        report();
        Map<String, Object> row = status();
        while (!row.get("records").equals(1L)) { // the background thread has not counted it yet
            Thread.onSpinWait();
            row = status();
        }
        assertEquals("runtime 'default'", row.get("of"));
        assertEquals("running", row.get("state"));
        assertEquals("500ms", row.get("keeps_last"));
        act("stop");
        assertEquals(
                "stopped", ((Listing<?>) act("status")).records().getFirst().get("state"));
    }

    @Test
    void shouldRefuseASecondRecordingAndTheEndOfNone() throws IOException {
        assertEquals("no recording runs; asterism:trace start starts one", refusal("stop"));
        assertEquals(
                "nothing was recorded yet; asterism:trace start and run --trace FILE record", refusal("save", "x"));
        act("start");
        assertEquals(
                "runtime 'default' is being recorded in memory; end that first: asterism:trace stop", refusal("start"));
        act("stop");
        act("start");
    }

    @Test
    void shouldRefuseMistakesInOneLineEach() throws IOException {
        assertTrue(refusal().startsWith("say what to do: asterism:trace start"));
        assertTrue(refusal("begin").startsWith("'begin' is nothing that it does; "));
        assertEquals("write asterism:trace save FILE [--replace]", refusal("save"));
        assertEquals("write asterism:trace stop", refusal("stop", "now"));
        assertEquals("'stop' takes no option --file; write asterism:trace stop", refusal(options("a", "", ""), "stop"));
        assertEquals(
                "option '--last' is '10'; give a number above 0 with ms, s, min or h, such as 10s",
                refusal(options("", "10", ""), "start"));
        String formats = String.join(", ", TraceFiles.formats());
        assertEquals(
                "there is no format 'pdf'; allowed are " + formats, refusal(options("", "", "x"), "export", "pdf"));
        assertEquals("write asterism:trace export FORMAT --output PATH; formats are " + formats, refusal("export"));
        act("start");
        assertEquals("write asterism:trace export FORMAT --output PATH", refusal("export", "perfetto"));
        act("stop");
        for (String unwritable : List.of(
                refusal(options("none/x", "", ""), "start"),
                refusal("save", "none/x"),
                refusal(options("", "", "none/x"), "export", "csv"))) {
            assertTrue(unwritable.contains("none/x cannot be made, as there is no folder"), unwritable);
        }
        assertTrue(runtime.observers.isEmpty());
    }

    @Test
    void shouldSayThatWhatIsInMemoryCanBeSaved() throws IOException {
        act("start");
        report();
        assertEquals(
                "the recording has ended; 1 record of 1 thread is in memory; no event was lost; asterism:trace save"
                        + " FILE writes them",
                act("stop").text(200));
    }

    @Test
    void shouldReplaceARecordingOnlyIfToldTo() throws IOException {
        Path file = Files.writeString(folder.resolve("old.trace"), "precious");
        String refusal = file + " is there already; add --replace to replace it, or name another file";
        assertEquals(refusal, refusal(options("old.trace", "", ""), "start"));
        assertTrue(runtime.observers.isEmpty());
        act("start");
        assertEquals(refusal, refusal("save", "old.trace"));
        assertEquals("precious", Files.readString(file));
        act(new TraceOptions("", "", "", "", true), "save", "old.trace");
        assertTrue(Trace.isRecording(file));
        act("stop");
        act(new TraceOptions("old.trace", "", "", "", true), "start");
        assertTrue(refusal(new TraceOptions("", "", "", "", true), "stop").contains("takes no option --replace"));
    }

    @Test
    void shouldAskWhichOfSeveralRuntimesIsMeant() throws IOException {
        actions = new TraceActions(
                RuntimesForTests.of(Map.of("default", runtime, "heat", new FakeRuntime("prio"))), recordings);
        assertTrue(refusal("start").startsWith("there are several runtimes: say which with --runtime "));
        actions.answer(folder, new TraceOptions("", "", "heat", "", false), List.of("start"));
        assertEquals("heat", recordings.runtime());
    }

    @Test
    void shouldSuggestVerbsAndFormats() {
        TraceCommand command =
                new TraceCommand(RuntimesForTests.of(Map.of("default", runtime)), BundlesForTests.with(recordings));
        assertEquals(
                List.copyOf(TraceActions.VERBS.keySet()),
                command.suggest(List.of()).stream().map(Suggestion::value).toList());
        assertEquals(
                TraceFiles.formats(),
                command.suggest(List.of("export")).stream()
                        .map(Suggestion::value)
                        .toList());
    }
}
