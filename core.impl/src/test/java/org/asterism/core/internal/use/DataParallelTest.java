package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.DataParallel;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DataParallelTest {
    private static final Codelet TWICE = Codelet.named("twice")
            .access(Access.RW)
            .cpu(kernel -> {
                MatrixView tile = kernel.view(0, MatrixView.class);
                for (long row = 0; row < tile.rows(); row++) {
                    for (long column = 0; column < tile.columns(); column++) {
                        tile.setDouble(row, column, 2 * tile.getDouble(row, column));
                    }
                }
            })
            .build();
    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW, Access.R)
            .cpu(kernel -> {
                VectorView to = kernel.view(0, VectorView.class);
                for (long index = 0; index < to.length(); index++) {
                    to.setLong(
                            index,
                            to.getLong(index) + kernel.view(1, VectorView.class).getLong(index));
                }
            })
            .build();

    private Laboratory laboratory;
    private TaskRuntime runtime;

    @BeforeEach
    void makeRuntime() {
        laboratory = Laboratory.withWorkers(2);
        runtime = laboratory.runtime();
    }

    @AfterEach
    void closeRuntime() {
        laboratory.close();
    }

    private static Codelet sum(Access mode) {
        return Codelet.named("sum")
                .access(Access.R, mode)
                .cpu(kernel -> {
                    VectorView from = kernel.view(0, VectorView.class);
                    for (long index = 0; index < from.length(); index++) {
                        kernel.view(1, VectorView.class)
                                .setLong(0, kernel.view(1, VectorView.class).getLong(0) + from.getLong(index));
                    }
                })
                .build();
    }

    @Test
    void shouldRunATaskPerTileAndShareThePlan() {
        double[] array = new double[7 * 9];
        Arrays.fill(array, 1);
        DataHandle matrix = runtime.data().matrix(array, 7, 9, 9);
        List<Task> tasks = DataParallel.forEachTile(runtime, matrix, TWICE, 3, 4);
        assertEquals(9, tasks.size());
        DataParallel.forEachTile(runtime, matrix, TWICE, 3, 4);
        assertEquals(1, matrix.plans().size());
        DataParallel.forEachTile(runtime, matrix, TWICE, 7, 1);
        assertEquals(2, matrix.plans().size());
        matrix.close();
        double[] expected = new double[7 * 9];
        Arrays.fill(expected, 8);
        assertArrayEquals(expected, array);
    }

    @Test
    void shouldGoThroughPartitionsInStep() {
        long[] left = LongStream.range(0, 10).toArray();
        long[] right = LongStream.range(100, 110).toArray();
        DataHandle x = runtime.data().vector(left);
        DataHandle y = runtime.data().vector(right);
        assertEquals(
                5,
                DataParallel.map(runtime, ADD, x.plan(Filters.blocks(5)), y.plan(Filters.blocks(5)))
                        .size());
        x.close();
        assertArrayEquals(LongStream.range(0, 10).map(value -> 2 * value + 100).toArray(), left);
    }

    @Test
    void shouldAddAllPartsToOneResultWhateverItsMode() {
        long[] values = LongStream.range(0, 100).toArray();
        DataHandle vector = runtime.data().vector(values);
        Partition blocks = vector.plan(Filters.blocks(7));
        Codelet zero = Codelet.named("zero")
                .access(Access.W)
                .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 0))
                .build();
        for (Access mode : List.of(Access.REDUX, Access.COMMUTE)) {
            long[] total = {1000};
            DataHandle result = runtime.data().vector(total).reduction(zero, ADD);
            assertEquals(
                    7, DataParallel.reduce(runtime, sum(mode), blocks, result).size());
            result.close();
            assertEquals(1000 + 4950, total[0], mode.toString());
        }
    }

    @Test
    void shouldSayWhatDoesNotFit() {
        DataHandle x = runtime.data().vector(new long[10]);
        DataHandle y = runtime.data().vector(new long[10]);
        Partition fives = x.plan(Filters.blocks(5));
        Partition twos = y.plan(Filters.blocks(2));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> DataParallel.map(runtime, ADD, fives, twos))
                .getMessage()
                .contains("into 5 children and " + y.name() + " into 2"));
        assertThrows(IllegalArgumentException.class, () -> DataParallel.map(runtime, ADD, fives));
        assertThrows(IllegalArgumentException.class, () -> DataParallel.map(runtime, ADD));
        assertThrows(IllegalArgumentException.class, () -> DataParallel.reduce(runtime, TWICE, fives, y));
    }
}
