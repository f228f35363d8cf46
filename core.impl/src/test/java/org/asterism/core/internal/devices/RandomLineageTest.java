package org.asterism.core.internal.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
import org.asterism.api.data.Acquisition;
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

/** Devices are lost and come back at any time while tasks on data with a lineage run. */
@Timeout(120)
class RandomLineageTest {
    private static final int DATA = 6;
    private static final int LOSSES = 25;
    private static final Logger LOG = Logger.getLogger("org.asterism.core.internal");
    private static final Codelet CHANGE = codelet(Access.RW, Access.R, Access.R);
    private static final Codelet OVERWRITE = codelet(Access.W, Access.R, Access.R);

    @BeforeEach
    void beQuiet() {
        LOG.setLevel(Level.OFF); // each loss is reported
    }

    @AfterEach
    void speakAgain() {
        LOG.setLevel(null);
    }

    private static Codelet codelet(Access... modes) {
        Kernel kernel = context -> {
            VectorView target = context.view(0, VectorView.class);
            long before = modes[0].reads() ? target.getLong(0) : 0;
            target.setLong(
                    0,
                    result(
                            before,
                            context.view(1, VectorView.class).getLong(0),
                            context.view(2, VectorView.class).getLong(0)));
        };
        return Codelet.named("work")
                .access(modes)
                .cpu(kernel)
                .implementation(HandDevice.ARCHITECTURE, kernel)
                .build();
    }

    private static long result(long before, long first, long second) {
        return 31 * before + 7 * first + second + 1;
    }

    /** Data, and the value that they have in a sequential run. */
    private static final class Known {
        final DataHandle handle;
        long value;

        /** The tasks whose results have gone into it. */
        final List<Task> tasks = new ArrayList<>();

        Known(TaskRuntime runtime, long value) {
            this.value = value;
            handle = runtime.data().vector(new long[] {value}).withLineage();
        }

        void submit(TaskRuntime runtime, Random random, Known first, Known second) {
            boolean overwrites = random.nextInt(5) == 0;
            value = result(overwrites ? 0 : value, first.value, second.value);
            tasks.add(runtime.task(overwrites ? OVERWRITE : CHANGE)
                    .data(handle, first.handle, second.handle)
                    .submit());
        }

        long read() throws InterruptedException {
            try (Acquisition acquired = handle.acquire(Access.R)) {
                return acquired.view(VectorView.class).getLong(0);
            }
        }
    }

    /** What is done while devices come and go. */
    private interface Work {
        /** Does a part of it. */
        void round(TaskRuntime runtime, Random random) throws InterruptedException;
    }

    private static void underLosses(String name, Work work) throws InterruptedException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println(name + ": seed " + seed);
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
            try {
                while (losses.get() < LOSSES) {
                    work.round(runtime, random);
                }
            } finally {
                over.set(true);
                fate.join();
            }
        }
    }

    /** The data of a generation are read by the next one only, and not changed any more then. */
    @Test
    void shouldFailNoTaskWhoseInputsAreNotChangedAfterwards() throws InterruptedException {
        underLosses("lineage of generations", (runtime, random) -> {
            List<Known> all = new ArrayList<>();
            List<Known> before = generation(runtime, all);
            for (int generation = 0; generation < 5; generation++) {
                List<Known> next = generation(runtime, all);
                for (int task = 0; task < 4 * DATA; task++) {
                    next.get(random.nextInt(DATA))
                            .submit(
                                    runtime,
                                    random,
                                    before.get(random.nextInt(DATA)),
                                    before.get(random.nextInt(DATA)));
                }
                before = next;
            }
            if (random.nextBoolean()) {
                runtime.waitAll();
            }
            for (Known each : all) {
                assertEquals(each.value, each.read());
            }
            runtime.waitAll();
            for (Known each : all) {
                each.handle.close();
            }
        });
    }

    private static List<Known> generation(TaskRuntime runtime, List<Known> all) {
        List<Known> made = new ArrayList<>();
        for (int index = 0; index < DATA; index++) {
            made.add(new Known(runtime, index));
        }
        all.addAll(made);
        return made;
    }

    /** Any data are changed at any time. So some values cannot be computed again, but none is wrong. */
    @Test
    void shouldComputeNoWrongValue() throws InterruptedException {
        AtomicInteger right = new AtomicInteger();
        underLosses("lineage of data that change", (runtime, random) -> {
            List<Known> all = generation(runtime, new ArrayList<>());
            for (int task = 0; task < 10 * DATA; task++) {
                all.get(random.nextInt(DATA))
                        .submit(runtime, random, all.get(random.nextInt(DATA)), all.get(random.nextInt(DATA)));
            }
            for (Known each : all) {
                try {
                    assertEquals(each.value, each.read());
                    right.incrementAndGet();
                } catch (RuntimeException lost) {
                    assertTrue(isExplained(lost), () -> "not explained: " + lost.getMessage());
                }
            }
            try {
                runtime.waitAll();
            } catch (RuntimeException lost) {
                assertTrue(isExplained(lost), () -> "not explained: " + lost.getMessage());
            }
            for (Known each : all) {
                each.handle.discard();
                each.tasks.forEach(task -> assertTrue(task.state().isFinal() && task.state() != TaskState.CANCELLED));
            }
        });
        System.out.println(right + " values were right");
    }

    private static boolean isExplained(Throwable lost) {
        return lost.getMessage().contains(", which has changed since")
                || lost.getMessage().contains(", which is lost as well");
    }

    private static void decide(
            Random random, TaskRuntime runtime, List<HandDevice> devices, AtomicBoolean over, AtomicInteger losses) {
        Set<HandDevice> lost = new HashSet<>();
        while (!over.get()) {
            HandDevice device = devices.get(random.nextInt(2));
            switch (random.nextInt(60)) {
                case 0 -> {
                    if (lost.add(device)) {
                        lose(random, device);
                        losses.incrementAndGet();
                    }
                }
                case 1, 2, 3 -> device.memory().hold();
                case 4, 5, 6, 7 -> device.memory().release();
                case 8, 9 -> {
                    if (device.memory().isClosed()) { // the core has noticed, which takes a task or a copy
                        lost.remove(device);
                        device.comeBack();
                        runtime.rescanDevices();
                    }
                }
                default -> device.endNext(random.nextInt(2));
            }
            Thread.yield();
        }
        for (HandDevice device : devices) {
            device.memory().release();
            device.endAllFromNowOn();
        }
    }

    private static void lose(Random random, HandDevice device) {
        if (random.nextInt(4) > 0) {
            device.lose("error 999");
        } else {
            device.loseSilently("error 999");
        }
    }
}
