package org.asterism.framework;

import static org.asterism.framework.PromptTerminal.withoutClass;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTerminalTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            java.lang.InterruptedException | interrupted
            java.lang.InterruptedException: sleep interrupted | sleep interrupted
            java.lang.Exception: 3 | 3
            java.lang.ArrayIndexOutOfBoundsException | array index out of bounds
            java.lang.RuntimeException: java.io.IOException: disk full | disk full
            java.lang.IllegalArgumentException: Cannot coerce foo() to any of [] | Cannot coerce foo() to any of []
            org.example.Outer$BadThing: it is bad | it is bad
            cd: java.io.IOException: no such file: /x | cd: no such file: /x
            cat: java.lang.InterruptedException | cat: interrupted
            gogo: CommandException: asterism: there is no command 'foo' | asterism: there is no command 'foo'
            """)
    void shouldLeaveOutTheClassThatALineBeginsWith(String line, String words) {
        assertEquals(words, withoutClass(line));
        assertEquals("\u001b[31m" + words + "\u001b[m", withoutClass("\u001b[31m" + line + "\u001b[m"));
        assertEquals(words + "\n", withoutClass(line + "\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "asterism: there is no command 'foo'; 'help' lists all",
                "a line with java.io.IOException: in it",
                "org.asterism.load: load/x.jar: it is empty",
                "sum: 3.5",
                "java.lang.String"
            })
    void shouldLeaveOtherLinesAsTheyAre(String line) {
        assertEquals(line, withoutClass(line));
    }
}
