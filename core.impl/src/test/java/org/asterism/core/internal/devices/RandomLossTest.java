package org.asterism.core.internal.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Devices are lost and come back at any time while tasks run: none is lost with them, and none runs twice. */
@Timeout(120)
class RandomLossTest {
    private static final int ROUND = 200;
    private static final int LOSSES = 6;
    private static final Logger LOG = Logger.getLogger("org.asterism.core.internal");

    @BeforeEach
    void beQuiet() {
        LOG.setLevel(Level.OFF); // each loss is reported
    }

    @AfterEach
    void speakAgain() {
        LOG.setLevel(null);
    }

    /** A task, and how often its kernel has come to its end. */
    private record Counted(Task task, AtomicInteger runs, boolean canFail) {}

    private static Codelet codelet(Access... modes) {
        Kernel kernel = context -> {
            long sum = 0;
            for (int index = 0; index < context.dataCount(); index++) {
                sum += context.view(index, VectorView.class).getLong(0);
            }
            context.view(context.dataCount() - 1, VectorView.class).setLong(0, sum + 1);
            context.argument(AtomicInteger.class).incrementAndGet();
        };
        return Codelet.named("work")
                .access(modes)
                .cpu(kernel)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    @Test
    void shouldRunEveryTaskOnceThatHasItsDataElsewhere() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("random losses: seed " + seed);
        Random random = new Random(seed);
        HandDriver driver = new HandDriver().withUnits(2).withPipeline(3).withCapacity(1024);
        List<HandDevice> devices = List.of(driver.comes(), driver.comes());
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger losses = new AtomicInteger();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("hand", driver);
            laboratory.addDriver("cpu", new InlineDriver(1));
            TaskRuntime runtime = laboratory.runtime();
            Random own = new Random(random.nextLong());
            Thread fate = Thread.ofPlatform().daemon().start(() -> decide(own, runtime, devices, over, losses));
            Codelet repeatable = codelet(Access.R, Access.W);
            Codelet changing = codelet(Access.RW);
            List<DataHandle> inputs = new ArrayList<>();
            List<DataHandle> changed = new ArrayList<>();
            for (int index = 0; index < 6; index++) {
                inputs.add(runtime.data().vector(new long[8]));
                changed.add(runtime.data().vector(new long[8]));
            }
            List<Counted> tasks = new ArrayList<>();
            while (losses.get() < LOSSES || tasks.size() % ROUND > 0) {
                AtomicInteger runs = new AtomicInteger();
                boolean canFail = random.nextInt(4) == 0;
                Task task = canFail
                        ? runtime.task(changing).data(changed.get(random.nextInt(6)))
                        : runtime.task(repeatable)
                                .data(
                                        inputs.get(random.nextInt(6)),
                                        runtime.data()
                                                .temporary(inputs.getFirst().layout()));
                tasks.add(new Counted(task.argument(runs).submit(), runs, canFail));
                if (tasks.size() % ROUND == 0) {
                    await(runtime);
                }
            }
            over.set(true);
            fate.join();
            for (Counted each : tasks) {
                boolean done = each.task().state() == TaskState.DONE;
                assertTrue(done || each.canFail(), () -> each.task() + " has its data elsewhere");
                assertEquals(
                        done ? 1 : 0,
                        each.runs().get(),
                        () -> each.task() + " is " + each.task().state());
            }
        }
    }

    private static void await(TaskRuntime runtime) throws InterruptedException {
        try {
            runtime.waitAll();
        } catch (TasksFailedException some) {
            assertTrue(some.getMessage().contains("is lost: "), some::getMessage);
        }
    }

    private static void decide(
            Random random, TaskRuntime runtime, List<HandDevice> devices, AtomicBoolean over, AtomicInteger losses) {
        while (!over.get()) {
            HandDevice device = devices.get(random.nextInt(2));
            switch (random.nextInt(60)) {
                case 0 -> lose(random, device, losses);
                case 1, 2, 3 -> device.memory().hold();
                case 4, 5, 6, 7 -> device.memory().release();
                case 8, 9 -> comeBack(runtime, device);
                default -> device.endNext(random.nextInt(2));
            }
            Thread.yield();
        }
        for (HandDevice device : devices) {
            device.memory().release();
            device.endAllFromNowOn();
        }
    }

    private static void lose(Random random, HandDevice device, AtomicInteger losses) {
        if (random.nextInt(4) > 0) {
            device.lose("error 999");
        } else {
            device.loseSilently("error 999");
        }
        losses.incrementAndGet();
    }

    /** Only when the core has noticed, which takes a task or a copy. */
    private static void comeBack(TaskRuntime runtime, HandDevice device) {
        if (device.memory().isClosed()) {
            device.comeBack();
            runtime.rescanDevices();
        }
    }
}
