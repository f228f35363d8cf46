package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.Transfer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeviceCodeTest {
    private static final DeviceKernel ADD = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                    __kernel void add(__global const double *x, __global double *y, int n, double factor) {
                        int i = get_global_id(0);
                        if (i < n) y[i] = factor * x[i] + 1;
                    }""")
            .kernel("add")
            .grid(kernel -> Grid.of(1))
            .build();

    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    @Test
    void shouldLaunchSeveralKernelsThroughAWorkspace() throws Exception {
        for (String outOfOrder : List.of("false", "true")) {
            try (StartedUnit on = StartedUnit.of("out.of.order", outOfOrder)) {
                VectorView vector = on.vector(1, 2, 3);
                DeviceCode code = context -> {
                    DeviceBuffer between = context.workspace(3 * Double.BYTES);
                    context.launch(ADD, Grid.of(3), context.buffer(0), between, 3, 2.0);
                    context.launch(ADD, Grid.of(3), between, KernelArgument.data(0), 3, 10.0);
                };
                Execution execution = on.run(code, vector);
                assertArrayEquals(new double[] {31, 51, 71}, on.numbers(vector));
                assertTrue(execution.kernelNanos() > 0, "how long both kernels ran");
            }
        }
    }

    @Test
    void shouldShowTheDeviceToCode() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(1, 2, 3);
            on.run(
                    (DeviceCode) context -> {
                        assertNotEquals(0, context.queue());
                        assertNotEquals(0, context.device());
                        assertNotEquals(0, context.deviceContext());
                        assertEquals(24, context.buffer(0).bytes());
                        assertSame(vector, context.view(0, VectorView.class));
                        assertThrows(IndexOutOfBoundsException.class, () -> context.buffer(0, 1));
                    },
                    vector);
        }
    }

    @Test
    void shouldKeepWhatIsAttachedUntilItsThreadEnds() throws Exception {
        List<String> events = new ArrayList<>();
        record Attached(List<String> events) implements AutoCloseable {
            @Override
            public void close() {
                events.add("closed");
            }
        }
        DeviceCode code = context -> context.attached(Attached.class, () -> {
            events.add("made");
            return new Attached(events);
        });
        try (StartedUnit on = StartedUnit.of()) {
            on.run(code);
            on.run(code);
            assertEquals(List.of("made"), events);
            on.unit().stop();
            assertEquals(List.of("made", "closed"), events);
            on.unit().start();
            on.run(code);
            assertEquals(List.of("made", "closed", "made"), events);
        }
        assertEquals(List.of("made", "closed", "made", "closed"), events);
    }

    @Test
    void shouldFailWhenWhatWasLaunchedHasEnded() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(1, 2, 3);
            AtomicReference<UserEvent> event = new AtomicReference<>();
            IllegalStateException thrown = new IllegalStateException("thrown by code behind its kernel");
            Execution execution = on.launch(
                    (DeviceCode) context -> {
                        event.set(UserEvent.in(context.deviceContext()));
                        event.get().hold(context.queue());
                        context.launch(ADD, Grid.of(3), context.buffer(0), context.buffer(0), 3, 1.0);
                        throw thrown;
                    },
                    vector);
            assertFalse(execution.isFinished(), "what was launched is under way, and uses the data");
            event.get().set(0);
            assertSame(thrown, assertThrows(Exception.class, () -> StartedUnit.await(execution)));
            assertArrayEquals(new double[] {2, 3, 4}, on.numbers(vector));
        }
    }

    @Test
    void shouldReuseWorkspacesAndRefuseMoreThanDataLeave() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            List<Long> given = new ArrayList<>();
            DeviceCode twice = context -> {
                given.add(context.workspace(1 << 20).memory());
                given.add(context.workspace(1 << 20).memory());
            };
            on.run(twice);
            on.run(twice);
            assertNotEquals(given.get(0), given.get(1), "two workspaces of one task");
            assertEquals(List.copyOf(given.subList(0, 2)), given.subList(2, 4).reversed(), "workspaces given back");
            Exception refusal = assertThrows(
                    IllegalStateException.class, () -> on.run((DeviceCode) context -> context.workspace(1L << 50)));
            assertTrue(
                    refusal.getMessage().contains(Long.toString(1L << 50))
                            && refusal.getMessage().contains("memory.reserve"),
                    refusal.getMessage());
            Exception nothing = assertThrows(
                    IllegalArgumentException.class, () -> on.run((DeviceCode) context -> context.workspace(0)));
            assertTrue(nothing.getMessage().contains("more than 0"), nothing.getMessage());
        }
    }

    @Test
    void shouldFailAndGiveAllBackWhenWhatLooksAtAResultThrowsAnError() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            List<Long> given = new ArrayList<>();
            AssertionError wrong = new AssertionError("thrown by who looks");
            DeviceCode code = context -> {
                DeviceBuffer workspace = context.workspace(64);
                given.add(workspace.memory());
                context.inspect(workspace, content -> {
                    throw wrong;
                });
            };
            for (int round = 0; round < 2; round++) {
                Execution execution = on.launch(code);
                for (int asked = 0; asked < 2; asked++) {
                    assertSame(
                            wrong,
                            assertThrows(IllegalStateException.class, () -> StartedUnit.await(execution))
                                    .getCause());
                }
            }
            assertEquals(given.get(0), given.get(1), "the workspace was given back");
        }
    }

    @Test
    void shouldEndWhatWasBegunOfACopyBeforeItFails() throws Exception {
        try (StartedUnit on = StartedUnit.of();
                Arena arena = Arena.ofShared()) {
            VectorView vector = on.vector(0, 0, 0);
            MemorySegment host = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 1, 2, 3);
            Transfer transfer =
                    on.memory().copyIn(List.of(StartedUnit.copy(host, vector.segment()), StartedUnit.copy(host, host)));
            assertThrows(IllegalArgumentException.class, () -> StartedUnit.await(transfer), "no memory of the device");
            assertArrayEquals(new double[] {1, 2, 3}, on.numbers(vector));
        }
    }

    @Test
    void shouldRefuseArgumentsThatNoKernelTakes() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(1, 2, 3);
            Exception refusal = assertThrows(
                    IllegalArgumentException.class,
                    () -> on.run(
                            (DeviceCode) context ->
                                    context.launch(ADD, Grid.of(3), context.buffer(0), context.buffer(0), 3, "2"),
                            vector));
            assertTrue(refusal.getMessage().contains("java.lang.String"), refusal.getMessage());
        }
    }
}
