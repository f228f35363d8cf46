package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.data.VectorView;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/**
 * Unit for kernels, with their data.
 *
 * @param unit the unit
 * @param patience timeout of a wait
 * @param clock clock of the driver; virtual time advances during waits
 */
record UnitInUse(ComputeUnit unit, Duration patience, Clock clock) {
    /** Starts the unit, uses it on a thread, and stops it, so that it can be used on another thread. */
    void onAThread(UnitLife.Use use) {
        new UnitLife(patience).onAThread(unit, use);
    }

    /**
     * Closes stopped units and their memories. After a failure they stay open, because closing a hanging unit would
     * block.
     */
    static void close(List<ComputeUnit> units) {
        Set<DeviceMemory> memories = new LinkedHashSet<>();
        units.forEach(unit -> unit.memory().ifPresent(memories::add));
        units.forEach(ComputeUnit::close);
        memories.forEach(DeviceMemory::close);
    }

    /** Creates the numbers from 1 in the unit's memory. */
    VectorOnUnit vector(int length) {
        return VectorOnUnit.of(this, length);
    }

    Execution launch(Implementation implementation, VectorOnUnit vector) throws Exception {
        return launch(implementation, vector.view());
    }

    Execution launch(Implementation implementation, VectorView data) throws Exception {
        Codelet codelet = Codelet.named("contract")
                .implementation(unit.architecture(), implementation)
                .build();
        Execution execution = unit.launch(
                implementation,
                new FakeKernelContext(new FakeTask(1, codelet, 0), new FakeWorker(0, unit.architecture()), null, data));
        assertNotNull(execution, "launch must give an execution, Execution.FINISHED if the kernel has ended");
        return execution;
    }

    /** Polls once, and advances the time if the kernel is running. */
    boolean isFinished(Execution execution) throws Exception {
        if (execution.isFinished()) {
            return true;
        }
        if (clock instanceof VirtualEvents virtual) {
            assertTrue(execution.nextPoll() < Long.MAX_VALUE, "in virtual time a kernel must say when it ends");
            virtual.advanceTo(execution.nextPoll());
        } else {
            Thread.onSpinWait();
        }
        return false;
    }

    /** Polls until a kernel has ended. */
    void await(Execution execution) throws Exception {
        long start = System.nanoTime();
        while (!isFinished(execution)) {
            assertTrue(
                    System.nanoTime() - start < patience.toNanos(),
                    () -> "a kernel on " + unit.name() + " did not end within " + patience);
        }
    }

    /** Polls until a condition is true. */
    void awaitThat(BooleanSupplier condition, String otherwise) {
        new TransferWatch(patience, clock).awaitThat(condition, otherwise);
    }
}
