package org.asterism.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicBoolean allowed = new AtomicBoolean(true);
    private final ProgressBar bar = new ProgressBar(
            "demo",
            ended::get,
            () -> 120,
            new Display(new PrintStream(bytes, false, StandardCharsets.UTF_8), allowed::get));

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldSayHowFarTheRunIs() {
        assertEquals(
                "cholesky [##################............]  61 % 74/120 tasks",
                ProgressBar.line("cholesky", 74, 120, ""));
        assertTrue(ProgressBar.line("a", 120, 120, "").contains("[##############################] 100 %"));
    }

    @Test
    void shouldFitANarrowTerminal() {
        String line = ProgressBar.line("contexts-demo", 500_000, 1_000_000, ", 37000 tasks/s, 1:05 left");
        assertEquals(79, line.length(), line);
        assertTrue(line.startsWith("contexts-demo [#####.....]"), line);
    }

    @Test
    void shouldDrawOnlyWhatChangedAndClearItAtTheEnd() {
        bar.draw();
        int once = bytes.size();
        bar.draw();
        assertEquals(once, bytes.size());
        ended.set(60);
        bar.draw();
        int length = ProgressBar.line("demo", 60, 120, "").length();
        bar.close();

        assertTrue(written().endsWith("\r" + " ".repeat(length) + "\r"), written());
    }

    @Test
    void shouldWriteNothingWhereItMayNot() {
        allowed.set(false);
        bar.draw();
        bar.close();

        assertEquals("", written());
    }

    @Test
    void shouldNotCountBeyondTheEnd() {
        ended.set(130);
        bar.draw();

        assertTrue(written().contains("120/120"), written());
    }
}
