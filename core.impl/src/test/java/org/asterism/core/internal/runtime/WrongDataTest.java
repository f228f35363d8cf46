package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Data that a program gives wrongly: the call that is wrong says which task, which data and which argument. */
@Timeout(30)
class WrongDataTest {
    private static final Codelet ADD =
            Codelet.named("add").access(Access.RW, Access.R).cpu(kernel -> {}).build();

    @Test
    void shouldNameTaskAndArgumentWhenAHandleIsNull() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime();
                DataHandle data = runtime.data().vector(new double[2])) {
            Task task = runtime.task(ADD);
            String message = assertThrows(NullPointerException.class, () -> task.data(data, null))
                    .getMessage();
            assertTrue(message.startsWith("add#" + task.id() + ": handle 1 is null"), message);
            assertEquals(TaskState.DONE, task.data(data, data).submitAndAwait().state());
        }
    }

    @Test
    void shouldNameTheTaskWhenTheNumberOfHandlesIsWrong() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime();
                DataHandle data = runtime.data().vector(new double[2])) {
            Task task = runtime.task(ADD);
            String message = assertThrows(IllegalArgumentException.class, () -> task.data(data))
                    .getMessage();
            assertTrue(
                    message.startsWith("add#" + task.id() + ": codelet 'add' works on 2 handles [RW, R], not 1"),
                    message);
        }
    }

    @Test
    void shouldRefuseDataForAClosedRuntime() {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            runtime.close();
            assertThrows(IllegalStateException.class, () -> runtime.data().vector(new double[2]));
            String message = assertThrows(
                            IllegalStateException.class,
                            () -> runtime.data().temporary(new VectorLayout(ElementType.INT, 1)))
                    .getMessage();
            assertTrue(message.contains("runtime is closed"), message);
        }
    }

    @Test
    void shouldRefuseAFilterThatGivesNothing() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime();
                DataHandle data = runtime.data().vector(new double[2]).named("whole")) {
            for (String message : List.of(
                    assertThrows(IllegalArgumentException.class, () -> data.partition((layout, content) -> null))
                            .getMessage(),
                    assertThrows(IllegalArgumentException.class, () -> data.plan((layout, content) -> List.of()))
                            .getMessage())) {
                assertEquals("the filter cuts whole into no parts: give it one at least", message);
            }
        }
    }
}
