package org.asterism.core.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TeamSettings;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every order in which three workers can be stepped, for teams that overlap. Steps that change nothing are left out,
 * since they can be anywhere. From each state that can be reached the tasks are run to their end, and each rank must
 * have run once.
 */
@Timeout(60)
class TeamInterleavingsTest {
    private final List<String> ran = new ArrayList<>();
    private final Codelet spmd = noting("spmd").spmd().build();
    private final Codelet forkJoin = noting("fork-join").forkJoin().build();
    private final Codelet alone = noting("alone").build();
    private final Laboratory laboratory = Laboratory.withWorkers(3);
    private final TaskRuntime runtime;
    private final List<Worker> workers;
    private List<Task> tasks;
    private int states;

    TeamInterleavingsTest() {
        laboratory.addPolicy("teams", TeamPolicy::new);
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                .withPolicy("teams")
                .withLaunchedWorkers(false)
                .withTeams(TeamSettings.defaults().withSingle()));
        workers = runtime.workers();
    }

    private Codelet.Builder noting(String name) {
        return Codelet.named(name)
                .access()
                .cpu(kernel -> ran.add(kernel.task() + " " + kernel.rank() + "/" + kernel.teamSize()));
    }

    private CombinedWorker team(int... ids) {
        List<Worker> members = new ArrayList<>();
        for (int id : ids) {
            members.add(workers.get(id));
        }
        return runtime.defaultContext().combine(members);
    }

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    /** Explores what follows a sequence of steps. */
    private void explore(Supplier<List<Task>> submit, int kernels, List<Integer> prefix) {
        for (int worker = 0; worker < workers.size(); worker++) {
            ran.clear();
            tasks = submit.get();
            prefix.forEach(this::step);
            boolean moved = step(worker);
            finish(kernels, prefix, worker);
            if (moved) {
                states++;
                List<Integer> longer = new ArrayList<>(prefix);
                longer.add(worker);
                explore(submit, kernels, longer);
            }
        }
    }

    /** Steps a worker; whether anything has changed that anybody could see. */
    private boolean step(int worker) {
        List<Object> before = look();
        workers.get(worker).runOnce();
        return !before.equals(look());
    }

    private List<Object> look() {
        List<Object> seen = new ArrayList<>();
        tasks.forEach(task -> seen.add(task.state()));
        workers.forEach(worker -> seen.add(worker.state()));
        seen.add(ran.size());
        return seen;
    }

    private boolean isAtRest() {
        return tasks.stream().allMatch(task -> task.state().isFinal())
                && workers.stream().noneMatch(worker -> worker.state() == WorkerState.EXECUTING);
    }

    private void finish(int kernels, List<Integer> prefix, int last) {
        for (int round = 0; round < 40 && !isAtRest(); round++) {
            for (int worker = 0; worker < workers.size(); worker++) {
                workers.get(worker).runOnce();
            }
        }
        String course = prefix + " " + last + ": " + ran;
        tasks.forEach(task -> assertEquals(TaskState.DONE, task.state(), task + " after " + course));
        assertEquals(kernels, ran.size(), course);
        assertEquals(kernels, ran.stream().distinct().count(), course);
    }

    @Test
    void shouldRunTeamsOfEachPairOfThreeWorkersInAnyOrderOfSteps() {
        CombinedWorker one = team(0, 1);
        CombinedWorker two = team(1, 2);
        CombinedWorker three = team(0, 2);
        explore(
                () -> List.of(
                        runtime.task(spmd).on(one).submit(),
                        runtime.task(forkJoin).on(two).submit(),
                        runtime.task(spmd).on(three).submit()),
                5,
                List.of());
        assertTrue(states > 300, "states: " + states);
    }

    @Test
    void shouldRunTeamsThatAnyMemberMayLead() {
        explore(
                () -> List.of(
                        runtime.task(spmd).submit(), runtime.task(forkJoin).submit()),
                4,
                List.of());
        assertTrue(states > 1000, "states: " + states);
    }

    @Test
    void shouldRunTeamsOfAllAmongThoseOfPairsInAnyOrderOfSteps() {
        CombinedWorker one = team(0, 1);
        CombinedWorker two = team(1, 2);
        CombinedWorker all = team(0, 1, 2);
        explore(
                () -> List.of(
                        runtime.task(spmd).on(one).submit(),
                        runtime.task(spmd).on(two).submit(),
                        runtime.task(forkJoin).on(all).submit()),
                5,
                List.of());
        assertTrue(states > 100, "states: " + states);
    }

    @Test
    void shouldRunTeamsAndOtherTasksInAnyOrderOfSteps() {
        CombinedWorker pair = team(1, 2);
        explore(
                () -> List.of(
                        runtime.task(forkJoin).on(pair).submit(),
                        runtime.task(alone).on(workers.get(2)).submit(),
                        runtime.task(spmd).submit()),
                5,
                List.of());
        assertTrue(states > 1000, "states: " + states);
    }
}
