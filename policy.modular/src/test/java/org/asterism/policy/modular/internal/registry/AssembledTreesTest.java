package org.asterism.policy.modular.internal.registry;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class AssembledTreesTest {
    private static final TreeDescription TREE =
            parse("store(late=3) / chooser / each worker: store#below(most=1, sorted)");

    private final TreeMaker maker = new AssembledTrees(new NearGroups());
    private final Map<String, ComponentPlugin> kinds = new HashMap<>();

    AssembledTreesTest() {
        add("store", "storage", 1, "most (0): how many", "sorted", "late (no)");
        add("chooser", "resource mapping", Integer.MAX_VALUE);
    }

    private void add(String name, String family, int mostChildren, String... parameters) {
        kinds.put(
                name,
                new ComponentPlugin(
                        name,
                        family,
                        "",
                        List.of(parameters),
                        "test",
                        0,
                        1,
                        context -> new Idle(context, mostChildren)));
    }

    private static final class Idle extends SchedulingComponent {
        private final int mostChildren;
        private final int most;

        Idle(ComponentContext context, int mostChildren) {
            super(context);
            this.mostChildren = mostChildren;
            most = context.parameters().integer("most", 0, 0, 10);
            if (most > 9) {
                throw new IllegalStateException("overfull");
            }
        }

        @Override
        public boolean push(Task task) {
            return false;
        }

        @Override
        public boolean isReservoir() {
            return mostChildren == 1;
        }

        @Override
        public boolean isBounded() {
            return most > 0;
        }

        @Override
        public boolean isPump() {
            return isReservoir();
        }

        @Override
        public int mostChildren() {
            return mostChildren;
        }
    }

    private static List<Worker> workers() {
        return List.of(new FakeWorker(0, Architecture.CPU), new FakeWorker(1, Architecture.CPU));
    }

    private List<String> faults(String description, String... property) {
        return maker.faults(
                "mine",
                parse(description),
                kinds,
                new FakePolicyContext(
                        property.length == 0 ? Map.of() : Map.of(property[0], property[1]), new VirtualClock()),
                workers());
    }

    @Test
    void shouldSayWhatAPolicyCanBeToldWithTheValuesOfItsTreeAsDefaults() {
        assertEquals(
                List.of(
                        "store.most (0): how many",
                        "store.sorted",
                        "store.late (3)",
                        "below.most (1): how many",
                        "below.sorted (true)",
                        "below.late (no)",
                        "worker.prefetch (false): whether data of a task are fetched as soon as it is pushed to the "
                                + "worker"),
                maker.parameters(TREE, kinds));
    }

    @Test
    void shouldRefuseATreeThatIsWrongWhateverTheWorkers() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> maker.parameters(parse("store(height=3) / chooser"), kinds));
        assertTrue(refused.getMessage().contains("'height'"), refused.getMessage());
    }

    @Test
    void shouldSayWhatIsWrongWithATreeForSomeWorkers() {
        assertEquals(List.of(), faults(written(TREE)));
        assertEquals(1, faults("store / chooser", "store.most", "9").size(), "the root would be bounded");
        List<String> several = faults("store");
        assertTrue(several.size() > 1 && several.getFirst().contains("one child"), several.toString());
        assertEquals(1, faults("store / chooser", "chooser.colour", "9").size());
        assertEquals(List.of("java.lang.IllegalStateException: overfull"), faults("store(most=10) / chooser"));
    }
}
