package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.TransferKind;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Anything that can be done with data, in random order, on several memories that are too small, against a model that
 * does one after the other. {@code -Dasterism.seed=N} repeats one course.
 */
@Timeout(120)
class RandomDataTest {
    private static final int LENGTH = 8;
    private static final int OPERATIONS = 200;

    @Test
    void shouldLookLikeOneAfterTheOtherInVirtualTime() {
        forManySeeds(Integer.getInteger("asterism.rounds", 100), true);
    }

    @Test
    void shouldLookLikeOneAfterTheOtherWithThreads() {
        forManySeeds(Integer.getInteger("asterism.rounds", 25), false);
    }

    private static void forManySeeds(int number, boolean virtual) {
        Long given = Long.getLong("asterism.seed");
        long first = given == null ? System.nanoTime() : given;
        for (long seed = first; seed < first + (given == null ? number : 1); seed++) {
            try {
                new Course(seed, virtual).run();
            } catch (Exception | Error thrown) {
                throw new AssertionError("repeat with -Dasterism.seed=" + seed, thrown);
            }
        }
        System.out.println("random data: seeds from " + first + (virtual ? " in virtual time" : " with threads"));
    }

    /** Data, and what they should contain: all elements are equal. */
    private static final class Known {
        DataHandle handle;
        long[] array;
        boolean hasValue;
        long value;
    }

    private static final class Course {
        private final Random random;
        private final boolean virtual;
        private final int nodes;
        private final NodesDriver driver;
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final List<Known> all = new ArrayList<>();
        private TaskRuntime runtime;

        Course(long seed, boolean virtual) {
            random = new Random(seed);
            this.virtual = virtual;
            nodes = 1 + random.nextInt(4);
            int units = nodes + random.nextInt(3);
            driver = new NodesDriver(
                    units, nodes, 64L * (2 + random.nextInt(4)), random.nextInt(4), random.nextBoolean());
        }

        void run() throws InterruptedException {
            try (Laboratory laboratory = new Laboratory()) {
                laboratory.addDriver("nodes", driver);
                RuntimeConfiguration configuration = RuntimeConfiguration.defaults();
                runtime = laboratory.factory.create(
                        virtual ? configuration.withClock(new VirtualClock()) : configuration);
                for (int number = 0; number < 5; number++) {
                    Known known = new Known();
                    open(known);
                    all.add(known);
                }
                for (int operation = 0; operation < OPERATIONS; operation++) {
                    operate(all.get(random.nextInt(all.size())));
                }
                runtime.waitAll();
                all.forEach(this::close);
                assertTrue(wrong.isEmpty(), wrong::toString);
                runtime.memoryNodes().forEach(node -> assertEquals(0, node.used(), node + " has something left"));
                for (NodesDriver.Memory memory : driver.memories()) {
                    assertTrue(memory.mostUsed() <= memory.capacity(), "a memory took more than there is");
                }
            }
            driver.memories().forEach(memory -> assertTrue(memory.isClosed()));
        }

        private void open(Known known) {
            known.hasValue = random.nextInt(4) > 0;
            if (known.hasValue) {
                known.array = new long[LENGTH];
                known.value = 0;
                known.handle = runtime.data().vector(known.array);
            } else {
                known.array = null;
                known.handle = runtime.data().temporary(new VectorLayout(ElementType.LONG, LENGTH));
            }
        }

        private void close(Known known) {
            if (!known.hasValue || random.nextInt(4) == 0) {
                known.handle.discard();
                return;
            }
            if (random.nextInt(3) == 0) {
                known.handle.closeAsync();
            }
            known.handle.close();
            if (known.array != null) {
                for (long element : known.array) {
                    expect("at home", known.value, element);
                }
            }
        }

        private void expect(String where, long expected, long found) {
            if (expected != found) {
                wrong.add(where + " should be " + expected + ", not " + found);
            }
        }

        private int node() {
            return random.nextInt(nodes);
        }

        private void operate(Known known) throws InterruptedException {
            if (!known.hasValue) {
                overwrite(known);
                return;
            }
            switch (random.nextInt(18)) {
                case 0, 1, 2, 3 -> change(known);
                case 4, 5 -> read(known);
                case 6 -> add(known, all.get(random.nextInt(all.size())));
                case 7 -> overwrite(known);
                case 8, 9 -> known.handle.transfer(node(), TransferKind.values()[random.nextInt(4)], random.nextInt(3));
                case 10 -> known.handle.wontUse();
                case 11 -> {
                    known.handle.invalidate();
                    known.hasValue = false;
                }
                case 12 -> acquire(known);
                case 13 -> acquireLater(known);
                case 14 -> tryToAcquire(known);
                case 15 -> known.handle.writeThrough(random.nextBoolean() ? new int[] {} : new int[] {node()});
                case 16 -> {
                    int node = node();
                    if (node == 0) {
                        known.handle.allocateOn(node);
                    } else {
                        known.handle.evict(node);
                    }
                }
                default -> {
                    if (random.nextInt(4) == 0) {
                        close(known);
                        open(known);
                    }
                }
            }
        }

        private void overwrite(Known known) {
            long value = random.nextInt(1000);
            submit("overwrite", vector -> fill(vector, value), Access.W, known);
            known.hasValue = true;
            known.value = value;
        }

        private void change(Known known) {
            long factor = random.nextInt(5) - 2;
            submit("change", vector -> fill(vector, factor * vector.getLong(LENGTH - 1) + 1), Access.RW, known);
            known.value = factor * known.value + 1;
        }

        private void read(Known known) {
            long value = known.value;
            submit("read", vector -> check("a task", vector, value), Access.R, known);
        }

        private void check(String who, VectorView vector, long value) {
            for (int index = 0; index < LENGTH; index++) {
                expect("what " + who + " sees", value, vector.getLong(index));
            }
        }

        private static void fill(VectorView vector, long value) {
            for (int index = 0; index < LENGTH; index++) {
                vector.setLong(index, value);
            }
        }

        private interface Work {
            void on(VectorView vector);
        }

        private void submit(String name, Work work, Access mode, Known known) {
            Codelet codelet = Codelet.named(name)
                    .access(mode)
                    .cpu(kernel -> work.on(kernel.view(0, VectorView.class)))
                    .build();
            runtime.task(codelet)
                    .data(known.handle)
                    .argument((long) random.nextInt(300))
                    .submit();
        }

        private void add(Known to, Known from) {
            if (!from.hasValue) {
                return;
            }
            Codelet codelet = Codelet.named("add")
                    .access(Access.RW, Access.R)
                    .cpu(kernel -> fill(
                            kernel.view(0, VectorView.class),
                            kernel.view(0, VectorView.class).getLong(0)
                                    + kernel.view(1, VectorView.class).getLong(LENGTH - 1)))
                    .build();
            runtime.task(codelet).data(to.handle, from.handle).submit();
            to.value += from.value;
        }

        private Access mode() {
            return List.of(Access.R, Access.W, Access.RW).get(random.nextInt(3));
        }

        /** Uses what was acquired for a value that the model expects. */
        private void use(Acquisition acquired, long before, long after, boolean downgrade) {
            try (acquired) {
                if (acquired.mode().reads()) {
                    check("the program", acquired.view(VectorView.class), before);
                }
                if (acquired.mode().writes()) {
                    fill(acquired.view(VectorView.class), after);
                }
                if (downgrade) {
                    acquired.downgrade();
                    check("the program", acquired.view(VectorView.class), after);
                }
            }
        }

        private void acquire(Known known) throws InterruptedException {
            Access mode = mode();
            long after = mode.writes() ? random.nextInt(1000) : known.value;
            use(known.handle.acquire(mode, node()), known.value, after, random.nextBoolean());
            known.value = after;
        }

        private void acquireLater(Known known) {
            Access mode = mode();
            long before = known.value;
            long after = mode.writes() ? random.nextInt(1000) : known.value;
            boolean downgrade = random.nextBoolean();
            known.handle
                    .acquireAsync(mode, node())
                    .thenAccept(acquired -> use(acquired, before, after, downgrade))
                    .exceptionally(failure -> {
                        wrong.add("an acquisition failed: " + failure);
                        return null;
                    });
            known.value = after;
        }

        private void tryToAcquire(Known known) {
            Access mode = mode();
            Optional<Acquisition> acquired = known.handle.tryAcquire(mode);
            if (acquired.isPresent()) {
                long after = mode.writes() ? random.nextInt(1000) : known.value;
                use(acquired.get(), known.value, after, random.nextBoolean());
                known.value = after;
            }
        }
    }
}
