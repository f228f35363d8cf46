package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What pieces contain that tasks contribute to, or that only some tasks have written, when the whole is used. */
@Timeout(30)
class ContentOfPiecesTest {
    private static final Codelet ZERO = fill("zero", Access.W, 0);
    private static final Codelet SEVEN = fill("seven", Access.W, 7);
    private static final Codelet ONE_MORE = Codelet.named("one more")
            .access(Access.REDUX)
            .cpu(kernel -> {
                VectorView vector = kernel.view(0, VectorView.class);
                for (long index = 0; index < vector.length(); index++) {
                    vector.setLong(index, vector.getLong(index) + 1);
                }
            })
            .build();
    private static final Codelet ADD = Codelet.named("add")
            .access(Access.RW, Access.R)
            .cpu(kernel -> {
                VectorView sum = kernel.view(0, VectorView.class);
                for (long index = 0; index < sum.length(); index++) {
                    sum.setLong(
                            index,
                            sum.getLong(index)
                                    + kernel.view(1, VectorView.class).getLong(index));
                }
            })
            .build();

    private static Codelet fill(String name, Access mode, long value) {
        return Codelet.named(name)
                .access(mode)
                .cpu(kernel -> {
                    VectorView vector = kernel.view(0, VectorView.class);
                    for (long index = 0; index < vector.length(); index++) {
                        vector.setLong(index, value);
                    }
                })
                .build();
    }

    private static long[] content(DataHandle handle) throws InterruptedException {
        try (Acquisition acquired = handle.acquire(Access.R)) {
            long[] found = new long[(int) acquired.view(VectorView.class).length()];
            for (int index = 0; index < found.length; index++) {
                found[index] = acquired.view(VectorView.class).getLong(index);
            }
            return found;
        }
    }

    @Test
    void shouldPutContributionsToPiecesTogetherBeforeTheWholeIsUsed() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle whole = runtime.data().vector(new long[4]);
            Partition halves = whole.plan(Filters.blocks(2));
            halves.children().forEach(half -> half.reduction(ZERO, ADD));
            for (int round = 0; round < 3; round++) {
                halves.forEach(half -> runtime.task(ONE_MORE).data(half));
            }
            assertArrayEquals(new long[] {3, 3, 3, 3}, content(whole));
        }
    }

    @Test
    void shouldPutContributionsToTheWholeTogetherBeforeItIsCut() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle whole = runtime.data().vector(new long[4]).reduction(ZERO, ADD);
            Partition halves = whole.plan(Filters.blocks(2));
            runtime.task(ONE_MORE).data(whole).submit();
            runtime.task(SEVEN).data(halves.child(0)).submit();
            assertArrayEquals(new long[] {7, 7, 1, 1}, content(whole));
        }
    }

    @Test
    void shouldKeepWhatTasksWroteInAPieceOfDataThatAreInitialised() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle whole = runtime.data()
                    .temporary(new VectorLayout(ElementType.LONG, 4))
                    .initialiser(ZERO);
            Partition halves = whole.plan(Filters.blocks(2));
            runtime.task(SEVEN).data(halves.child(0)).submit();
            assertArrayEquals(new long[] {7, 7, 0, 0}, content(whole));
        }
    }

    @Test
    void shouldInitialiseOnlyThePiecesThatNobodyWrote() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle whole = runtime.data().temporary(new VectorLayout(ElementType.LONG, 4));
            Partition halves = whole.plan(Filters.blocks(2));
            halves.children().forEach(half -> half.initialiser(ZERO));
            runtime.task(SEVEN).data(halves.child(1)).submit();
            assertArrayEquals(new long[] {0, 0, 7, 7}, content(whole));
        }
    }
}
