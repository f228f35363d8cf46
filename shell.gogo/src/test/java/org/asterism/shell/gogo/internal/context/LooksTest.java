package org.asterism.shell.gogo.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.asterism.api.ContextLoad;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.junit.jupiter.api.Test;

class LooksTest {
    private final FakeRuntime context = new FakeRuntime("eager");
    private final Looks looks = new Looks();

    private Throughput at(long seconds, long done) {
        return looks.at(context, new ContextLoad(100, 0, 0, done, 0, 0, Map.of(), seconds * 1_000_000_000));
    }

    @Test
    void shouldMeasureFromTheLastLookAndFirstFromTheBeginning() {
        assertEquals(new Throughput(10, 4), at(4, 40));
        assertEquals(new Throughput(5, 2), at(6, 50));
        assertEquals(new Throughput(0, 1), at(7, 50));
    }

    @Test
    void shouldTellTheSameAgainWhenNoTimeHasPassed() {
        assertEquals(new Throughput(0, 0), at(0, 0));
        at(4, 40);
        assertEquals(new Throughput(10, 4), at(4, 41));
        assertEquals(new Throughput(11, 1), at(5, 51));
    }

    @Test
    void shouldNotMixUpContexts() {
        at(4, 40);
        ContextLoad other = new ContextLoad(100, 0, 0, 8, 0, 0, Map.of(), 4_000_000_000L);
        assertEquals(new Throughput(2, 4), looks.at(new FakeRuntime("prio"), other));
    }
}
