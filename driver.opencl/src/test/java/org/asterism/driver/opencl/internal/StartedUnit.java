package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorView;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.Transfer;
import org.asterism.tck.FakeKernelContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;

/** The units of a driver, the first of them started by the calling thread, and vectors in their memory. */
final class StartedUnit implements AutoCloseable {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final Arena arena = Arena.ofShared();
    private final List<ComputeUnit> units;
    private final ComputeUnit unit;

    private StartedUnit(List<ComputeUnit> units) {
        this.units = units;
        this.unit = units.getFirst();
        unit.start();
    }

    static StartedUnit of(String... properties) {
        return of(Pocl.driver(), properties);
    }

    /** Properties are names and values in turn. */
    static StartedUnit of(Driver driver, String... properties) {
        return new StartedUnit(open(driver, properties));
    }

    static List<ComputeUnit> open(Driver driver, String... properties) {
        return driver.open(new DriverRequest(OptionalInt.empty(), Clock.system(), map(properties)));
    }

    static Map<String, String> map(String... properties) {
        Map<String, String> map = new HashMap<>();
        for (int name = 0; name < properties.length; name += 2) {
            map.put(properties[name], properties[name + 1]);
        }
        return map;
    }

    ComputeUnit unit() {
        return unit;
    }

    List<ComputeUnit> units() {
        return units;
    }

    DeviceMemory memory() {
        return unit.memory().orElseThrow();
    }

    /** Memory of the device with these numbers. */
    VectorView vector(double... numbers) {
        MemorySegment segment = memory().allocate((long) numbers.length * Double.BYTES);
        assertNotNull(segment, "memory for " + numbers.length + " numbers");
        await(memory().copyIn(List.of(copy(arena.allocateFrom(ValueLayout.JAVA_DOUBLE, numbers), segment))));
        return view(segment);
    }

    static VectorView view(MemorySegment segment) {
        return new VectorView(segment, ElementType.DOUBLE, segment.byteSize() / Double.BYTES);
    }

    double[] numbers(VectorView vector) {
        MemorySegment host = arena.allocate(vector.segment().byteSize(), Double.BYTES);
        await(memory().copyOut(List.of(copy(vector.segment(), host))));
        return host.toArray(ValueLayout.JAVA_DOUBLE);
    }

    static BufferCopy copy(MemorySegment from, MemorySegment to) {
        BufferShape shape = new BufferShape(to.byteSize(), Double.BYTES);
        return new BufferCopy(shape, Buffer.dense(from, shape), Buffer.dense(to, shape));
    }

    static void await(Transfer transfer) {
        long end = System.nanoTime() + PATIENCE;
        try {
            while (!transfer.isFinished()) {
                assertTrue(System.nanoTime() < end, "a copy did not end");
                Thread.onSpinWait();
            }
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    static KernelContext context(Implementation implementation, DataView... data) {
        Codelet codelet = Codelet.named("test")
                .implementation(Architecture.OPENCL, implementation)
                .build();
        return new FakeKernelContext(new FakeTask(1, codelet, 0), new FakeWorker(0, Architecture.OPENCL), null, data);
    }

    Execution launch(Implementation implementation, DataView... data) throws Exception {
        return unit.launch(implementation, context(implementation, data));
    }

    /** Launches a kernel and waits for its end. */
    Execution run(Implementation implementation, DataView... data) throws Exception {
        Execution execution = launch(implementation, data);
        await(execution);
        return execution;
    }

    static void await(Execution execution) throws Exception {
        long end = System.nanoTime() + PATIENCE;
        while (!execution.isFinished()) {
            assertTrue(System.nanoTime() < end, "a kernel did not end");
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        unit.stop();
        Set<DeviceMemory> memories = new LinkedHashSet<>();
        units.forEach(each -> each.memory().ifPresent(memories::add));
        units.forEach(ComputeUnit::close);
        memories.forEach(DeviceMemory::close);
        arena.close();
    }
}
