package org.asterism.report.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LetteringTest {
    @Test
    void shouldKnowTheWidthsOfLettersInTheUsualFonts() {
        // Measured in Liberation Sans, which has the widths of Helvetica and Arial.
        assertEquals(25.56, Lettering.of(10).width("policy"), 1e-9);
        assertEquals(28.9, Lettering.bold(10).width("policy"), 1e-9);
        assertEquals(83.3, Lettering.of(100).width("m"), 1e-9);
        assertEquals(58.4, Lettering.of(100).width("~"), 1e-9, "the last letter of the table");
    }

    @Test
    void shouldCountLettersOfOtherScripts() {
        assertEquals(40, Lettering.of(20).width("\u7ebf\u7a0b"), 1e-9, "a Chinese letter is as wide as it is high");
        assertEquals(Lettering.of(20).width("e"), Lettering.of(20).width("e\u0301"), 1e-9, "accents take no room");
        assertTrue(Lettering.of(20).width("\u03b1") > 0);
    }

    @Test
    void shouldCutOnlyWhatDoesNotFit() {
        Lettering bold = Lettering.bold(12);
        assertEquals("prio", bold.cut("prio", bold.width("prio")));
        String cut = bold.cut("a rather long name", 60);
        assertTrue(cut.startsWith("a ra") && cut.endsWith("\u2026") && bold.width(cut) <= 60, cut);
        assertEquals("", bold.cut("a rather long name", 5), "no room for the ellipsis either");
    }
}
