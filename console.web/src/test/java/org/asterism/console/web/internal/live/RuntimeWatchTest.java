package org.asterism.console.web.internal.live;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Explanation;
import org.asterism.api.Kernel;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WaitReason;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.profile.Standstill;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The answers to a page about a runtime in trouble. */
@Timeout(60)
class RuntimeWatchTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final HandDriver driver = new HandDriver();
    private final AtomicLong now = new AtomicLong(SECOND);
    private final Codelet touch =
            Codelet.named("touch").access(Access.RW).cpu(kernel -> {}).build();
    private TaskRuntime runtime;
    private RuntimeWatch watch;

    private void start() {
        laboratory.addDriver("hand", driver);
        runtime = laboratory.runtime();
        runtime.workers();
        watch = new RuntimeWatch(runtime, now::get);
    }

    @AfterEach
    void stop() {
        watch.close();
        laboratory.close();
    }

    private Optional<Standstill> standstillAfter(long seconds) {
        watch.standstill();
        now.addAndGet(seconds * SECOND);
        return watch.standstill();
    }

    private void submitCircle() {
        DataHandle token = runtime.data().token();
        runtime.task(touch).data(token).afterTags(1).submit();
        runtime.task(touch).data(token).tag(1).submit();
    }

    @Test
    void shouldSayWhichTasksWaitForEachOther() throws InterruptedException {
        start();
        submitCircle();
        assertTrue(standstillAfter(2).isEmpty());
        Standstill stuck = standstillAfter(2).orElseThrow();
        assertEquals(2, stuck.tasks());
        assertEquals(4 * SECOND, stuck.nanos());
        Explanation circle = stuck.why().causes().getLast();
        assertEquals(WaitReason.CIRCLE, circle.reason());
        assertTrue(circle.text().contains("touch#1 waits for tag 1, which touch#2 carries"), circle::text);

        runtime.tags().notify(1);
        runtime.waitAll();
        assertTrue(standstillAfter(4).isEmpty());
    }

    @Test
    void shouldSayNothingOfAPausedRuntime() {
        start();
        submitCircle();
        runtime.pause();
        assertTrue(standstillAfter(4).isEmpty());
        runtime.resume();
        assertTrue(standstillAfter(0).isPresent());
    }

    @Test
    void shouldSayNothingOfARuntimeWithoutTasks() {
        start();
        assertTrue(standstillAfter(4).isEmpty());
    }

    @Test
    void shouldSayWhyAWorkerWasLost() {
        HandDevice device = driver.comes();
        start();
        device.lose("it was unplugged");
        Codelet onDevice = Codelet.named("onDevice")
                .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                .build();
        runtime.task(onDevice).submit();
        await(() -> !watch.lanes(0).incidents().isEmpty());
        Incident loss = watch.lanes(0).incidents().getFirst();
        assertTrue(loss.isLoss());
        assertEquals("worker hand-0 lost: device hand-0 is lost: it was unplugged", loss.text());
    }
}
