package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SerialThreadTest {
    private final SerialThread thread = new SerialThread("serial-thread-test");
    private final List<String> made = new CopyOnWriteArrayList<>();

    @Test
    void shouldEndAfterTheLastChangeWithoutWaitingForDelayedOnes() throws Exception {
        CompletableFuture<Thread> own = new CompletableFuture<>();
        thread.run(() -> own.complete(Thread.currentThread()));
        thread.later(() -> made.add("delayed"), TimeUnit.HOURS.toMillis(1));
        thread.run(() -> made.add("first"));
        thread.close(() -> made.add("last"));
        own.get().join(TimeUnit.SECONDS.toMillis(20));
        assertFalse(own.get().isAlive());
        assertEquals(List.of("first", "last"), made);
        assertFalse(thread.run(() -> made.add("late")));
    }

    @Test
    void shouldGoOnAfterAChangeThatThrows() throws Exception {
        thread.run(() -> {
            throw new IllegalStateException("on purpose");
        });
        CompletableFuture<Void> next = new CompletableFuture<>();
        assertTrue(thread.run(() -> next.complete(null)));
        next.get(20, TimeUnit.SECONDS);
        thread.close(() -> {});
    }
}
