package org.asterism.driver.opencl.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.Transfer;

/**
 * What things cost on the first OpenCL device, as the bundle's README has it; a program, not a test. With the argument
 * {@code across}: what copies between the first two cost, by several ways.
 */
final class OpenClCosts {
    private static final int ROUNDS = 15;

    private static final DeviceKernel EMPTY = DeviceKernel.source(KernelLanguage.OPENCL_C, "__kernel void nothing() {}")
            .kernel("nothing")
            .grid(context -> Grid.of(1))
            .build();

    private static final DeviceKernel BUSY = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void busy(__global double *x) {
                        double sum = x[0];
                        for (int i = 0; i < 3000000; i++) sum = sum * 0.999 + 1;
                        x[0] = sum;
                    }""")
            .kernel("busy")
            .arguments(KernelArgument.data(0))
            .grid(context -> Grid.of(1))
            .build();

    private OpenClCosts() {}

    public static void main(String... arguments) throws Exception {
        if (List.of(arguments).contains("across")) {
            across();
            for (String shared : List.of("false", "true")) {
                through(shared);
            }
            return;
        }
        launches();
        copies();
        tasks(Map.of("pipeline", "1"));
        tasks(Map.of("pipeline", "2"));
        tasks(Map.of("pipeline", "8"));
        tasks(Map.of("pipeline", "8", "out.of.order", "true"));
        tasks(Map.of("pipeline", "2", "workers", "2"));
        for (String zeroCopy : List.of("false", "true")) {
            vectors(zeroCopy);
        }
        overlap(Map.of("pipeline", "4"));
        overlap(Map.of("pipeline", "4", "workers", "2"));
        overlap(Map.of("pipeline", "4", "out.of.order", "true"));
    }

    private interface Timed {
        void run() throws Exception;
    }

    /** The best and the median of some rounds, per operation. */
    private static void report(String what, int operations, Timed timed) throws Exception {
        double[] micros = new double[ROUNDS];
        timed.run();
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            timed.run();
            micros[round] = (System.nanoTime() - start) / 1e3 / operations;
        }
        Arrays.sort(micros);
        System.out.printf(Locale.ROOT, "%-60s %10.2f us, median %10.2f%n", what, micros[0], micros[ROUNDS / 2]);
    }

    private static void launches() throws Exception {
        try (StartedUnit on = StartedUnit.of("devices", "0")) {
            VectorView vector = on.vector(new double[512]);
            KernelContext nothing = StartedUnit.context(EMPTY);
            KernelContext data = StartedUnit.context(Doubling.KERNEL, vector);
            report("launch of an empty kernel, in batches of 1000", 1000, () -> batch(on, EMPTY, nothing));
            report("launch of a kernel with two arguments, the same", 1000, () -> batch(on, Doubling.KERNEL, data));
            report(
                    "launch and end of an empty kernel, asking",
                    1,
                    () -> StartedUnit.await(on.unit().launch(EMPTY, nothing)));
            Execution ended = on.run(EMPTY);
            Execution held = on.unit().launch(BUSY, StartedUnit.context(BUSY, vector));
            report("asking whether a kernel has ended that has not", 1000, () -> {
                for (int number = 0; number < 1000; number++) {
                    held.isFinished();
                }
            });
            StartedUnit.await(held);
            report("asking for one that has", 1000, () -> {
                for (int number = 0; number < 1000; number++) {
                    ended.isFinished();
                }
            });
        }
    }

    private static void batch(StartedUnit on, DeviceKernel kernel, KernelContext context) throws Exception {
        Execution last = null;
        Deque<Execution> underWay = new ArrayDeque<>();
        for (int number = 0; number < 1000; number++) {
            last = on.unit().launch(kernel, context);
            underWay.add(last);
        }
        for (Execution execution : underWay) {
            StartedUnit.await(execution);
        }
    }

    private static void copies() throws Exception {
        try (StartedUnit on = StartedUnit.of("devices", "0");
                Arena arena = Arena.ofShared()) {
            for (long bytes : new long[] {4 << 10, 1 << 20, 64 << 20}) {
                MemorySegment host = arena.allocate(bytes, 64);
                host.fill((byte) 1);
                MemorySegment device = on.memory().allocate(bytes);
                int number = bytes > 1 << 20 ? 1 : 100;
                report("beginning copies of " + bytes + " bytes to the device, and their ends", number, () -> {
                    List<Transfer> begun = new ArrayList<>();
                    for (int copy = 0; copy < number; copy++) {
                        begun.add(on.memory().copyIn(List.of(StartedUnit.copy(host, device))));
                    }
                    begun.forEach(StartedUnit::await);
                });
                report(
                        "one copy of " + bytes + " bytes from the device, to its end",
                        1,
                        () -> StartedUnit.await(on.memory().copyOut(List.of(StartedUnit.copy(device, host)))));
                on.memory().free(device);
            }
            MemorySegment host = arena.allocate(4 << 10, 64);
            MemorySegment device = on.memory().allocate(4 << 10);
            report("beginning a copy of 4 KiB, without its end", 1000, () -> {
                List<Transfer> begun = new ArrayList<>();
                for (int copy = 0; copy < 1000; copy++) {
                    begun.add(on.memory().copyIn(List.of(StartedUnit.copy(host, device))));
                }
                pending.addAll(begun);
            });
            pending.forEach(StartedUnit::await);
            pending.clear();
            on.memory().free(device);
        }
    }

    /** Two devices, such as POCL_DEVICES='pthread pthread' makes of PoCL's one. */
    private static void across() throws Exception {
        for (long bytes : new long[] {64 << 10, 1 << 20, 16 << 20, 64 << 20}) {
            try (StartedUnit apart = StartedUnit.of("devices", "0,1");
                    Arena arena = Arena.ofShared()) {
                MemorySegment host = arena.allocate(bytes, 64);
                host.fill((byte) 1);
                DeviceMemory first = apart.memory();
                DeviceMemory second = apart.units().get(1).memory().orElseThrow();
                MemorySegment from = first.allocate(bytes);
                MemorySegment to = second.allocate(bytes);
                StartedUnit.await(first.copyIn(List.of(StartedUnit.copy(host, from))));
                report(bytes + " bytes across by main memory, one after the other", 1, () -> {
                    StartedUnit.await(first.copyOut(List.of(StartedUnit.copy(from, host))));
                    StartedUnit.await(second.copyIn(List.of(StartedUnit.copy(host, to))));
                });
                for (long chunk : new long[] {64 << 10, 256 << 10, 1 << 20, 4 << 20}) {
                    if (chunk < bytes) {
                        MemorySegment ring = arena.allocate(4 * chunk, 64);
                        ring.fill((byte) 1);
                        report(
                                bytes + " bytes across through a ring of 4 chunks of " + chunk,
                                1,
                                () -> staged(first, from, second, to, ring, chunk));
                    }
                }
                first.free(from);
                second.free(to);
            }
            try (StartedUnit together = StartedUnit.of("devices", "0,1", "shared.context", "true")) {
                DeviceMemory first = together.memory();
                DeviceMemory second = together.units().get(1).memory().orElseThrow();
                MemorySegment from = first.allocate(bytes);
                MemorySegment to = second.allocate(bytes);
                report(
                        bytes + " bytes across in a shared context",
                        1,
                        () -> StartedUnit.await(first.copyTo(second, List.of(StartedUnit.copy(from, to)))));
                first.free(from);
                second.free(to);
            }
        }
    }

    /** The same in programs: data that go to and fro, and data that two devices read after one has written them. */
    private static void through(String shared) throws Exception {
        Codelet writing = Codelet.named("twice")
                .access(Access.RW)
                .implementation(Architecture.OPENCL, Doubling.KERNEL)
                .build();
        DeviceKernel first = DeviceKernel.source(KernelLanguage.OPENCL_C, "__kernel void look(__global double *x) {}")
                .kernel("look")
                .arguments(KernelArgument.data(0))
                .grid(context -> Grid.of(1))
                .build();
        Codelet reading = Codelet.named("look")
                .access(Access.R)
                .implementation(Architecture.OPENCL, first)
                .build();
        for (int length : new int[] {1 << 17, 1 << 20, 1 << 23}) {
            try (Laboratory laboratory = new Laboratory();
                    TaskRuntime runtime = runtime(laboratory, Map.of("devices", "0,1", "shared.context", shared));
                    Arena arena = Arena.ofShared()) {
                List<Worker> workers = runtime.workers();
                String what = " of " + 8L * length + " bytes, shared.context=" + shared;
                DataHandle data = runtime.data().vector(arena.allocate(8L * length, 64), ElementType.DOUBLE, length);
                runtime.task(writing).data(data).on(workers.get(0)).submitAndAwait();
                report("a task on the other device each time, on data" + what, 8, () -> {
                    for (int task = 0; task < 8; task++) {
                        runtime.task(writing)
                                .data(data)
                                .on(workers.get(task % 2))
                                .submit();
                    }
                    runtime.waitAll();
                });
                report("one writes and both read, data" + what, 8, () -> {
                    for (int task = 0; task < 8; task++) {
                        runtime.task(writing).data(data).on(workers.get(0)).submit();
                        runtime.task(reading).data(data).on(workers.get(0)).submit();
                        runtime.task(reading).data(data).on(workers.get(1)).submit();
                    }
                    runtime.waitAll();
                });
                data.close();
            }
        }
    }

    /** Both halves of a copy at once: a chunk goes on when it has come, and is used again when it has gone. */
    private static void staged(
            DeviceMemory first,
            MemorySegment from,
            DeviceMemory second,
            MemorySegment to,
            MemorySegment ring,
            long chunk)
            throws Exception {
        int chunks = (int) (from.byteSize() / chunk);
        Transfer[] come = new Transfer[chunks];
        Transfer[] gone = new Transfer[chunks];
        int begun = 0;
        int sent = 0;
        int ended = 0;
        while (ended < chunks) {
            if (begun < chunks && begun < ended + 4) {
                MemorySegment part = ring.asSlice(begun % 4 * chunk, chunk);
                come[begun] = first.copyOut(List.of(StartedUnit.copy(from.asSlice(begun * chunk, chunk), part)));
                begun++;
            }
            if (sent < begun && come[sent].isFinished()) {
                MemorySegment part = ring.asSlice(sent % 4 * chunk, chunk);
                gone[sent] = second.copyIn(List.of(StartedUnit.copy(part, to.asSlice(sent * chunk, chunk))));
                sent++;
            }
            if (ended < sent && gone[ended].isFinished()) {
                ended++;
            }
        }
    }

    private static final List<Transfer> pending = new ArrayList<>();

    private static TaskRuntime runtime(Laboratory laboratory, Map<String, String> properties) {
        laboratory.addDriver("opencl", Pocl.driver());
        RuntimeConfiguration configuration =
                RuntimeConfiguration.defaults().withDriverProperty("opencl", "devices", "0");
        for (Map.Entry<String, String> property : properties.entrySet()) {
            configuration = configuration.withDriverProperty("opencl", property.getKey(), property.getValue());
        }
        return laboratory.factory.create(configuration);
    }

    private static void tasks(Map<String, String> properties) throws Exception {
        Codelet codelet = Codelet.named("empty")
                .implementation(Architecture.OPENCL, EMPTY)
                .build();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = runtime(laboratory, properties)) {
            int count = 5000;
            report("an empty task, in batches of " + count + ", " + properties, count, () -> {
                for (int number = 0; number < count; number++) {
                    runtime.task(codelet).submit();
                }
                runtime.waitAll();
            });
        }
    }

    private static void vectors(String zeroCopy) throws Exception {
        Codelet codelet = Codelet.named("twice")
                .access(Access.RW)
                .implementation(Architecture.OPENCL, Doubling.KERNEL)
                .build();
        for (int length : new int[] {512, 1 << 17, 1 << 22}) {
            try (Laboratory laboratory = new Laboratory();
                    TaskRuntime runtime = runtime(laboratory, Map.of("zero.copy", zeroCopy));
                    Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(8L * length, 64);
                DataHandle data = runtime.data().vector(memory, ElementType.DOUBLE, length);
                report("a task on " + 8L * length + " bytes, there and back, zero.copy=" + zeroCopy, 1, () -> {
                    Task task = runtime.task(codelet).data(data).submit();
                    task.await();
                    data.acquire(Access.RW).close();
                });
                data.close();
            }
        }
    }

    private static void overlap(Map<String, String> properties) throws Exception {
        Codelet codelet = Codelet.named("busy")
                .access(Access.RW)
                .implementation(Architecture.OPENCL, BUSY)
                .build();
        try (Laboratory laboratory = new Laboratory();
                TaskRuntime runtime = runtime(laboratory, properties)) {
            List<DataHandle> handles = new ArrayList<>();
            for (int number = 0; number < 8; number++) {
                handles.add(runtime.data().vector(new double[1]));
            }
            report("8 kernels of one work item each, " + properties, 1, () -> {
                for (DataHandle handle : handles) {
                    runtime.task(codelet).data(handle).submit();
                }
                runtime.waitAll();
            });
            handles.forEach(DataHandle::close);
        }
    }
}
