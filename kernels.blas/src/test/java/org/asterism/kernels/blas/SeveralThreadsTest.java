package org.asterism.kernels.blas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.internal.DenseLibrary;
import org.asterism.kernels.blas.internal.Triangle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeveralThreadsTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 1500;

    @ParameterizedTest
    @ValueSource(strings = {"java", "native"})
    void shouldGiveTheSameResultsWhenSeveralThreadsCompute(String name) throws Exception {
        DenseLibrary library = EachLibrary.named(name);
        MatrixView triangle = Matrices.dominant(ElementType.DOUBLE, 16, 16, 1);
        MatrixView before = Matrices.random(ElementType.DOUBLE, 240, 16, 16, 2);
        double[] expected = solved(library, triangle, before);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Void>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        assertArrayEquals(expected, solved(library, triangle, before), "round " + round);
                    }
                    return null;
                });
            }
            for (Future<Void> each : threads.invokeAll(work)) {
                each.get();
            }
        }
    }

    private static double[] solved(DenseLibrary library, MatrixView triangle, MatrixView before) {
        MatrixView x = Matrices.copy(before);
        library.solve(Triangle.UPPER_RIGHT, triangle, x);
        return Matrices.content(x);
    }
}
