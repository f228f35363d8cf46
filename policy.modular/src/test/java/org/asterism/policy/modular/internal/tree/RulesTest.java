package org.asterism.policy.modular.internal.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

final class RulesTest {
    /** What a component says of itself. */
    private enum Says {
        KEEPS,
        IS_BOUNDED,
        PUMPS,
        LETS_NOBODY_PULL,
        CHOOSES,
        HAS_TWO_BRANCHES
    }

    private static final class Part extends SchedulingComponent {
        private final Set<Says> says;

        Part(ComponentContext context, Set<Says> says) {
            super(context);
            this.says = says;
        }

        @Override
        public boolean push(Task task) {
            throw new AssertionError("rules push nothing");
        }

        @Override
        public boolean isReservoir() {
            return says.contains(Says.KEEPS);
        }

        @Override
        public boolean isBounded() {
            return says.contains(Says.IS_BOUNDED);
        }

        @Override
        public boolean isPump() {
            return says.contains(Says.PUMPS);
        }

        @Override
        public boolean letsPull() {
            return !says.contains(Says.LETS_NOBODY_PULL);
        }

        @Override
        public int mostChildren() {
            return says.contains(Says.CHOOSES) ? Integer.MAX_VALUE : says.contains(Says.HAS_TWO_BRANCHES) ? 2 : 1;
        }

        @Override
        public List<String> branches() {
            return says.contains(Says.HAS_TWO_BRANCHES) ? List.of("one", "other") : List.of();
        }
    }

    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
    private final List<Worker> workers = new ArrayList<>();
    private final FakeComponentContext store = part("store", Says.KEEPS, Says.PUMPS);
    private final FakeComponentContext chooser = part("chooser", Says.CHOOSES);
    private final FakeComponentContext first = worker();
    private final FakeComponentContext second = worker();

    private FakeComponentContext part(String name, Says... says) {
        Set<Says> set = EnumSet.noneOf(Says.class);
        set.addAll(Arrays.asList(says));
        return new FakeComponentContext(name, Map.of(), policy, context -> new Part(context, set));
    }

    private FakeComponentContext worker() {
        FakeWorker worker = new FakeWorker(workers.size(), Architecture.CPU);
        workers.add(worker);
        return part(worker.name()).workers(List.of(worker));
    }

    /** Puts each component below the one before. */
    private static FakeComponentContext chain(FakeComponentContext... places) {
        for (int index = 1; index < places.length; index++) {
            places[index - 1].above(places[index]);
        }
        return places[0];
    }

    private List<String> broken(FakeComponentContext root) {
        return Rules.broken(root.component(), new WorkerSet(workers));
    }

    private void expectOne(FakeComponentContext root, String... words) {
        List<String> broken = broken(root);
        assertEquals(1, broken.size(), broken.toString());
        for (String word : words) {
            assertTrue(broken.getFirst().contains(word), () -> "no '" + word + "' in: " + broken.getFirst());
        }
    }

    @Test
    void shouldFindNothingWrongWithAStoreAboveWorkers() {
        assertEquals(List.of(), broken(chain(store, chooser.above(first), second)));
    }

    @Test
    void shouldFindNothingWrongWithBoundedStoresBelowOneWithoutBound() {
        FakeComponentContext small = part("small", Says.KEEPS, Says.IS_BOUNDED, Says.PUMPS);
        FakeComponentContext other = part("other", Says.KEEPS, Says.IS_BOUNDED);
        chain(store, chooser, small, first);
        chain(chooser, other, second);
        assertEquals(List.of(), broken(store));
    }

    @Test
    void shouldFindNothingWrongWithBranchesThatJoin() {
        FakeComponentContext select = part("select", Says.HAS_TWO_BRANCHES, Says.LETS_NOBODY_PULL);
        FakeComponentContext stores = part("stores", Says.CHOOSES);
        FakeComponentContext one = part("one", Says.KEEPS, Says.PUMPS);
        FakeComponentContext other = part("other", Says.KEEPS, Says.PUMPS);
        FakeComponentContext asks = part("asks", Says.CHOOSES, Says.LETS_NOBODY_PULL);
        select.above("one", stores).above("other", asks);
        chain(stores, one, first);
        chain(stores, other, second);
        chain(asks, first);
        chain(asks, second);
        chain(store, select);
        assertEquals(List.of(), broken(store));
    }

    @Test
    void shouldNameTheStoreWithABoundThatNothingWithoutOneIsAbove() {
        FakeComponentContext small = part("small", Says.KEEPS, Says.IS_BOUNDED, Says.PUMPS);
        expectOne(chain(part("passage"), small, store, chooser.above(first), second), "'small'", "bound", "fifo");
    }

    @Test
    void shouldNameWhatLeadsToWorkersWithoutAStoreAbove() {
        expectOne(chain(part("passage"), chooser.above(first), second), "'passage'", "'cpu-0', 'cpu-1'", "fifo");
    }

    @Test
    void shouldNameTheBranchThatLeadsToWorkersWithoutAStoreAbove() {
        FakeComponentContext select = part("select", Says.HAS_TWO_BRANCHES, Says.LETS_NOBODY_PULL);
        FakeComponentContext asks = part("asks", Says.CHOOSES, Says.LETS_NOBODY_PULL);
        chooser.above(first).above(second);
        select.above("one", store.above(chooser))
                .above("other", asks.above(first).above(second));
        expectOne(select, "'asks'", "'cpu-0', 'cpu-1'");
    }

    @Test
    void shouldRefuseATreeThatIsNothingButAWorker() {
        workers.removeLast();
        expectOne(first, "'cpu-0'", "fifo");
    }

    @Test
    void shouldNameWhoHasMoreChildrenThanItCan() {
        chooser.above(first).above(second);
        FakeComponentContext third = worker();
        expectOne(chain(store.above(chooser), third), "'store'", "2 components", "one child", "'chooser', 'cpu-2'");
    }

    @Test
    void shouldAskForSomebodyWhoChooses() {
        FakeComponentContext select = part("select", Says.HAS_TWO_BRANCHES);
        select.above("one", first).above("other", second);
        List<String> broken = broken(chain(store, select));
        assertTrue(broken.getFirst().contains("chooses between the 2 workers"), broken.toString());
    }

    @Test
    void shouldNameTheWorkerThatNoWayLeadsTo() {
        expectOne(chain(store, chooser, first), "'cpu-1'", "'store'", "each worker:");
    }

    @Test
    void shouldNameTheWayThatEndsWithoutWorkers() {
        expectOne(chain(store, chooser.above(first).above(part("end")), second), "'end'", "no worker");
    }

    @Test
    void shouldNameTheBranchThatDoesNotLeadToAllWorkers() {
        FakeComponentContext select = part("select", Says.HAS_TWO_BRANCHES);
        chooser.above(first).above(second);
        select.above("one", chooser).above("other", first);
        expectOne(chain(store, select), "'other'", "'select'", "cpu-1");
    }

    @Test
    void shouldNameTheStoreThatPushesNothingToAStoreBelow() {
        FakeComponentContext still = part("still", Says.KEEPS);
        FakeComponentContext lower = part("lower", Says.KEEPS, Says.PUMPS);
        FakeComponentContext passage = part("passage");
        chain(chooser, first);
        chain(chooser, second);
        expectOne(chain(still, passage, lower, chooser), "'still'", "'lower' keeps tasks itself");
    }

    @Test
    void shouldNameTheStoreThatPushesNothingToWhomNobodyMayPullFrom() {
        FakeComponentContext still = part("still", Says.KEEPS);
        FakeComponentContext select = part("select", Says.CHOOSES, Says.LETS_NOBODY_PULL);
        expectOne(chain(still, select.above(first), second), "'still'", "'select' allows no pulling");
    }

    @Test
    void shouldNameTheStoreThatNothingComesOutOf() {
        FakeComponentContext pit = part("pit", Says.KEEPS, Says.LETS_NOBODY_PULL);
        workers.removeLast();
        expectOne(chain(store, pit, first), "'pit'", "for ever");
    }

    @Test
    void shouldNameWhoHasWorkersPullThatNothingLetsPull() {
        FakeComponentContext select = part("select", Says.LETS_NOBODY_PULL);
        expectOne(
                chain(store, select, chooser.above(first), second),
                "'chooser'",
                "'select'",
                "prio(ntasks=30)",
                "eager");
    }

    @Test
    void shouldNameTheWayThatGoesRoundInACircle() {
        FakeComponentContext passage = part("passage");
        chain(store, passage, chooser.above(first), second);
        chain(chooser, passage);
        expectOne(store, "'passage'", "passage / chooser / passage");
    }

    @Test
    void shouldTellAllThatIsWrong() {
        FakeComponentContext still = part("still", Says.KEEPS, Says.IS_BOUNDED);
        FakeComponentContext lower = part("lower", Says.KEEPS, Says.PUMPS);
        List<String> broken = broken(chain(still, lower, first));
        assertEquals(3, broken.size(), broken.toString());
    }
}
