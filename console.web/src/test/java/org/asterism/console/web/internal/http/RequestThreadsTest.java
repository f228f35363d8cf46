package org.asterism.console.web.internal.http;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.Pipe;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestThreadsTest {
    @Test
    void shouldCutOffAClientThatTakesTooLong() throws IOException {
        RequestThreads threads = new RequestThreads(0, () -> {});
        Pipe client = Pipe.open();
        AtomicReference<Throwable> end = new AtomicReference<>();
        threads.execute(() -> {
            try {
                client.source().read(ByteBuffer.allocate(1)); // nobody sends
            } catch (IOException cutOff) {
                end.set(cutOff);
            }
        });
        await(() -> !threads.cutOffSlowClients());
        assertTrue(end.get() instanceof ClosedByInterruptException, () -> "" + end.get());
        client.sink().close();
    }

    @Test
    void shouldNotInterruptAnAnswerThatTakesLong() throws InterruptedException {
        RequestThreads threads = new RequestThreads(0, () -> {});
        CountDownLatch answering = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        threads.execute(() -> {
            threads.answering();
            answering.countDown();
            try {
                goOn.await();
                interrupted.set(false);
            } catch (InterruptedException cutOff) {
                interrupted.set(true);
            }
        });
        answering.await();
        assertTrue(threads.cutOffSlowClients());
        goOn.countDown();
        await(() -> interrupted.get() != null);
        assertFalse(interrupted.get());
    }

    @Test
    void shouldRefuseMoreRequestsThanItsLimit() {
        RequestThreads threads = new RequestThreads(100, () -> {});
        CountDownLatch end = new CountDownLatch(1);
        Runnable waits = () -> {
            try {
                end.await();
            } catch (InterruptedException cutOff) {
                throw new UncheckedIOException(new IOException(cutOff));
            }
        };
        for (int request = 0; request < RequestThreads.MOST; request++) {
            threads.execute(waits);
        }
        assertThrows(RejectedExecutionException.class, () -> threads.execute(waits));
        end.countDown();
        await(() -> !threads.cutOffSlowClients());
        threads.execute(waits);
    }
}
