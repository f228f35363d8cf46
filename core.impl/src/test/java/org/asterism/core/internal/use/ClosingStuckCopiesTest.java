package org.asterism.core.internal.use;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing data while the copies of a driver do not end. */
@Timeout(60)
class ClosingStuckCopiesTest {
    private final Laboratory laboratory = new Laboratory();
    private final HandDriver driver = new HandDriver();
    private final HandDevice device = driver.comes();
    private final TaskRuntime runtime = runtime();

    private TaskRuntime runtime() {
        laboratory.addDriver("hand", driver);
        device.endAllFromNowOn();
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPatience(Duration.ofMillis(20)));
    }

    @AfterEach
    void close() {
        device.memory().release();
        laboratory.close();
    }

    /** Data whose only valid copy is on the device. */
    private DataHandle writtenOnDevice(long[] home) throws InterruptedException {
        DataHandle data = runtime.data().vector(home);
        Kernel writing = kernel -> kernel.view(0, VectorView.class).setLong(0, 42);
        runtime.task(Codelet.named("write")
                        .access(Access.W)
                        .implementation(HandDevice.ARCHITECTURE, writing)
                        .build())
                .data(data)
                .submitAndAwait();
        return data;
    }

    private CompletableFuture<Void> inAThread(Runnable work) {
        return CompletableFuture.runAsync(work, thread -> Thread.ofPlatform().start(thread));
    }

    /** Waits for longer than a thread would that is told that tasks are stuck. */
    private void outlastPatience() throws InterruptedException {
        DataHandle unrelated = runtime.data().token();
        runtime.task(Codelet.named("stuck").access(Access.RW).cpu(kernel -> {}).build())
                .data(unrelated)
                .afterTags(1)
                .submit();
        assertFalse(runtime.waitAll(Duration.ofMillis(200)), "copies are under way, so nothing is at rest");
        runtime.tags().notify(1);
    }

    @Test
    void shouldWaitForACopyHoweverLongItTakesAndCloseOtherDataMeanwhile() throws InterruptedException {
        long[] home = new long[8];
        long[] free = new long[8];
        DataHandle stuck = writtenOnDevice(home);
        DataHandle other = runtime.data().vector(free);
        device.memory().hold();
        CompletableFuture<Void> closing = inAThread(stuck::close);
        await(() -> device.memory().copiesUnderWay() == 1);
        CompletableFuture<Void> again = inAThread(stuck::close);
        other.close();
        outlastPatience();
        assertFalse(closing.isDone());
        device.memory().release();
        closing.join();
        again.join();
        assertEquals(42, home[0]);
    }

    @Test
    void shouldCompleteTheStageOfClosingWhenTheCopyHasEnded() throws InterruptedException {
        long[] home = new long[8];
        DataHandle data = writtenOnDevice(home);
        device.memory().hold();
        CompletableFuture<Void> closing = data.closeAsync().toCompletableFuture();
        await(() -> device.memory().copiesUnderWay() == 1);
        outlastPatience();
        assertFalse(closing.isDone());
        assertThrows(
                IllegalStateException.class,
                () -> runtime.task(Codelet.named("late")
                                .access(Access.R)
                                .cpu(kernel -> {})
                                .build())
                        .data(data)
                        .submit());
        device.memory().release();
        closing.join();
        assertEquals(42, home[0]);
    }

    @Test
    void shouldCloseDataAsCorruptWhoseCopyFailsAtLast() throws InterruptedException {
        long[] home = new long[8];
        DataHandle data = writtenOnDevice(home);
        device.memory().hold();
        CompletableFuture<Void> closing = inAThread(data::close);
        await(() -> device.memory().copiesUnderWay() == 1);
        outlastPatience();
        device.memory().fail(new IOException("for the test"));
        Throwable cause = assertThrows(CompletionException.class, closing::join).getCause();
        assertTrue(cause instanceof CorruptDataException, cause.toString());
        assertEquals(0, home[0], "the array keeps its former content");
    }
}
