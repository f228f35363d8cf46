package org.asterism.spi.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.testsupport.GarbageCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BackgroundThreadTest {
    private static WeakReference<Object> run(AtomicInteger runs, Thread[] made) throws InterruptedException {
        byte[] own = {1};
        made[0] = new BackgroundThread("asterism-test", () -> runs.addAndGet(own[0]));
        made[0].start();
        made[0].join();
        return new WeakReference<>(own);
    }

    @Test
    void shouldKeepNothingOfItsWorkWhenItHasEnded() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Thread[] ended = new Thread[1];
        WeakReference<Object> ownOfWork = run(runs, ended);
        GarbageCollection.awaitCollected("work of a thread that has ended", List.of(ownOfWork));
        assertEquals(1, runs.get());
        Reference.reachabilityFence(ended);
    }
}
