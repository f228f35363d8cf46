package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.runtime.staffing.DelegableLock;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.policy.prio.internal.PrioPolicyFactory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Factories that make contexts and bring drivers, which takes the lock that the thread has for which they are called.
 */
@Timeout(60)
class PolicyMakingTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void end() {
        letGo.countDown();
        laboratory.close();
    }

    private static SchedulingPolicy prio(PolicyContext context) {
        return new PrioPolicyFactory().create(context);
    }

    private SchedulingContext create(String name, String policy) {
        Worker mine = runtime.workers().getFirst();
        return runtime.createContext(name, policy, worker -> worker == mine);
    }

    private List<Worker> defaultWorkers() {
        return runtime.defaultContext().workers();
    }

    @Test
    void shouldLetAFactoryBringADriverWhileAContextIsMade() {
        laboratory.addPolicy("bringing", context -> {
            laboratory.addDriver("more", new InlineDriver(1));
            return prio(context);
        });
        assertEquals(Optional.of("bringing"), create("made", "bringing").policy());
        assertEquals(3, runtime.workers().size());
        assertEquals(2, defaultWorkers().size());
    }

    @Test
    void shouldLetAFactoryMakeAContextWhoseFactoryBringsADriver() {
        laboratory.addPolicy("bringing", context -> {
            laboratory.addDriver("more", new InlineDriver(1));
            return prio(context);
        });
        Worker last = runtime.workers().getLast();
        laboratory.addPolicy("making", context -> {
            runtime.createContext("inner", "bringing", worker -> worker == last);
            return prio(context);
        });
        assertEquals(Optional.of("making"), create("outer", "making").policy());
        assertEquals(Optional.of("bringing"), runtime.context("inner").policy());
        assertEquals(1, defaultWorkers().size());
    }

    @Test
    void shouldLetAFactoryRescanWhileADriverIsOpened() {
        AtomicInteger calls = new AtomicInteger();
        laboratory.addPolicy("rescanning", context -> {
            runtime.rescanDevices();
            calls.incrementAndGet();
            return prio(context);
        });
        laboratory.addDriver("more", request -> {
            runtime.defaultContext().usePolicy("rescanning");
            return new InlineDriver(1).open(request);
        });
        assertEquals(1, calls.get());
        assertEquals(Optional.of("rescanning"), runtime.defaultContext().policy());
        assertEquals(3, defaultWorkers().size());
    }

    @Test
    void shouldLetAFactoryRescanWhileTheWorkersOfADriverLeave() throws InterruptedException {
        DriverPlugin more = laboratory.addDriver("more", new InlineDriver(1));
        Thread leaving = new Thread(() -> laboratory.plugins.remove(more));
        laboratory.addPolicy("rescanning", context -> {
            leaving.start();
            Await.await(() -> isWaitingForTheLock(leaving)); // which the thread has that makes the context
            runtime.rescanDevices();
            return prio(context);
        });
        assertEquals(Optional.of("rescanning"), create("made", "rescanning").policy());
        leaving.join();
        assertEquals(2, runtime.workers().size());
        assertEquals(1, defaultWorkers().size());
    }

    /** A policy without tasks that has something done when workers join. */
    private record Joined(Consumer<List<Worker>> whenJoined) implements SchedulingPolicy {
        @Override
        public void addWorkers(List<Worker> workers) {
            whenJoined.accept(workers);
        }

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {}

        @Override
        public Task pop(Worker worker) {
            return null;
        }

        @Override
        public void drain(Consumer<? super Task> sink) {}
    }

    @Test
    void shouldLetOthersRescanWhileWorkersJoinAContext() {
        List<Boolean> rescanned = new CopyOnWriteArrayList<>();
        laboratory.addPolicy("asking", context -> new Joined(workers -> rescanned.add(isOtherAbleToRescan())));
        runtime.defaultContext().usePolicy("asking");
        laboratory.addDriver("more", new InlineDriver(1));
        assertEquals(List.of(true, true), rescanned);
    }

    private boolean isOtherAbleToRescan() {
        try {
            return Thread.ofPlatform().daemon().start(runtime::rescanDevices).join(Duration.ofSeconds(5));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void shouldLetNoWorkersJoinThatAreAboutToLeave() throws InterruptedException {
        HandDriver driver = new HandDriver();
        DriverPlugin more = laboratory.addDriver("more", driver);
        List<Worker> joined = new CopyOnWriteArrayList<>();
        laboratory.addPolicy("listing", context -> new Joined(joined::addAll));
        runtime.defaultContext().usePolicy("listing");
        List<Worker> known = List.copyOf(joined);
        driver.comes();
        Thread coming = new Thread(runtime::rescanDevices);
        Thread leaving = new Thread(() -> laboratory.plugins.remove(more));
        laboratory.addPolicy("waiting", context -> {
            for (Thread each : List.of(coming, leaving)) {
                each.start();
                Await.await(() -> isWaitingForTheLock(each)); // which the thread has that makes the context
            }
            return prio(context);
        });
        create("made", "waiting");
        coming.join();
        leaving.join();
        assertEquals(known, joined);
    }

    @Test
    void shouldMakeAFactoryThatWasGivenUpWaitForTheLock() throws InterruptedException {
        AtomicReference<Thread> late = new AtomicReference<>();
        AtomicBoolean isLateDone = new AtomicBoolean();
        AtomicInteger joined = new AtomicInteger(-1);
        laboratory.addPolicy("late", context -> {
            late.set(Thread.currentThread());
            awaitLetGo();
            laboratory.addDriver("more", new InlineDriver(1));
            isLateDone.set(true);
            return prio(context);
        });
        laboratory.addPolicy("next", context -> {
            int before = defaultWorkers().size();
            letGo.countDown();
            Await.await(() -> isLateDone.get() || isWaitingForTheLock(late.get()));
            joined.set(defaultWorkers().size() - before);
            return prio(context);
        });
        assertThrows(PolicyRefusedException.class, () -> create("first", "late"));
        create("second", "next"); // by the thread for which the late factory was called
        assertEquals(0, joined.get());
        Await.await(isLateDone::get);
        assertEquals(2, defaultWorkers().size());
        assertEquals(3, runtime.workers().size());
    }

    private static boolean isWaitingForTheLock(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals(DelegableLock.class.getName())) {
                return thread.getState() == Thread.State.WAITING;
            }
        }
        return false;
    }

    private void awaitLetGo() {
        try {
            letGo.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
