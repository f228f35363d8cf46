package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Implementation;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.Test;

/**
 * Contract, in addition to {@link ExecutionContract}, of drivers with a separate device. Their kernels continue while
 * the launching thread does other work. It does not apply to drivers that compute on the launching thread.
 */
public abstract class DeviceExecutionContract extends ExecutionContract {
    /** Called by subclasses. */
    protected DeviceExecutionContract() {}

    /**
     * Returns an implementation for this driver whose kernel does not end before it is released, for instance by an
     * event that the program sets.
     *
     * @param go latch that reaches 0 when the kernel may end, at the latest at the end of the test
     * @return implementation that uses the same data as {@link #doubling}
     */
    protected abstract Implementation heldUntil(CountDownLatch go);

    /**
     * Whether the driver runs {@link DeviceCode} and supports {@linkplain org.asterism.api.device.DeviceContext#inspect
     * inspection} of its results.
     *
     * @return by default true; if false, tests that need it are skipped
     */
    protected boolean inspects() {
        return true;
    }

    @Test
    void shouldHaveInspectedWhatATaskHasWrittenBeforeTheTaskEnds() {
        assumeTrue(inspects(), "the driver inspects nothing");
        useEach(OptionalInt.of(1), on -> {
            try (VectorOnUnit vector = on.vector(LENGTH)) {
                for (int round = 1; round <= FEW_ROUNDS; round++) {
                    int expected = 1 << round;
                    List<Integer> seen = new ArrayList<>();
                    DeviceCode code = context -> {
                        if (doubling() instanceof DeviceKernel kernel) {
                            context.launch(kernel);
                        }
                        DeviceBuffer whole = context.buffer(0);
                        DeviceBuffer first = new DeviceBuffer(whole.memory(), whole.offset(), Integer.BYTES);
                        context.inspect(first, content -> seen.add(content.get(ValueLayout.JAVA_INT, 0)));
                        context.inspect(first, content -> seen.add((int) content.byteSize()));
                    };
                    Execution execution = on.launch(code, vector);
                    on.await(execution);
                    int computed = doubling() instanceof DeviceKernel ? expected : 1;
                    assertEquals(List.of(computed, Integer.BYTES), seen, "what was inspected");
                    assertTrue(execution.isFinished(), "a task that was inspected is under way again");
                    assertEquals(2, seen.size(), "a task that has ended was inspected again");
                }
                Exception failure = new IllegalStateException("thrown by an inspection of the contract test");
                DeviceCode failing = context -> context.inspect(
                        new DeviceBuffer(
                                context.buffer(0).memory(), context.buffer(0).offset(), Integer.BYTES),
                        content -> {
                            throw failure;
                        });
                assertSame(failure, assertThrows(Exception.class, () -> on.await(on.launch(failing, vector))));
            }
        });
    }

    @Test
    void shouldNotWaitForTheKernelThatItLaunches() {
        CountDownLatch go = new CountDownLatch(1);
        try {
            useEach(OptionalInt.of(1), on -> {
                Implementation held = heldUntil(go);
                try (VectorOnUnit vector = on.vector(LENGTH)) {
                    AtomicInteger told = new AtomicInteger();
                    List<Execution> launched = new ArrayList<>(List.of(on.launch(held, vector)));
                    for (int number = 1; number < on.unit().pipeline(); number++) {
                        launched.add(on.launch(doubling(), vector));
                    }
                    for (Execution execution : launched) {
                        execution.whenFinished(told::incrementAndGet);
                        for (int round = 0; round < ROUNDS; round++) {
                            assertFalse(execution.isFinished(), "a kernel has ended that is held, or is behind one");
                        }
                    }
                    assertEquals(0, told.get(), "ends of kernels that were told while the first was held");
                    go.countDown();
                    for (Execution execution : launched) {
                        on.await(execution);
                    }
                }
            });
        } finally {
            go.countDown();
        }
    }
}
