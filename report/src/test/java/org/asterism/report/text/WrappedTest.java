package org.asterism.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WrappedTest {
    private static final String TEN_WORDS = "one two three four five six seven eight nine ten";

    @Test
    void shouldBreakBetweenWordsAndGoOnBelowTheEndOfTheLead() {
        assertEquals(
                "name  one two three four five six\n      seven eight nine ten",
                Wrapped.behind("name  ", TEN_WORDS, 36));
        assertEquals("name  " + TEN_WORDS, Wrapped.behind("name  ", TEN_WORDS, 54));
    }

    @Test
    void shouldGoOnFurtherLeftWhereThereIsNoRoom() {
        assertEquals(
                "a long name  one two three four five six\n        seven eight nine ten",
                Wrapped.behind("a long name  ", TEN_WORDS, 42));
    }

    @Test
    void shouldKeepLongWordsWhole() {
        assertEquals("x\n" + "y".repeat(50) + "\nz", Wrapped.behind("", "x " + "y".repeat(50) + " z", 40));
    }

    @Test
    void shouldWrapTheValuesOfFields() {
        assertEquals(
                "words  one two three four five six\n       seven eight nine ten",
                new Fields(Map.of("words", TEN_WORDS)).text(38));
    }
}
