package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.api.data.VectorView;
import org.asterism.policy.graph.internal.GraphPolicyFactory;
import org.asterism.policy.heteroprio.internal.HeteroprioPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The real core with the policies that look ahead, and data that two plans cut in turn: many ways lead from each task
 * to the last one.
 */
@Timeout(120)
class TasksBehindManyPlacesTest {
    private static final int ROUNDS = 200;
    private static final Codelet ADD_ONE = Codelet.named("add one")
            .access(Access.RW)
            .cpu(kernel -> {
                VectorView vector = kernel.view(0, VectorView.class);
                vector.setLong(0, vector.getLong(0) + 1);
            })
            .build();

    private static SchedulingPolicyFactory factory(String name) {
        return name.equals("graph") ? new GraphPolicyFactory() : new HeteroprioPolicyFactory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heteroprio", "graph"})
    void shouldRunTasksOnTwoPlansInTurn(String name) throws InterruptedException {
        try (Core core = new Core().workers(2, Architecture.CPU)) {
            core.policy(name, factory(name));
            try (TaskRuntime runtime = core.factory.create(RuntimeConfiguration.defaults())) {
                long[] array = new long[64];
                DataHandle vector = runtime.data().vector(array);
                Partition quarters = vector.plan(Filters.blocks(4));
                Partition halves = vector.plan(Filters.blocks(2));
                runtime.pause();
                for (int round = 0; round < ROUNDS; round++) {
                    runtime.task(ADD_ONE).data(quarters.child(0)).submit();
                    runtime.task(ADD_ONE).data(halves.child(0)).submit();
                }
                runtime.defaultContext().usePolicy(name);
                runtime.resume();
                assertTrue(runtime.waitAll(Duration.ofSeconds(60)), "all tasks end in time");
                assertEquals(Optional.of(name), runtime.defaultContext().policy());
                vector.close();
                assertEquals(2L * ROUNDS, Arrays.stream(array).sum());
            }
        }
    }
}
