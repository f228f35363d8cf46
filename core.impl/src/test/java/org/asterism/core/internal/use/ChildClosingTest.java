package org.asterism.core.internal.use;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Children whose end somebody asks for alone. */
@Timeout(30)
class ChildClosingTest {
    private static final Codelet INCREMENT = Codelet.named("increment")
            .access(Access.RW)
            .cpu(kernel -> {
                for (long i = 0; i < kernel.view(0, VectorView.class).length(); i++) {
                    kernel.view(0, VectorView.class)
                            .setDouble(i, kernel.view(0, VectorView.class).getDouble(i) + 1);
                }
            })
            .build();

    @Test
    void shouldRefuseToCloseAChildInAnyWayButWithItsPartition() throws InterruptedException {
        double[] array = new double[4];
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime();
                DataHandle data = runtime.data().vector(array).named("whole")) {
            try (Partition cut = data.partition(Filters.blocks(2))) {
                requireRefusal(cut.child(1));
            }
            try (Partition plan = data.plan(Filters.blocks(2))) {
                plan.forEach(half -> runtime.task(INCREMENT).data(half));
                requireRefusal(plan.child(1));
            }
        }
        assertEquals(1, array[3]);
    }

    private static void requireRefusal(DataHandle child) {
        for (Runnable wrong : new Runnable[] {child::close, child::discard, child::closeAsync}) {
            String message =
                    assertThrows(IllegalStateException.class, wrong::run).getMessage();
            assertTrue(message.contains("child of whole"), message);
        }
    }
}
