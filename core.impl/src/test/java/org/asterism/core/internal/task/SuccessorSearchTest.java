package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SuccessorSearchTest {
    private static final Codelet WRITE =
            Codelet.named("write").access(Access.RW).cpu(kernel -> {}).build();
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private Laboratory laboratory;
    private TaskRuntime runtime;

    @BeforeEach
    void makeRuntime() {
        laboratory = Laboratory.withWorkers(1);
        runtime = laboratory.runtime();
        runtime.pause();
    }

    @AfterEach
    void closeRuntime() throws InterruptedException {
        runtime.resume();
        runtime.waitAll();
        laboratory.close();
    }

    private List<Task> successors(Task task) {
        List<Task> found = new ArrayList<>();
        runtime.graph().forEachSuccessor(task, found::add);
        return found;
    }

    @Test
    void shouldVisitEachPlaceOnceWhenPlansTakeTurns() {
        DataHandle vector = runtime.data().vector(new long[64]);
        Partition quarters = vector.plan(Filters.blocks(4));
        Partition halves = vector.plan(Filters.blocks(2));
        Task first = runtime.task(WRITE).data(vector).submit();
        int rounds = 40;
        int before = 0;
        for (int round = 0; round < rounds; round++) {
            runtime.task(WRITE).data(quarters.child(0)).submit();
            runtime.task(WRITE).data(halves.child(0)).submit();
            int now = successors(first).size();
            assertTrue(now - before <= 8, (now - before) + " more visits because of round " + round);
            before = now;
        }
        assertEquals(2 * rounds, new HashSet<>(successors(first)).size(), "each task is found behind the places");
    }

    @Test
    void shouldFollowAllDependenciesOnTheTaskItself() {
        Task first = runtime.task(NOTHING).submit();
        int number = 2 * SuccessorSearch.MOST_BEHIND;
        for (int index = 0; index < number; index++) {
            runtime.task(NOTHING).after(first).submit();
        }
        assertEquals(number, successors(first).size());
    }

    @Test
    void shouldFindTheNearestTasksIfThereAreTooManyBehindTags() {
        Tags tags = runtime.tags();
        Task first = runtime.task(NOTHING).tag(1).submit();
        tags.join(2, 1);
        Set<Task> near = new HashSet<>();
        for (int index = 0; index < 100; index++) {
            runtime.task(NOTHING).afterTags(2).submit();
            near.add(runtime.task(NOTHING).afterTags(1).submit());
        }
        for (int index = 0; index < 2 * SuccessorSearch.MOST_BEHIND; index++) {
            runtime.task(NOTHING).afterTags(2).submit();
        }
        List<Task> found = successors(first);
        assertEquals(SuccessorSearch.MOST_BEHIND, found.size() + 1, "with the join of the tags");
        assertTrue(found.containsAll(near), "those that wait for the nearer tag");
    }
}
