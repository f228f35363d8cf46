package org.asterism.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProgressRateTest {
    private static final long SECOND = 1_000_000_000L;

    private final ProgressRate rate = new ProgressRate();

    @Test
    void shouldSayNothingBeforeTheRateIsKnown() {
        assertEquals("", rate.text(10));
        rate.count(0, 0);
        assertEquals("", rate.text(10));
        rate.count(SECOND / 10, 5);
        assertEquals("", rate.text(10));
        rate.count(SECOND, 0);
        assertEquals("", new ProgressRate().text(10));
    }

    @Test
    void shouldSayHowFastTasksEndAndHowLongTheRestTakes() {
        rate.count(0, 0);
        rate.count(2 * SECOND, 80);
        assertEquals(", 40 tasks/s, 3 s left", rate.text(120));
        assertEquals(", 40 tasks/s, 1:05 left", rate.text(2600));
        assertEquals(", 40 tasks/s, 2:00:01 left", rate.text(7201 * 40));
    }

    @Test
    void shouldForgetWhatWasLongAgo() {
        rate.count(0, 0);
        rate.count(10 * SECOND, 1000);
        rate.count(12 * SECOND, 1003);
        assertEquals(", 1.5 tasks/s, 10 s left", rate.text(15));
    }
}
