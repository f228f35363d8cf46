package org.asterism.shell.gogo.internal.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.asterism.console.web.ConsoleStatus;
import org.asterism.console.web.WebConsole;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.BundlesForTests;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;

class ConsoleCommandTest {
    /** A console that remembers how it was started. */
    private static final class FakeConsole implements WebConsole {
        private ConsoleStatus on;

        @Override
        public ConsoleStatus start(OptionalInt port, Optional<String> address) {
            String place = address.orElse("127.0.0.1");
            int number = port.orElse(4711);
            if (number > 65_535) {
                throw new IllegalArgumentException("port " + number + " is not from 0 to 65535");
            }
            on = new ConsoleStatus(
                    "http://" + place + ":" + number + "/#token=T",
                    place,
                    number,
                    place.equals("127.0.0.1"),
                    7,
                    2,
                    List.of("default"));
            return on;
        }

        @Override
        public Optional<ConsoleStatus> status() {
            return Optional.ofNullable(on);
        }

        @Override
        public boolean stop() {
            boolean was = on != null;
            on = null;
            return was;
        }
    }

    private final ConsoleCommand command = new ConsoleCommand(BundlesForTests.with(new FakeConsole()));

    private Answer type(String port, String address, String... what) throws IOException {
        return command.console(port, address, what);
    }

    private String refusal(String port, String address, String... what) {
        return assertThrows(UsageException.class, () -> type(port, address, what))
                .getMessage();
    }

    @Test
    void shouldPrintTheLink() throws IOException {
        assertEquals("console: http://127.0.0.1:4711/#token=T", type("", "").text(200));
        assertEquals("console: http://127.0.0.1:80/#token=T", type("80", "").text(200));
    }

    @Test
    void shouldWarnIfOtherMachinesReachThePage() throws IOException {
        assertEquals(
                "console: http://0.0.0.0:4711/#token=T; every machine in reach can open the port, and the connection "
                        + "is not encrypted",
                type("", "0.0.0.0").text(200));
    }

    @Test
    void shouldSayWhetherItIsOn() throws IOException {
        assertEquals(
                "The console is off; asterism:console starts it.",
                type("", "", "status").text(200));
        assertEquals("The console was off already.", type("", "", "stop").text(200));
        type("", "");
        assertEquals(
                "console: http://127.0.0.1:4711/#token=T, 7 requests, 2 refused, pages open on default",
                type("", "", "status").text(200));
        assertTrue(type("", "", "status").json().toString().contains("port=4711"));
        assertEquals("The console is off.", type("", "", "stop").text(200));
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertEquals(
                "'stopp' is nothing that it does; did you mean 'stop'? there are: stop, status",
                refusal("", "", "stopp"));
        assertTrue(refusal("", "", "stop", "now").startsWith("'now' is nothing that it does"));
        assertEquals("'status' takes no option; write asterism:console status", refusal("80", "", "status"));
        assertEquals("option '--port' is 'x': give a whole number from 0 to 65535", refusal("x", ""));
        assertEquals("port 70000 is not from 0 to 65535", refusal("70000", ""));
    }

    @Test
    void shouldSuggestWhatItDoes() {
        assertEquals(
                List.of("stop", "status"),
                command.suggest(List.of()).stream().map(Suggestion::value).toList());
        assertEquals(List.of(), command.suggest(List.of("stop")));
    }
}
