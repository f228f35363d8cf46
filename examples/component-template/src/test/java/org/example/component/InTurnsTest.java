package org.example.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.SchedulingComponentContract;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

/** Runs the component through the contract of all components, and tests what it promises beyond that. */
final class InTurnsTest extends SchedulingComponentContract {
    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
    private final List<String> dealt = new ArrayList<>();

    @Override
    protected SchedulingComponentFactory factory() {
        return new InTurnsFactory();
    }

    /** Keeps what it is given, up to a number of tasks. */
    private final class Hand extends SchedulingComponent {
        private final int room;
        private int kept;

        Hand(ComponentContext context, int room) {
            super(context);
            this.room = room;
        }

        @Override
        public boolean push(Task task) {
            if (kept == room) {
                return false;
            }
            kept++;
            dealt.add(this + " " + task.id());
            return true;
        }

        @Override
        public boolean isReservoir() {
            return true;
        }
    }

    /** The component, above one hand for each number of tasks. */
    private SchedulingComponent dealer(Map<String, String> parameters, int... room) {
        FakeComponentContext place = new FakeComponentContext("dealer", parameters, policy, factory()::create);
        List<FakeWorker> workers = new ArrayList<>();
        for (int hand = 0; hand < room.length; hand++) {
            int most = room[hand];
            workers.add(new FakeWorker(hand, Architecture.CPU));
            place.above(new FakeComponentContext(
                            Character.toString('a' + hand), Map.of(), policy, context -> new Hand(context, most))
                    .workers(List.of(workers.getLast())));
        }
        place.workers(workers);
        SchedulingComponent dealer = place.component();
        dealer.changed();
        return dealer;
    }

    private void deal(SchedulingComponent dealer, int tasks) {
        for (int id = 1; id <= tasks; id++) {
            assertTrue(dealer.push(new FakeTask(id, WORK, 0)), "task " + id);
        }
    }

    @Test
    void shouldGiveTasksToItsChildrenInTurns() {
        deal(dealer(Map.of(), 9, 9, 9), 5);
        assertEquals(List.of("a 1", "b 2", "c 3", "a 4", "b 5"), dealt);
    }

    @Test
    void shouldGiveSeveralInARowWhenAsked() {
        deal(dealer(Map.of("run", "2"), 9, 9), 6);
        assertEquals(List.of("a 1", "a 2", "b 3", "b 4", "a 5", "a 6"), dealt);
    }

    @Test
    void shouldPassOverWhoIsFull() {
        deal(dealer(Map.of(), 9, 1, 9), 6);
        assertEquals(List.of("a 1", "b 2", "c 3", "a 4", "c 5", "c 6"), dealt);
    }

    @Test
    void shouldRefuseANumberThatMakesNoSense() {
        assertThrows(IllegalArgumentException.class, () -> dealer(Map.of("run", "0"), 9));
    }
}
