package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks without work: join points that need no worker. */
@Timeout(30)
class WithoutWorkTest {
    private static final Codelet JOIN = Codelet.without("join");
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    @Test
    void shouldEndAsSoonAsNothingStandsInTheirWayWithoutAnyWorker() {
        try (Laboratory laboratory = Laboratory.withWorkers(0)) {
            TaskRuntime runtime = laboratory.runtime();
            List<String> order = new ArrayList<>();
            Task first = runtime.task(JOIN);
            Task second = runtime.task(JOIN)
                    .after(first)
                    .prologue(freed -> order.add("prologue"))
                    .onReady(ready -> order.add("ready"))
                    .epilogue(ended -> order.add("epilogue"))
                    .onCompletion(ended ->
                            order.add("completion " + Thread.currentThread().getName()))
                    .submit();
            assertEquals(TaskState.SUBMITTED, second.state());
            first.submit();
            assertEquals(TaskState.DONE, first.state());
            assertEquals(TaskState.DONE, second.state());
            String here = "completion " + Thread.currentThread().getName();
            assertEquals(List.of("prologue", "ready", "epilogue", here), order);
            assertEquals(2, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldEndVeryLongChainsWithoutRecursion() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle token = runtime.data().token();
            Task first = runtime.task(NOTHING);
            Task last = runtime.task(JOIN).after(first).access(token, Access.RW).submit();
            for (int task = 0; task < 200_000; task++) {
                Task next = runtime.task(JOIN);
                last = task % 2 == 0
                        ? next.after(last).submit()
                        : next.access(token, Access.RW).after(last).submit();
            }
            first.submit();
            last.await();
            runtime.waitAll();
            assertEquals(200_002, runtime.tasks(0).done());
        }
    }

    @Test
    void shouldTakePartInTheOrderOfTheirData() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            DataHandle one = runtime.data().token();
            DataHandle other = runtime.data().token();
            List<String> order = Collections.synchronizedList(new ArrayList<>());
            Codelet produce = Codelet.named("produce")
                    .access(Access.W)
                    .cpu(kernel -> order.add("produce"))
                    .build();
            Codelet consume = Codelet.named("consume")
                    .access(Access.RW, Access.RW)
                    .cpu(kernel -> order.add("consume"))
                    .build();
            Task gate = runtime.task(NOTHING);
            runtime.task(produce).data(one).after(gate).submit();
            runtime.task(produce).data(other).after(gate).submit();
            runtime.task(JOIN)
                    .access(one, Access.R)
                    .access(other, Access.R)
                    .onCompletion(ended -> order.add("join"))
                    .epilogue(ended -> order.add("both are there"))
                    .submit();
            runtime.task(consume).data(one, other).submit();
            gate.submit();
            runtime.waitAll();
            assertEquals(List.of("produce", "produce", "both are there"), order.subList(0, 3));
            assertTrue(order.contains("consume") && order.contains("join"), order.toString());
        }
    }

    @Test
    void shouldWakeWhoWaitsForThem() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task first = runtime.task(JOIN);
            Task last = runtime.task(JOIN).after(first).submit();
            Thread waiter = new Thread(() -> {
                try {
                    last.await();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            waiter.start();
            while (waiter.getState() != Thread.State.TIMED_WAITING) { // it looks now and then whether anything moves
                Await.pause();
            }
            first.submit();
            waiter.join();
            assertEquals(TaskState.DONE, last.state());
        }
    }
}
