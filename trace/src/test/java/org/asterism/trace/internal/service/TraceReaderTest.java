package org.asterism.trace.internal.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.asterism.trace.TraceSettings;
import org.junit.jupiter.api.Test;

/** The settings that a configuration means. */
class TraceReaderTest {
    private record Configured(String keep_last, String file, long memory_bytes, int ring_bytes)
            implements TraceConfiguration {
        @Override
        public Class<? extends Annotation> annotationType() {
            return TraceConfiguration.class;
        }
    }

    private static TraceSettings read(String keep, String file) {
        return TraceReader.settings(new Configured(keep, file, 1000, 4096));
    }

    private static String refusal(String keep, String file) {
        return assertThrows(IllegalArgumentException.class, () -> read(keep, file))
                .getMessage();
    }

    @Test
    void shouldReadTimesAndFiles() {
        assertEquals(
                new TraceSettings(Optional.empty(), Optional.of(Duration.ofSeconds(10)), 4096, 1000), read("10s", ""));
        assertEquals(Optional.of(Duration.ofMillis(500)), read("500 ms", "").keepLast());
        assertEquals(Optional.of(Duration.ofMinutes(5)), read("5min", "").keepLast());
        assertEquals(Optional.of(Duration.ofHours(1)), read("1h", "run.trace").keepLast());
        assertEquals(Optional.of(Path.of("run.trace")), read("", " run.trace ").file());
    }

    @Test
    void shouldNameWhatIsWrong() {
        String allowed = "; give a number above 0 with ms, s, min or h, such as 10s";
        assertEquals("org.asterism.trace: keep.last is '10'" + allowed, refusal("10", ""));
        assertEquals("org.asterism.trace: keep.last is '0s'" + allowed, refusal("0s", ""));
        assertEquals(
                "org.asterism.trace: keep.last and file are empty; set keep.last to a time such as 10s, or file to the"
                        + " file to write",
                refusal("", " "));
        assertEquals(
                "org.asterism.trace: file is 'a\0b', which is no path: Nul character not allowed; name a file",
                refusal("", "a\0b"));
    }
}
