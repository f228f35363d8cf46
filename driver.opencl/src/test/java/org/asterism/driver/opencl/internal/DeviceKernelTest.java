package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Kernel;
import org.asterism.api.data.VectorView;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.api.device.KernelLanguage;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeviceKernelTest {
    private static final String PROGRAM = """
            __kernel void scale(__global double *x, int n, double factor) {
                int i = get_global_id(0);
                if (i < n) x[i] *= factor;
            }
            __kernel void kinds(__global double *x, int a, long b, float c, double d) {
                x[0] = a; x[1] = b; x[2] = c; x[3] = d;
            }
            __kernel void places(__global double *x, int columns, int rows) {
                int i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);
                if (i < columns && j < rows && k < 2) x[(k * rows + j) * columns + i] += 1;
            }
            __kernel void reverse_groups(__global double *x, __local double *group) {
                int i = get_local_id(0);
                group[i] = x[get_global_id(0)];
                barrier(CLK_LOCAL_MEM_FENCE);
                x[get_global_id(0)] = group[get_local_size(0) - 1 - i];
            }
            __attribute__((reqd_work_group_size(4, 1, 1)))
            __kernel void group_sizes(__global double *x) {
                x[get_global_id(0)] = get_local_size(0);
            }
            """;

    @BeforeEach
    void assumeOpenCl() {
        Pocl.assumeThere();
    }

    private static DeviceKernel.Builder kernel(String name) {
        return DeviceKernel.source(KernelLanguage.OPENCL_C, PROGRAM).kernel(name);
    }

    private static DeviceKernel scale(double factor) {
        return kernel("scale")
                .arguments(
                        KernelArgument.data(0), KernelArgument.length(0), KernelArgument.doubleValue(kernel -> factor))
                .grid(kernel -> Grid.of(kernel.view(0, VectorView.class).length()))
                .build();
    }

    private static DeviceKernel kinds(KernelArgument... arguments) {
        return kernel("kinds").arguments(arguments).grid(kernel -> Grid.of(1)).build();
    }

    @Test
    void shouldComputeOnVectorsOfAnyLength() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            for (int length : new int[] {1, 2, 3, 127, 128, 129, 1009}) {
                double[] numbers = new double[length];
                Arrays.setAll(numbers, index -> index);
                VectorView vector = on.vector(numbers);
                on.run(scale(3), vector);
                assertArrayEquals(
                        Arrays.stream(numbers).map(number -> 3 * number).toArray(), on.numbers(vector));
            }
        }
    }

    @Test
    void shouldPassEveryKindOfArgument() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(new double[4]);
            on.run(
                    kinds(
                            KernelArgument.data(0),
                            KernelArgument.intValue(kernel -> -7),
                            KernelArgument.longValue(kernel -> 1L << 40),
                            KernelArgument.floatValue(kernel -> 0.5),
                            KernelArgument.doubleValue(kernel -> Math.PI)),
                    vector);
            assertArrayEquals(new double[] {-7, 1L << 40, 0.5, Math.PI}, on.numbers(vector));
        }
    }

    @Test
    void shouldSayThatDataOnADeviceCannotBeReadForALaunch() {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(1, 2, 3);
            DeviceKernel reading = kernel("scale")
                    .arguments(
                            KernelArgument.data(0),
                            KernelArgument.length(0),
                            KernelArgument.doubleValue(
                                    kernel -> kernel.view(0, VectorView.class).getDouble(1)))
                    .grid(kernel -> Grid.of(1))
                    .build();
            DeviceKernel sized = kernel("scale")
                    .grid(kernel ->
                            Grid.of((long) kernel.view(0, VectorView.class).getDouble(1)))
                    .build();
            DeviceCode code = context -> context.view(0, VectorView.class).setDouble(0, 4);
            Map.of("argument 2 of kernel 'scale'", reading, "the grid of", sized, "code", code)
                    .forEach((what, implementation) -> {
                        Exception refused =
                                assertThrows(IllegalStateException.class, () -> on.run(implementation, vector));
                        for (String part : List.of(what, "codelet 'test'", "with data 0 on", "DeviceContext.inspect")) {
                            assertTrue(
                                    refused.getMessage().contains(part),
                                    () -> part + " is not in: " + refused.getMessage());
                        }
                    });
            DeviceCode closed = context -> {
                throw new IllegalStateException("closed by the code itself");
            };
            Exception own = assertThrows(IllegalStateException.class, () -> on.run(closed, vector));
            assertEquals("closed by the code itself", own.getMessage());
        }
    }

    @Test
    void shouldRunEveryItemOfGridsOfTwoAndThreeDimensionsOnce() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            for (long[] group : new long[][] {{}, {1, 1, 1}, {4, 2, 2}}) {
                VectorView vector = on.vector(new double[2 * 19 * 37]);
                DeviceKernel places = kernel("places")
                        .arguments(
                                KernelArgument.data(0),
                                KernelArgument.intValue(kernel -> 37),
                                KernelArgument.intValue(kernel -> 19))
                        .grid(kernel -> new Grid(new long[] {37, 19, 2}, group, 0))
                        .build();
                on.run(places, vector);
                double[] ones = new double[2 * 19 * 37];
                Arrays.fill(ones, 1);
                assertArrayEquals(ones, on.numbers(vector), () -> "groups of " + Arrays.toString(group));
            }
        }
    }

    @Test
    void shouldGiveEachGroupLocalMemory() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(1, 2, 3, 4, 5, 6);
            on.run(
                    kernel("reverse_groups")
                            .arguments(KernelArgument.data(0), KernelArgument.localMemory(kernel -> 3 * Double.BYTES))
                            .grid(kernel -> Grid.of(6).inGroupsOf(3))
                            .build(),
                    vector);
            assertArrayEquals(new double[] {3, 2, 1, 6, 5, 4}, on.numbers(vector));
        }
    }

    @Test
    void shouldUseTheGroupsThatAKernelWasWrittenFor() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(new double[8]);
            DeviceKernel.Builder sizes = kernel("group_sizes").arguments(KernelArgument.data(0));
            on.run(sizes.grid(kernel -> Grid.of(8)).build(), vector);
            assertArrayEquals(new double[] {4, 4, 4, 4, 4, 4, 4, 4}, on.numbers(vector));
            expectRefusal(on, sizes.grid(kernel -> Grid.of(8).inGroupsOf(2)).build(), vector, "[4, 1, 1]", "[2]");
        }
    }

    @Test
    void shouldRefuseGroupsThatTheDeviceCannotHave() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(1);
            DeviceKernel huge = kernel("scale")
                    .arguments(
                            KernelArgument.data(0), KernelArgument.length(0), KernelArgument.doubleValue(kernel -> 1))
                    .grid(kernel -> Grid.of(1).inGroupsOf(1L << 30))
                    .build();
            expectRefusal(on, huge, vector, "kernel 'scale'", "1073741824");
            expectRefusal(
                    on,
                    kernel("scale")
                            .arguments(
                                    KernelArgument.data(0),
                                    KernelArgument.length(0),
                                    KernelArgument.doubleValue(kernel -> 1))
                            .grid(kernel -> Grid.of(1).withSharedBytes(64))
                            .build(),
                    vector,
                    "localMemory");
        }
    }

    @Test
    void shouldChooseTheKernelForEachLaunch() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            DeviceKernel either = DeviceKernel.source(KernelLanguage.OPENCL_C, """
                            __kernel void one(__global double *x) { x[0] = 1; }
                            __kernel void two(__global double *x) { x[0] = 2; }""")
                    .kernel(kernel -> kernel.view(0, VectorView.class).length() == 1 ? "one" : "two")
                    .arguments(KernelArgument.data(0))
                    .grid(kernel -> Grid.of(1))
                    .build();
            VectorView shorter = on.vector(0);
            VectorView longer = on.vector(0, 0);
            for (int round = 0; round < 2; round++) {
                on.run(either, shorter);
                on.run(either, longer);
            }
            assertArrayEquals(new double[] {1}, on.numbers(shorter));
            assertArrayEquals(new double[] {2, 0}, on.numbers(longer));
        }
    }

    @Test
    void shouldLaunchNothingWithoutAGrid() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            DeviceKernel nothing = DeviceKernel.source(KernelLanguage.OPENCL_C, "not even compiled")
                    .kernel("none")
                    .grid(kernel -> null)
                    .build();
            assertSame(Execution.FINISHED, on.launch(nothing));
        }
    }

    @Test
    void shouldComputeOnPartsOfWhatMemoryGave() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            long alignment = on.memory().viewAlignment();
            int part = (int) (alignment / Double.BYTES);
            double[] ones = new double[4 * part];
            Arrays.fill(ones, 1);
            VectorView whole = on.vector(ones);
            on.run(scale(2), StartedUnit.view(whole.segment().asSlice(alignment, alignment)));
            on.run(scale(3), StartedUnit.view(whole.segment().asSlice(3 * alignment)));
            on.run(scale(4), StartedUnit.view(whole.segment().asSlice(0, Double.BYTES)));
            on.run(scale(5), whole);
            double[] numbers = on.numbers(whole);
            assertArrayEquals(
                    new double[] {20, 5, 10, 5, 15},
                    new double[] {numbers[0], numbers[1], numbers[part], numbers[2 * part], numbers[3 * part]});
            expectRefusal(
                    on,
                    scale(2),
                    StartedUnit.view(whole.segment().asSlice(Double.BYTES)),
                    "8 bytes behind",
                    "multiples of " + alignment);
        }
    }

    @Test
    void shouldSayWhichKernelsThereAreWhenOneIsMissing() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            DeviceKernel missing = kernel("skale").grid(kernel -> Grid.of(1)).build();
            expectRefusal(on, missing, on.vector(1), "no kernel 'skale'", "scale, kinds, places");
        }
    }

    @Test
    void shouldRefuseArgumentsThatDoNotFitTheParameters() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(new double[4]);
            KernelArgument data = KernelArgument.data(0);
            KernelArgument integer = KernelArgument.intValue(kernel -> 1);
            KernelArgument longer = KernelArgument.longValue(kernel -> 1);
            KernelArgument single = KernelArgument.floatValue(kernel -> 1);
            KernelArgument number = KernelArgument.doubleValue(kernel -> 1);
            expectRefusal(on, kinds(data, integer), vector, "kernel 'kinds'", "5 parameters", "2 arguments");
            expectRefusal(
                    on, kinds(data, integer, longer, single, number, number), vector, "5 parameters", "6 arguments");
            expectRefusal(
                    on, kinds(integer, integer, longer, single, number), vector, "parameter 0", "__global pointer");
            expectRefusal(on, kinds(data, longer, longer, single, number), vector, "parameter 1", "of type int");
            expectRefusal(on, kinds(data, integer, number, single, number), vector, "parameter 2", "of type long");
            expectRefusal(on, kinds(data, integer, longer, integer, number), vector, "parameter 3", "of type float");
            expectRefusal(on, kinds(data, integer, longer, single, data), vector, "parameter 4", "memory of data");
            on.run(kinds(data, integer, longer, single, number), vector);
            assertArrayEquals(new double[] {1, 1, 1, 1}, on.numbers(vector));
        }
    }

    @Test
    void shouldFailWithTheCompilersLog() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            DeviceKernel broken = DeviceKernel.source(
                            KernelLanguage.OPENCL_C, "__kernel void k(__global int *x) { x[0] = undeclared_name; }")
                    .kernel("k")
                    .arguments(KernelArgument.data(0))
                    .grid(kernel -> Grid.of(1))
                    .build();
            VectorView vector = on.vector(1);
            for (int round = 0; round < 2; round++) {
                expectRefusal(
                        on, broken, vector, "text given by the program", "CL_BUILD_PROGRAM_FAILURE", "undeclared_name");
            }
            on.run(scale(2), vector);
            assertArrayEquals(new double[] {2}, on.numbers(vector));
        }
    }

    @Test
    void shouldPassOptionsToTheCompiler() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            DeviceKernel defined = DeviceKernel.source(
                            KernelLanguage.OPENCL_C, "__kernel void k(__global double *x) { x[0] = NUMBER; }")
                    .options("-DNUMBER=42")
                    .kernel("k")
                    .arguments(KernelArgument.data(0))
                    .grid(kernel -> Grid.of(1))
                    .build();
            VectorView vector = on.vector(0);
            on.run(defined, vector);
            assertArrayEquals(new double[] {42}, on.numbers(vector));
        }
    }

    @Test
    void shouldRefuseKernelsOfOtherArchitectures() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            Exception java = assertThrows(IllegalArgumentException.class, () -> on.launch((Kernel) context -> {}));
            assertTrue(java.getMessage().contains("DeviceKernel"), java.getMessage());
            DeviceKernel cuda = DeviceKernel.source(KernelLanguage.CUDA_C, "")
                    .kernel("k")
                    .grid(kernel -> Grid.of(1))
                    .build();
            Exception language = assertThrows(IllegalArgumentException.class, () -> on.launch(cuda));
            assertTrue(language.getMessage().contains("OPENCL_C"), language.getMessage());
        }
    }

    @Test
    void shouldMeasureHowLongAKernelRan() throws Exception {
        try (StartedUnit on = StartedUnit.of()) {
            VectorView vector = on.vector(new double[1 << 16]);
            on.run(scale(2), vector);
            long before = System.nanoTime();
            Execution execution = on.run(scale(2), vector);
            long most = System.nanoTime() - before;
            assertTrue(
                    execution.kernelNanos() > 0 && execution.kernelNanos() <= most,
                    () -> execution.kernelNanos() + " of at most " + most + " ns");
        }
    }

    @Test
    void shouldCopyBothWaysAndRunOtherWorkersWhileAKernelIsUnderWay() throws Exception {
        try (StartedUnit on = StartedUnit.of("devices", "0", "workers", "2")) {
            AtomicReference<UserEvent> event = new AtomicReference<>();
            VectorView used = on.vector(1);
            Execution held = on.launch(
                    (DeviceCode) context -> {
                        event.set(UserEvent.in(context.deviceContext()));
                        event.get().hold(context.queue());
                        context.launch(scale(2));
                    },
                    used);
            VectorView other = on.vector(5, 6);
            ComputeUnit second = on.units().get(1);
            second.start();
            StartedUnit.await(second.launch(scale(3), StartedUnit.context(scale(3), other)));
            second.stop();
            assertArrayEquals(new double[] {15, 18}, on.numbers(other));
            assertFalse(held.isFinished());
            event.get().set(0);
            StartedUnit.await(held);
            assertArrayEquals(new double[] {2}, on.numbers(used));
        }
    }

    @Test
    void shouldFailOneTaskOnlyWhenItsCommandsFail() throws Exception {
        for (String outOfOrder : List.of("false", "true")) {
            expectOneFailure(outOfOrder);
        }
    }

    private static void expectOneFailure(String outOfOrder) throws Exception {
        try (StartedUnit on = StartedUnit.of("out.of.order", outOfOrder)) {
            VectorView vector = on.vector(1);
            AtomicReference<UserEvent> event = new AtomicReference<>();
            Execution failing = on.launch(
                    (DeviceCode) context -> {
                        event.set(UserEvent.in(context.deviceContext()));
                        event.get().hold(context.queue());
                        context.launch(scale(7));
                    },
                    vector);
            CountDownLatch woken = new CountDownLatch(1);
            assertTrue(failing.whenFinished(woken::countDown));
            assertFalse(failing.isFinished());
            event.get().set(-5);
            assertTrue(woken.await(30, TimeUnit.SECONDS), "nobody was told that a command has failed");
            Exception failure = assertThrows(Exception.class, () -> StartedUnit.await(failing));
            assertTrue(failure.getMessage().contains("opencl-0"), failure.toString());
            on.run(scale(2), vector);
            on.run(scale(3), vector);
            assertArrayEquals(new double[] {6}, on.numbers(vector));
        }
    }

    private static void expectRefusal(StartedUnit on, DeviceKernel kernel, VectorView data, String... words) {
        Exception refusal = assertThrows(Exception.class, () -> on.run(kernel, data));
        for (String word : words) {
            assertTrue(
                    refusal.getMessage().contains(word),
                    () -> "the refusal must say '" + word + "' but says: " + refusal.getMessage());
        }
    }
}
