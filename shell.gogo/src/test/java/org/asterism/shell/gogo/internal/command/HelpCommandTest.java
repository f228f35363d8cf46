package org.asterism.shell.gogo.internal.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.Map;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HelpCommandTest {
    private final ThreadIOImpl streams = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(streams);
    private final HelpCommand help = new HelpCommand();
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private CommandSession session;

    @BeforeEach
    void openSession() {
        streams.start();
        Runtimes runtimes = RuntimesForTests.of(Map.of(Runtimes.DEFAULT, new FakeRuntime("eager")));
        help.addCommand(new WorkersCommand(runtimes));
        help.addCommand(new CalibrateBusCommand(runtimes));
        help.addCommand(new UseCommand(runtimes, new Trees()));
        processor.addCommand(Command.SCOPE, help, "help");
        processor.addCommand("gogo", new Object(), "each");
        processor.addCommand("gogo", new Object(), "__files");
        processor.addCommand("felix", new Object(), "lb");
        processor.addListener(new UnknownCommand());
        session = processor.createSession(InputStream.nullInputStream(), screen, screen);
        session.put("SCOPE", "asterism:gogo:*");
    }

    @AfterEach
    void closeSession() {
        session.close();
        processor.stop();
        streams.stop();
    }

    private String refusal(String line) {
        Exception problem = assertThrows(Exception.class, () -> session.execute(line));
        return problem.toString();
    }

    @Test
    void shouldListOurCommandsFirstInGroupsWithALineForEach() throws Exception {
        Answer all = (Answer) session.execute("help");

        assertEquals("""
                Scheduling:
                  use            replaces the scheduling policy of a context
                Machine:
                  workers        lists the workers
                  calibrate-bus  measures links between memory nodes again
                Others:
                  felix: lb
                  gogo: each
                'help NAME' and 'NAME --help' tell more.""", all.text(60));
        assertTrue(all.text(40).lines().allMatch(line -> line.length() <= 40), all.text(40));
        assertEquals(
                "{\"Scheduling\":{\"use\":\"replaces the scheduling policy of a "
                        + "context\"},\"Machine\":{\"workers\":\"lists the"
                        + " workers\",\"calibrate-bus\":\"measures links between memory nodes "
                        + "again\"},\"felix\":[\"lb\"],\"gogo\":[\"each\"]}",
                session.execute("help --json"));
    }

    @Test
    void shouldTellHowToUseACommandOfOursAndLeaveOthersToGogo() throws Exception {
        session.put("gogo:help", (Function) (caller, words) -> "gogo knows " + words);

        assertEquals(session.execute("help --help"), session.execute("help asterism:help"));
        assertTrue(session.execute("help workers").toString().contains("usage: asterism:workers"));
        assertEquals("gogo knows [lb]", session.execute("help lb"));
        assertEquals("gogo knows [felix:lb]", session.execute("help felix:lb"));
    }

    @Test
    void shouldSuggestCommandsForOneThatIsUnknown() {
        assertTrue(
                refusal("help worker")
                        .startsWith("asterism:help: there is no command 'worker'; did you mean 'workers'? there are: "),
                refusal("help worker"));
        assertEquals(
                "asterism: there is no command 'hepl'; did you mean 'help'? 'help' lists all", refusal("hepl workers"));
        assertEquals(
                "asterism: there is no command 'asterism:hlp'; did you mean 'asterism:help'? 'help' lists all",
                refusal("asterism:hlp"));
        assertEquals("asterism: there is no command 'frobnicate'; 'help' lists all", refusal("frobnicate 1"));
        assertEquals("asterism: there is no command '\\u0007'; 'help' lists all", refusal("\u0007"));
    }

    @Test
    void shouldLeaveAFunctionOfTheUserInChargeOfUnknownCommands() throws Exception {
        session.put("default", (Function) (caller, words) -> words.get(0) + "!");

        assertEquals("anything!", session.execute("anything"));
    }
}
