package org.asterism.shell.gogo.internal.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Job;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.run.Failure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutputTest {
    private static final int SECONDS = 30;
    private static final String LONG = "long ".repeat(30) + "cell";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final ThreadIOImpl threadStreams = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(threadStreams);
    private CommandSession session;

    /** Prints one line, as applications do, and gives back a table of one row. */
    public static final class Say extends Command {
        @Descriptor("says something")
        public Object say(CommandSession session, @Descriptor("words") String[] words) {
            Output.of(session).println("said");
            return new Listing<>(List.of(LONG), List.of(Column.of("word", word -> word)), "nothing");
        }
    }

    /** Lets through what it reads. */
    public static final class Pass {
        public void pass() throws Exception {
            System.out.print("passed " + new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Calls a function twice. */
    public static final class Loop {
        public void loop(CommandSession session, Function body) throws Exception {
            body.execute(session, List.of());
            body.execute(session, List.of());
        }
    }

    @BeforeEach
    void open() {
        threadStreams.start();
        processor.addConverter(new AnswerConverter());
        processor.addCommand("asterism", new Say(), "say");
        processor.addCommand("test", new Pass(), "pass");
        processor.addCommand("test", new Loop(), "loop");
        PrintStream console = new PrintStream(terminal, true, StandardCharsets.UTF_8);
        session = processor.createSession(InputStream.nullInputStream(), console, console);
        session.currentDir(folder);
        session.put("COLUMNS", 40);
    }

    @AfterEach
    void close() {
        session.close();
        processor.stop();
        threadStreams.stop();
    }

    private String file(String name) throws Exception {
        return Files.readString(folder.resolve(name));
    }

    private String terminal() {
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldFailOnAFullDevice() {
        Exception problem = assertThrows(Exception.class, () -> session.execute("asterism:say > /dev/full"));
        assertEquals("asterism:say: its output cannot be written: is the device full?", problem.toString());
        assertEquals(1, Failure.status(problem));
    }

    @Test
    void shouldWriteToTheTerminalWhatGoesNowhereElse() throws Exception {
        Object value = session.execute("asterism:say");
        assertEquals("said\n", terminal());
        assertTrue(value instanceof Listing<?>, "for the shell to show");
    }

    @Test
    void shouldGiveScriptsTheValueAndKeepWhatIsPrintedFromTheTerminal() throws Exception {
        assertEquals(1, session.execute("(asterism:say) size"));
        assertEquals("", terminal());
    }

    @Test
    void shouldWriteIntoTheFileThatACommandIsSentTo() throws Exception {
        assertEquals(null, session.execute("asterism:say > " + folder.resolve("file")));
        assertEquals("said\nword\n" + LONG + "\n", file("file"), "all of it, since a file has no width");
        assertEquals("", terminal());
    }

    @Test
    void shouldWriteHelpIntoTheFileInLinesThatCanBeRead() throws Exception {
        session.execute("asterism:say --help > " + folder.resolve("file"));
        assertEquals("says something\nusage: asterism:say [WORDS...]\n", file("file"));
    }

    @Test
    void shouldWriteIntoThePipe() throws Exception {
        session.execute("asterism:say | test:pass");
        assertEquals("passed said\nword\n" + LONG + "\n", terminal());
    }

    @Test
    void shouldWriteIntoTheFileThatALoopIsSentTo() throws Exception {
        session.execute("test:loop { asterism:say } > " + folder.resolve("file"));
        assertEquals("said\nsaid\n", file("file"));
        assertEquals("", terminal());
    }

    @Test
    void shouldWriteIntoTheFileFromTheBackgroundAndElseToTheTerminal() throws Exception {
        assertEquals("said\nword\n" + LONG + "\n", inBackground("asterism:say > " + folder.resolve("file"), "file"));
        assertEquals("", terminal());
        assertEquals("", inBackground("asterism:say", null));
        assertEquals("said\n", terminal());
    }

    private String inBackground(String command, String file) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        session.setJobListener((job, previous, current) -> {
            assertFalse(current == Job.Status.Suspended, "a job that is stopped would stay");
            if (current == Job.Status.Done) {
                done.countDown();
            }
        });
        session.execute(command + " &");
        assertTrue(done.await(SECONDS, TimeUnit.SECONDS), command);
        return file == null ? "" : file(file);
    }
}
