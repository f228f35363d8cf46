package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.KernelLanguage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kernel for devices as CUDA C, compiled for this machine, where each thread is a turn of a loop. That it runs on a
 * device is not shown.
 */
class DeviceStepTest {
    private static final String THREADS = """
            typedef struct { unsigned x, y; } Index;
            static Index blockIdx, blockDim = {8, 4}, threadIdx;
            #define __global__
            """;

    private static final String LAUNCH = """

            void launch(const double *from, int strideFrom, double *to, int strideTo, double *toFirst, double *toLast,
                        const double *above, const double *below, int rows, int columns, int hasAbove, int hasBelow,
                        double diffusion) {
                for (blockIdx.y = 0; blockIdx.y * blockDim.y < rows; blockIdx.y++)
                    for (blockIdx.x = 0; blockIdx.x * blockDim.x < columns; blockIdx.x++)
                        for (threadIdx.y = 0; threadIdx.y < blockDim.y; threadIdx.y++)
                            for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++)
                                heat_step(from, strideFrom, to, strideTo, toFirst, toLast, above, below, rows, columns,
                                          hasAbove, hasBelow, diffusion);
            }
            """;

    private static final int WIDTH = 37;
    private static final int HEIGHT = 21;

    @TempDir
    private Path folder;

    @Test
    void shouldGiveTheBitsOfTheComputationWithoutTasks() throws Throwable {
        Plate plate = new Plate(WIDTH, HEIGHT, 5);
        double[][] before = plate.reference(3);
        double[][] after = plate.reference(4);
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle launch = compiled(arena);
            check(launch, arena, before, after, 0, HEIGHT);
            check(launch, arena, before, after, 0, 9);
            check(launch, arena, before, after, 9, 10);
            check(launch, arena, before, after, 10, HEIGHT);
        }
    }

    /** Computes the rows of a band, which lie further apart than they are long. */
    private static void check(MethodHandle launch, Arena arena, double[][] before, double[][] after, int first, int end)
            throws Throwable {
        int stride = WIDTH + 3;
        MemorySegment from = arena.allocate((long) HEIGHT * stride * Double.BYTES, Double.BYTES);
        for (int row = 0; row < HEIGHT; row++) {
            MemorySegment.copy(before[row], 0, from, ValueLayout.JAVA_DOUBLE, (long) row * stride * 8, WIDTH);
        }
        MemorySegment to = arena.allocate((long) (end - first) * WIDTH * Double.BYTES, Double.BYTES);
        MemorySegment toFirst = arena.allocate(WIDTH * 8L, Double.BYTES);
        MemorySegment toLast = arena.allocate(WIDTH * 8L, Double.BYTES);
        boolean hasAbove = first > 0;
        boolean hasBelow = end < HEIGHT;
        MemorySegment above = hasAbove ? row(from, first - 1, stride) : MemorySegment.NULL;
        MemorySegment below = hasBelow ? row(from, end, stride) : MemorySegment.NULL;
        launch.invokeExact(
                row(from, first, stride),
                stride,
                to,
                WIDTH,
                toFirst,
                toLast,
                above,
                below,
                end - first,
                WIDTH,
                hasAbove ? 1 : 0,
                hasBelow ? 1 : 0,
                Plate.DIFFUSION);
        for (int row = first; row < end; row++) {
            assertArrayEquals(after[row], numbers(row(to, row - first, WIDTH)), "row " + row);
        }
        assertArrayEquals(after[first], numbers(toFirst));
        assertArrayEquals(after[end - 1], numbers(toLast));
    }

    private static double[] numbers(MemorySegment row) {
        return row.asSlice(0, (long) WIDTH * Double.BYTES).toArray(ValueLayout.JAVA_DOUBLE);
    }

    private static MemorySegment row(MemorySegment matrix, int row, int stride) {
        return matrix.asSlice((long) row * stride * Double.BYTES);
    }

    @SuppressWarnings("restricted")
    private MethodHandle compiled(Arena arena) throws Exception {
        DeviceKernel kernel = (DeviceKernel)
                BandStep.CODELET.implementations(Architecture.CUDA).getFirst();
        assertEquals(KernelLanguage.CUDA_C, kernel.language());
        // That a compiler for CUDA does not contract.
        assertEquals(List.of("--fmad=false"), kernel.options());
        String text = new String(kernel.program(), StandardCharsets.UTF_8).replace("extern \"C\"", "");
        Path source = Files.writeString(folder.resolve("step.c"), THREADS + text + LAUNCH);
        Path library = folder.resolve("step.so");
        assumeTrue(
                compile("gcc", "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-o", "" + library, "" + source),
                "SKIPPED, nothing is tested: there is no gcc");
        return Linker.nativeLinker()
                .downcallHandle(
                        SymbolLookup.libraryLookup(library, arena).findOrThrow("launch"),
                        FunctionDescriptor.ofVoid(
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_DOUBLE));
    }

    /** False if there is no compiler. */
    private static boolean compile(String... command) throws Exception {
        Process compiler;
        try {
            compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException none) {
            return false;
        }
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, compiler.waitFor(), output);
        return true;
    }
}
