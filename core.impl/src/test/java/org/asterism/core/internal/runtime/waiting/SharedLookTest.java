package org.asterism.core.internal.runtime.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.asterism.api.Clock;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Round;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.task.TagHome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many looks at what waits for what many waiting threads take. */
@Timeout(60)
class SharedLookTest {
    private static final int THREADS = 300;

    private final AtomicLong now = new AtomicLong(1);
    private final Resting activity = new Resting(1);
    private final SharedLook looks = new SharedLook(activity, now::get);
    private final GraphNode node = visitor -> {};

    /** A runtime without tasks, which rests when enough threads have asked whether it does. */
    private static final class Resting implements StuckWatch.Activity {
        private final Set<Thread> asking = ConcurrentHashMap.newKeySet();
        private final AtomicInteger looks = new AtomicInteger();
        private final int enough;
        private volatile long movements;

        Resting(int enough) {
            this.enough = enough;
        }

        @Override
        public long movements() {
            return movements;
        }

        @Override
        public boolean isAtRest() {
            asking.add(Thread.currentThread());
            return asking.size() >= enough;
        }

        @Override
        public boolean isHeld() {
            return false;
        }

        @Override
        public long outsideWork() {
            return 0;
        }

        @Override
        public Collection<?> heldBeyond(Predicate<Thread> cannotRelease) {
            return List.of();
        }

        @Override
        public long changes() {
            return 0;
        }

        @Override
        public void awaitChanges() {}

        @Override
        public TaskInspector look(Collection<GraphNode> awaited) {
            looks.incrementAndGet();
            return new TaskInspector(List.of(), List.of(), new TagBoard(new NoHome()), List.of(), awaited, List.of());
        }
    }

    private static final class NoHome implements TagHome {
        @Override
        public void refuseWorkers(String what) {}

        @Override
        public boolean await(Round tag, Duration time) {
            throw new AssertionError("nobody waits for a tag");
        }

        @Override
        public void wakeAll() {}
    }

    @Test
    void shouldServeAllThreadsThatFindTheRuntimeAtRestWithFewLooks() throws InterruptedException {
        Resting resting = new Resting(THREADS);
        Clock clock = Clock.system();
        StuckWatch watch = new StuckWatch(new ThreadWaiting(clock), clock, false, Duration.ofMillis(50), resting);
        AtomicInteger told = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < THREADS; index++) {
            GraphNode own = visitor -> told.get();
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    watch.untilEnd(own, () -> false, () -> {}, null, "nothing");
                } catch (TasksStuckException stuck) {
                    told.incrementAndGet();
                } catch (InterruptedException stop) {
                    throw new AssertionError(stop);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(THREADS, told.get());
        assertTrue(resting.looks.get() < THREADS / 5, resting.looks + " looks");
    }

    @Test
    void shouldLookAgainForAThreadThatBeganToWaitLaterOrWhenAnythingMayHaveChanged() {
        looks.waitBegins(node);
        TaskInspector first = looks.take(node, now.get());
        now.incrementAndGet();
        assertSame(first, looks.take(node, 1));
        TaskInspector later = looks.take(node, now.get());
        assertNotSame(first, later, "it may have been told of the first one, and have changed something");
        activity.movements++;
        TaskInspector moved = looks.take(node, 1);
        assertNotSame(later, moved);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        TaskInspector fresh = looks.take(node, 1);
        assertNotSame(moved, fresh, "programs change what tasks wait for without a movement");
        GraphNode other = visitor -> {};
        looks.waitBegins(other);
        assertNotSame(fresh, looks.take(other, 1), "it need not know the other one");
    }

    @Test
    void shouldKeepNoTasksThatNobodyNeeds() {
        looks.waitBegins(node);
        looks.waitBegins(null);
        TaskInspector first = looks.take(node, 1);
        looks.waitEnds(node);
        assertSame(first, looks.take(null, 1));
        looks.waitEnds(null);
        assertNotSame(first, looks.take(null, 1));
    }
}
