package org.asterism.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EscapedTest {
    private static final String NASTY = "a\u001b[2Jb\nc\u0007\u202ed";
    private static final String HARMLESS = "a\\u001b[2Jb\\nc\\u0007\\u202ed";

    @Test
    void shouldWriteControlCharactersAsJavaDoes() {
        assertEquals(HARMLESS, Escaped.of(NASTY));
        assertEquals("caf\u00e9 \u2713", Escaped.of("caf\u00e9 \u2713"));
    }

    @Test
    void shouldKeepThemOutOfTablesFieldsAndSentences() {
        assertEquals(
                "name\n" + HARMLESS,
                new Listing<>(List.of(NASTY), List.of(Column.<String>of("name", name -> name)), "none").text(80));
        assertEquals("name  " + HARMLESS, new Fields(Map.of("name", NASTY)).text(80));
        assertEquals("made " + HARMLESS, new Said("made " + NASTY, Map.of()).text(80));
    }
}
