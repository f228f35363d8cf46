package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.driver.opencl.internal.device.Discovery;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.device.Opening;
import org.asterism.driver.opencl.internal.library.Kernels;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.driver.opencl.internal.queue.DeviceFailure;
import org.asterism.driver.opencl.internal.queue.PendingCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PendingCommandsTest {
    private static final int FAILED = -5;

    private OpenDevice device;
    private CommandQueue queue;
    private UserEvent event;
    private PendingCommands pending;
    private volatile DeviceFailure failure = (what, code) -> new IllegalStateException(what + " failed with " + code);

    @BeforeEach
    void open() {
        Discovery.Found found = Discovery.find();
        assumeFalse(found.devices().isEmpty(), () -> "SKIPPED, nothing is tested: " + found.remark());
        device = new Opening(List.of(), false)
                .open(found.devices().subList(0, 1))
                .getFirst();
        device.hold();
        queue = new CommandQueue(
                "tried",
                device.context(),
                device.parts().getFirst().getNativePointer(),
                0,
                (what, code) -> failure.of(what, code));
        event = UserEvent.in(device.context());
        event.hold(queue.handle());
        pending =
                new PendingCommands(queue, "what is tried", Kernels.mark(queue.handle()), Kernels.mark(queue.handle()));
        queue.flush();
    }

    @AfterEach
    void close() {
        if (queue != null) {
            queue.close();
            device.letGo();
        }
    }

    @Test
    void shouldLetOthersAskWhileOneAsksTheLibrary() throws Exception {
        AtomicBoolean answered = new AtomicBoolean();
        // What an error means is asked of the device, so this is called where the library may be.
        failure = (what, code) -> {
            Thread other = Thread.ofPlatform().start(() -> pending.whenFinished(() -> {}));
            try {
                answered.set(other.join(Duration.ofSeconds(10)));
            } catch (InterruptedException hurried) {
                throw new AssertionError(hurried);
            }
            return new IllegalStateException(what + " failed with " + code);
        };
        assertFalse(pending.isFinished());
        event.set(FAILED);
        RuntimeException thrown = assertThrows(IllegalStateException.class, this::awaitEnd);
        assertTrue(thrown.getMessage().startsWith("what is tried failed with -"), thrown.getMessage());
        assertTrue(answered.get(), "another thread has waited for the one that asked the library");
        assertThrows(IllegalStateException.class, pending::isFinished, "it says so again");
    }

    @Test
    void shouldTellEveryoneWhoWaitsAndAsks() throws Exception {
        CountDownLatch told = new CountDownLatch(2);
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        pending.whenFinished(told::countDown);
        pending.whenFinished(told::countDown);
        List<Thread> asking = List.of(asking(wrong), asking(wrong), asking(wrong));
        event.set(0);
        for (Thread each : asking) {
            each.join();
        }
        assertTrue(told.await(10, TimeUnit.SECONDS));
        assertTrue(pending.isFinished());
        assertEquals(null, wrong.get());
        AtomicBoolean atOnce = new AtomicBoolean();
        pending.whenFinished(() -> atOnce.set(true));
        assertTrue(atOnce.get(), "who asks late is told at once");
    }

    private Thread asking(AtomicReference<Throwable> wrong) {
        return Thread.ofPlatform().start(() -> {
            try {
                awaitEnd();
            } catch (Throwable thrown) {
                wrong.set(thrown);
            }
        });
    }

    private void awaitEnd() {
        while (!pending.isFinished()) {
            Thread.onSpinWait();
        }
    }
}
