package org.asterism.core.internal.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NoMemoryTest {
    private static final Codelet WRITE =
            Codelet.named("write").access(Access.W).cpu(kernel -> {}).build();

    @Test
    void shouldFailATaskWhoseDataMainMemoryCannotHoldAndRunOthers() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime();
                DataHandle small = runtime.data().temporary(new VectorLayout(ElementType.DOUBLE, 4))) {
            DataHandle huge = runtime.data().temporary(new VectorLayout(ElementType.DOUBLE, 1L << 44));
            for (int turn = 0; turn < 3; turn++) { // more than there are workers
                TaskFailedException failed = assertThrows(
                        TaskFailedException.class,
                        () -> runtime.task(WRITE).data(huge).submit().await());
                assertTrue(failed.getMessage().contains("memory"), failed.getMessage());
            }
            assertEquals(
                    TaskState.DONE,
                    runtime.task(WRITE).data(small).submitAndAwait().state());
            huge.discard();
        }
    }
}
