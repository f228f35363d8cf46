package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.model.Link;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.driver.sim.internal.SimulationDriver;
import org.asterism.spi.policy.DataPlacement;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A policy and a component ask the real core how fast the links between memory nodes are. */
@Timeout(60)
class LinkQueriesTest {
    private static final Codelet READ = Codelet.named("read")
            .access(Access.R)
            .implementation(Architecture.CUDA, new Implementation() {})
            .cpu(kernel -> {})
            .build();
    private static final int FLOATS = 1 << 20;

    private final List<Object> answers = new CopyOnWriteArrayList<>();

    private void install(Scheduler scheduler, Core core, Function<DataPlacement, List<?>> question) {
        scheduler.install(core, (context, task) -> answers.addAll(question.apply(context.placement())));
    }

    @ParameterizedTest
    @EnumSource
    void shouldPredictCopiesOnThisMachine(Scheduler scheduler) throws InterruptedException {
        NodesDriver driver = new NodesDriver(3, 3, Long.MAX_VALUE, 0, true)
                .expecting("main", "ram-1", 700, 2)
                .expecting("ram-1", "ram-2", 10, 4);
        try (Core core = new Core().driver("nodes", driver)) {
            install(
                    scheduler,
                    core,
                    placement -> List.of(
                            placement.transferNanos(0, 1, 0),
                            placement.transferNanos(0, 1, 1000),
                            placement.transferNanos(1, 2, 1000),
                            placement.link(1, 2).orElseThrow()));
            try (TaskRuntime runtime =
                    core.factory.create(RuntimeConfiguration.defaults().withPolicy(Scheduler.NAME))) {
                runtime.task(READ).data(runtime.data().vector(new long[8])).submit();
                runtime.waitAll();
            }
        }
        Link link = new Link(1, "ram-1", 2, "ram-2", 10, 2.5e8, false, Link.Origin.DRIVER);
        assertEquals(List.of(700L, 2700L, 4010L, link), answers);
    }

    @ParameterizedTest
    @EnumSource
    void shouldPredictCopiesOnADescribedMachine(Scheduler scheduler) throws InterruptedException {
        try (Core core = new Core().driver(Simulation.DRIVER, new SimulationDriver())) {
            install(
                    scheduler,
                    core,
                    placement -> List.of(
                            placement.transferNanos(0, 1, 0),
                            placement.transferNanos(0, 1, FLOATS * 4L),
                            placement.link(0, 1).orElseThrow().latencyNanos(),
                            Math.round(placement.link(0, 1).orElseThrow().bytesPerSecond() / 1e6)));
            try (TaskRuntime runtime = core.factory.create(RuntimeConfiguration.defaults()
                    .withPolicy(Scheduler.NAME)
                    .withSimulation(Simulation.of("laptop")))) {
                DataHandle data = runtime.data().imagined(new VectorLayout(ElementType.FLOAT, FLOATS));
                runtime.task(READ).data(data).submit();
                runtime.waitAll();
            }
        }
        // The machine's link takes 9 us and 11000 MB/s; with one device, bytes count twice.
        long nanos = Math.round(9_000 + 2 * FLOATS * 4L / 11.0);
        assertEquals(List.of(9_000L, nanos, 9_000.0, 11_000L), answers);
    }
}
