package org.asterism.policy.dmda.dmda.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.testing.FormsBench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * In the real core: a task goes to the worker that need not convert its data, unless the other is faster by more than
 * that costs.
 */
@Timeout(20)
class ConversionsTest {
    private static final long CONVERSION = 1_000_000;

    private final FormsBench bench = new FormsBench(5, CONVERSION, Architecture.CUDA);

    @BeforeEach
    void useDmda() {
        bench.laboratory.addPolicy("dmda", new DmdaPolicyFactory()::create);
        bench.runtime.defaultContext().usePolicy("dmda", Map.of("alpha", "1", "beta", "1"));
        bench.conversionModel = PerformanceModel.perArchitecture("conversion", (task, where, number) -> CONVERSION);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    /** On which memory node a task runs whose data were written on another one. */
    private int placeOf(long cpuNanos, long cudaNanos, int written) throws InterruptedException {
        DataHandle points = bench.temporary();
        bench.fill(written, points, 0).await();
        int[] place = new int[1];
        Kernel kernel = context -> {
            bench.require(context, 0, 0);
            place[0] = context.worker().memoryNode();
        };
        bench.runtime
                .task(Codelet.named("look")
                        .access(Access.R)
                        .model(PerformanceModel.perArchitecture(
                                "look", (task, where, number) -> where == Architecture.CPU ? cpuNanos : cudaNanos))
                        .cpu(kernel)
                        .implementation(Architecture.CUDA, kernel)
                        .build())
                .data(points)
                .submit()
                .await();
        return place[0];
    }

    @Test
    void shouldChooseTheWorkerThatNeedsNoConversion() throws InterruptedException {
        assertEquals(1, placeOf(100, CONVERSION / 2, 1), "written by the device, which is a little slower");
        assertEquals(0, placeOf(CONVERSION / 2, 100, 0), "written by the CPU, which is a little slower");
    }

    @Test
    void shouldConvertIfThatPays() throws InterruptedException {
        assertEquals(0, placeOf(100, 4 * CONVERSION, 1));
        assertEquals(1, placeOf(4 * CONVERSION, 100, 0));
    }
}
