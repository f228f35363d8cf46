package org.asterism.shell.gogo.internal.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);
    private final AtomicInteger shown = new AtomicInteger();

    private String text() {
        return "picture " + shown.incrementAndGet() + "\nend";
    }

    @Test
    void shouldShowItAgainUntilAKeyIsPressed() {
        new Watch(out, false, () -> shown.get() < 3).show(this::text, () -> true);
        assertEquals("picture 1\nend\npicture 2\nend\npicture 3\nend\n", written.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldEndWhenWhatItShowsIsGone() {
        new Watch(out, false, () -> true).show(this::text, () -> shown.get() < 2);
        assertEquals(2, shown.get());
    }

    @Test
    void shouldEndQuietlyWhenInterrupted() {
        new Watch(out, false, () -> {
                    throw new InterruptedException();
                })
                .show(this::text, () -> true);
        assertEquals(1, shown.get());
    }

    @Test
    void shouldDrawOverWhatItHasShownOnATerminal() {
        new Watch(out, true, () -> shown.get() < 2).show(this::text, () -> true);
        String all = written.toString(StandardCharsets.UTF_8);
        assertTrue(all.startsWith("\u001b[2J\u001b[H"), all);
        assertEquals(3, all.split("\u001b\\[H", -1).length);
        assertTrue(all.endsWith("picture 2\u001b[K\nend\u001b[K\n\u001b[J"), all);
    }
}
