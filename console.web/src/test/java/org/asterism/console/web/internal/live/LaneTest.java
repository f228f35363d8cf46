package org.asterism.console.web.internal.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LaneTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldGiveALongTaskACellOfItsOwn() {
        Lane lane = new Lane(16);
        lane.executed(3, 0, 5 * MILLI, 1);
        lane.executed(4, 5 * MILLI, 9 * MILLI, 1);
        assertArrayEquals(
                new long[] {0, 5 * MILLI, 3, 1, 5 * MILLI, 5 * MILLI, 9 * MILLI, 4, 1, 4 * MILLI},
                lane.since(0).cells());
    }

    @Test
    void shouldPutShortTasksTogetherAndNameTheCodeletWithTheMostTime() {
        Lane lane = new Lane(16);
        lane.executed(1, 0, 1000, 1);
        lane.executed(2, 2000, 9000, 1);
        lane.executed(1, 10_000, 12_000, 1);
        assertArrayEquals(new long[] {0, 12_000, 2, 3, 10_000}, lane.since(0).cells());
    }

    @Test
    void shouldGiveOnlyWhatHasChangedSinceALook() {
        Lane lane = new Lane(16);
        lane.executed(1, 0, MILLI, 1);
        lane.executed(1, MILLI, 2 * MILLI, 2);
        assertEquals(Lane.WIDTH, lane.since(2).cells().length);
        assertEquals(0, lane.since(3).cells().length);
        assertEquals(2, lane.since(3).tasks());
        assertEquals(2 * MILLI, lane.since(3).busy());
    }

    @Test
    void shouldStayBoundedAndCoverTheLastSecondsOfMillionsOfTasks() {
        Lane lane = new Lane(64);
        long time = 0;
        for (int look = 1; look <= 60; look++) {
            for (int task = 0; task < 200_000; task++) {
                lane.executed(task % 5, time, time + 4000, look);
                time += 5000;
            }
            Lane.View view = lane.since(look);
            assertTrue(view.cells().length <= 64 * Lane.WIDTH);
            if (look > 20) {
                assertTrue(time - view.cells()[0] >= 1000 * MILLI, "a look covers the second since the one before");
            }
        }
        assertEquals(12_000_000, lane.since(0).tasks());
    }

    @Test
    void shouldShowWhatRunsUntilItEndsOrItsDeviceIsLost() {
        Lane lane = new Lane(16);
        assertEquals(-1, lane.since(0).runningCodelet());
        lane.launched(7, 100);
        assertEquals(7, lane.since(0).runningCodelet());
        assertEquals(100, lane.since(0).runningSince());
        lane.executed(7, 100, 200, 1);
        assertEquals(-1, lane.since(0).runningCodelet());
        lane.launched(7, 300);
        lane.stopped();
        assertEquals(-1, lane.since(0).runningCodelet());
    }

    @Test
    void shouldCountCodeletsBeyondItsLimitAsOthers() {
        CodeletNames names = new CodeletNames();
        for (int name = 0; name < 1000; name++) {
            names.number("codelet" + name);
        }
        assertEquals(256, names.all().size());
        assertEquals("others", names.all().getLast());
        assertEquals(0, names.number("codelet0"));
        assertEquals(255, names.number("codelet999"));
    }
}
