package org.asterism.core.internal.worker;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What worker threads keep of others, and how they sleep. */
@Timeout(60)
class WorkerThreadTest {
    private static final InheritableThreadLocal<Object> USER = new InheritableThreadLocal<>();

    /** An interrupted thread that parks again at once is never seen to wait for so many looks in a row. */
    private static final int LOOKS = 2_000;

    @Test
    void shouldSleepAgainWhenItIsInterruptedBetweenTasks() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Thread worker = runtime.workers().getFirst().thread().orElseThrow();
            await(() -> worker.getState() == Thread.State.WAITING);
            worker.interrupt();
            awaitLastingSleep(worker);
            assertFalse(worker.isInterrupted());
            Codelet nothing = Codelet.named("nothing").cpu(kernel -> {}).build();
            assertEquals(TaskState.DONE, runtime.task(nothing).submitAndAwait().state());
        }
    }

    @Test
    void shouldSleepAgainWhenItIsInterruptedWhileItsKernelGoesOnByItself() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            HandDriver driver = new HandDriver();
            HandDevice device = driver.withPipeline(1).comes();
            laboratory.addDriver("hand", driver);
            TaskRuntime runtime = laboratory.runtime();
            runtime.task(Codelet.named("long")
                            .implementation(HandDevice.ARCHITECTURE, (org.asterism.api.Kernel) kernel -> {})
                            .build())
                    .submit();
            await(() -> device.underWay() == 1);
            Thread worker = runtime.workers().getFirst().thread().orElseThrow();
            await(() -> worker.getState() == Thread.State.WAITING);
            worker.interrupt();
            awaitLastingSleep(worker);
            device.endAll();
            runtime.waitAll();
        }
    }

    /** Such a method may have inlined plug-ins, and keeps their class loaders alive while it is on the stack. */
    @Test
    void shouldHaveNoMethodThatRunsTasksOnItsStackWhileItSleeps() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Thread worker = runtime.workers().getFirst().thread().orElseThrow();
            AtomicReference<List<String>> running = new AtomicReference<>();
            Codelet look = Codelet.named("look")
                    .cpu(kernel -> running.set(methodsOnStackOf(worker)))
                    .build();
            runtime.task(look).submitAndAwait();
            awaitLastingSleep(worker);
            List<String> both = new ArrayList<>(methodsOnStackOf(worker));
            both.retainAll(running.get());
            assertEquals(List.of("run"), both);
        }
    }

    private static List<String> methodsOnStackOf(Thread worker) {
        return Arrays.stream(worker.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("org.asterism.core."))
                .map(StackTraceElement::getMethodName)
                .toList();
    }

    private static void awaitLastingSleep(Thread worker) {
        int[] looks = {0};
        await(() -> {
            boolean sleeps = worker.getState() == Thread.State.WAITING && !worker.isInterrupted();
            looks[0] = sleeps ? looks[0] + 1 : 0;
            return looks[0] == LOOKS;
        });
    }

    @Test
    void shouldKeepNothingOfTheThreadThatHasMadeTheRuntime() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader application = new URLClassLoader(new URL[0], before);
                Laboratory laboratory = Laboratory.withWorkers(1)) {
            Thread.currentThread().setContextClassLoader(application);
            USER.set("the first user");
            TaskRuntime runtime = laboratory.runtime();
            AtomicReference<ClassLoader> loader = new AtomicReference<>(application);
            AtomicReference<Object> user = new AtomicReference<>(application);
            runtime.task(Codelet.named("look")
                            .cpu(kernel -> {
                                loader.set(Thread.currentThread().getContextClassLoader());
                                user.set(USER.get());
                            })
                            .build())
                    .submitAndAwait();
            assertSame(ClassLoader.getSystemClassLoader(), loader.get());
            assertNull(user.get());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            USER.remove();
        }
    }
}
