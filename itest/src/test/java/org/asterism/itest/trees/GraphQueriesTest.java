package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.spi.policy.GraphSnapshot;
import org.asterism.spi.policy.PolicyContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A policy and a component ask the real core how deep the graph is behind a task, and how many tasks depend on it. */
@Timeout(60)
class GraphQueriesTest {
    private static final Codelet WORK =
            Codelet.named("work").access().cpu(kernel -> {}).build();
    private static final Codelet FORK =
            Codelet.named("fork").access().cpu(kernel -> {}).build();

    private final List<Integer> answers = new CopyOnWriteArrayList<>();

    private void ask(PolicyContext context, Task task) {
        if (task.codelet() == FORK) {
            GraphSnapshot graph = GraphSnapshot.of(context.graph(), List.of(task));
            answers.add(graph.size());
            answers.add(graph.depths()[0]);
            answers.add(graph.descendants(context.seed())[0]);
        }
    }

    /**
     * The fork becomes ready when everything has been submitted; behind it a row of two tasks and a single one meet in
     * a last one.
     */
    private void run(Scheduler scheduler, Core core, RuntimeConfiguration configuration) throws InterruptedException {
        scheduler.install(core, this::ask);
        try (TaskRuntime runtime = core.factory.create(configuration.withPolicy(Scheduler.NAME))) {
            runtime.pause();
            Task before = runtime.task(WORK).submit();
            Task fork = runtime.task(FORK).after(before).submit();
            Task first = runtime.task(WORK).after(fork).submit();
            Task second = runtime.task(WORK).after(first).submit();
            Task single = runtime.task(WORK).after(fork).submit();
            runtime.task(WORK).after(second, single).submit();
            runtime.resume();
            runtime.waitAll();
        }
        assertEquals(List.of(5, 3, 4), answers);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRankTasksOnThisMachine(Scheduler scheduler) throws InterruptedException {
        try (Core core = new Core().workers(2, Architecture.CPU)) {
            run(scheduler, core, RuntimeConfiguration.defaults());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRankTasksOnADescribedMachine(Scheduler scheduler) throws InterruptedException {
        try (Core core = new Core().driver(Simulation.DRIVER, new SimulationDriver())) {
            run(scheduler, core, RuntimeConfiguration.defaults().withSimulation(Simulation.of("laptop")));
        }
    }
}
