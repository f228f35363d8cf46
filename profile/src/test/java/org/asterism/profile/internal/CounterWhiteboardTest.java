package org.asterism.profile.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.Counter;
import org.asterism.profile.CounterListener;
import org.asterism.profile.CounterSample;
import org.asterism.profile.CounterScope;
import org.asterism.profile.CounterSet;
import org.asterism.profile.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counter listeners that are services. */
@Timeout(60)
class CounterWhiteboardTest {
    private static final Codelet WORK = Laboratory.codelet("work");

    private final CounterWhiteboard whiteboard = new CounterWhiteboard();

    private static final class Notes implements CounterListener {
        private final List<CounterSample> samples = new CopyOnWriteArrayList<>();

        @Override
        public List<CounterSet> counters() {
            return List.of(CounterSet.of(CounterScope.RUNTIME, Counter.EXECUTED));
        }

        @Override
        public void sampled(List<CounterSample> received) {
            samples.addAll(received);
        }

        private boolean hasSeen(long executed) {
            return samples.stream().anyMatch(sample -> sample.value(Counter.EXECUTED) == executed);
        }
    }

    /** A listener that wants nothing, which is refused. */
    private static final class Useless implements CounterListener {
        @Override
        public List<CounterSet> counters() {
            return List.of();
        }

        @Override
        public void sampled(List<CounterSample> received) {
            throw new AssertionError("it wants nothing");
        }
    }

    private WeakReference<CounterListener> comeAndGo() {
        CounterListener listener = new Notes();
        whiteboard.addListener(listener);
        whiteboard.removeListener(listener);
        return new WeakReference<>(listener);
    }

    @Test
    void shouldServeListenersThatComeBeforeAndAfterTheRuntime() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime()) {
            Notes early = new Notes();
            Notes late = new Notes();
            whiteboard.addListener(early);
            whiteboard.addRuntime(runtime);
            whiteboard.addListener(new Useless());
            whiteboard.addListener(late);
            runtime.task(WORK).submitAndAwait();
            await(() -> early.hasSeen(1) && late.hasSeen(1));
            whiteboard.removeRuntime(runtime);
            whiteboard.deactivate();
        }
    }

    @Test
    void shouldLetGoOfListenersThatLeave() throws Exception {
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = laboratory.realRuntime()) {
            whiteboard.addRuntime(runtime);
            WeakReference<CounterListener> left = comeAndGo();
            await(() -> {
                System.gc();
                return left.refersTo(null);
            });
            assertTrue(runtime.unfinishedTasks().isEmpty());
            whiteboard.deactivate();
        }
    }
}
