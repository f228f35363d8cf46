package org.asterism.components.modular.eager.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestsTest {
    private static final int ASKING = 2;
    private static final int EACH = 20_000;

    private final Requests requests = new Requests();

    @Test
    void shouldWaitUntilServedAndRunUntilEnded() {
        assertFalse(requests.areRunning() || requests.areOpen() || requests.tryServe());
        requests.begin();
        assertTrue(requests.areRunning() && requests.areOpen());
        assertTrue(requests.tryServe());
        assertTrue(requests.areRunning() && !requests.areOpen());
        assertFalse(requests.tryServe(), "one task per request");
        assertFalse(requests.endOne(), "it was served");
        assertFalse(requests.areRunning() || requests.tryReopen());
    }

    @Test
    void shouldEndThoseThatWereServedFirst() {
        requests.begin();
        requests.begin();
        requests.serve();
        assertFalse(requests.endOne());
        assertTrue(requests.areOpen(), "the other one waits still");
        assertTrue(requests.endOne());
        assertFalse(requests.areOpen() || requests.areRunning());
    }

    @Test
    void shouldReopenOneThatWasServed() {
        requests.begin();
        assertFalse(requests.tryReopen(), "none was served");
        assertTrue(requests.tryServe() && requests.tryReopen());
        assertTrue(requests.endOne());
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldServeOrCallOffEachRequestOnceWhateverThreadsDo() throws InterruptedException {
        AtomicInteger calledOff = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        AtomicBoolean isOver = new AtomicBoolean();
        List<Thread> asking = new ArrayList<>();
        for (int thread = 0; thread < ASKING; thread++) {
            asking.add(Thread.ofPlatform().daemon().start(() -> {
                for (int number = 0; number < EACH; number++) {
                    requests.begin();
                    if (requests.endOne()) {
                        calledOff.incrementAndGet();
                    }
                }
            }));
        }
        Thread serving = Thread.ofPlatform().daemon().start(() -> {
            for (int number = 0; !isOver.get(); number++) {
                boolean refuses = number % 3 == 0;
                if (requests.tryServe() && !(refuses && requests.tryReopen())) {
                    served.incrementAndGet();
                }
            }
        });
        for (Thread thread : asking) {
            thread.join();
        }
        isOver.set(true);
        serving.join();
        assertFalse(requests.areRunning() || requests.areOpen());
        assertEquals(ASKING * EACH, served.get() + calledOff.get());
    }
}
