package org.asterism.report.internal.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TextWidthTest {
    @Test
    void shouldNotBeNarrowerThanTextInDejaVuSans() {
        // Measured with a size of 12 in DejaVu Sans and DejaVu Sans Bold.
        assertTrue(TextWidth.of("2 \u00d7 best-implementation", 12, true) >= 160);
        assertTrue(TextWidth.of("ntasks=30, ready, exp", 12, false) >= 127);
        assertTrue(TextWidth.of("mmmm", 12, false) >= 46);
    }

    @Test
    void shouldCutOnlyWhatMayNotFit() {
        assertEquals("prio", TextWidth.cut("prio", 12, false, 40));
        String cut = TextWidth.cut("a rather long name", 12, true, 60);
        assertTrue(cut.endsWith("\u2026") && TextWidth.of(cut, 12, true) <= 60, cut);
    }
}
