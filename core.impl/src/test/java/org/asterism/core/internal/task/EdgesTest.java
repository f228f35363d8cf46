package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.task.Edges.Kind;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists of successors: what is in them, in which order, and in which order tasks are released. */
@Timeout(60)
class EdgesTest {
    private static final int MOST = 20;

    private record Dependency(Successor successor, Kind kind) {}

    private static List<Dependency> of(Object list) {
        List<Dependency> all = new ArrayList<>();
        for (Object rest = Edges.inOrder(list); rest != null; rest = Edges.before(rest)) {
            for (int index = 0; index < Edges.size(rest); index++) {
                all.add(new Dependency(Edges.get(rest, index), Edges.kind(rest, index)));
            }
        }
        return all;
    }

    @Test
    void shouldKeepWhatWasAddedInItsOrderWhereverANodeEnds() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Object list = null;
        List<Dependency> expected = new ArrayList<>();
        for (int count = 0; count <= MOST; count++) {
            assertEquals(expected, of(list), "seed " + seed);
            Dependency more = new Dependency(new TagJoin(null, null), Kind.values()[random.nextInt(3)]);
            list = Edges.longer(list, more.successor, more.kind);
            expected.add(more);
        }
    }

    @Test
    void shouldNotWrapASingleSuccessorThatWaitsForTheOrder() {
        Successor alone = new TagJoin(null, null);
        assertSame(alone, Edges.longer(null, alone, Kind.ORDER));
        assertEquals(List.of(new Dependency(alone, Kind.ORDER)), of(alone));
        assertNull(Edges.inOrder(null));
    }

    @Test
    void shouldReleaseTasksInTheOrderInWhichTheyWereMadeToWait() throws InterruptedException {
        Codelet work = Codelet.named("work")
                .access()
                .cpu(kernel -> kernel.argument(Runnable.class).run())
                .build();
        for (int number = 1; number <= MOST; number++) {
            List<Integer> ran = new ArrayList<>(); // one worker
            List<Integer> expected = new ArrayList<>();
            try (Laboratory laboratory = Laboratory.withWorkers(1);
                    TaskRuntime runtime = laboratory.runtime()) {
                var first = runtime.task(work).argument((Runnable) () -> {});
                for (int index = 0; index < number; index++) {
                    int which = index;
                    expected.add(which);
                    runtime.task(work)
                            .argument((Runnable) () -> ran.add(which))
                            .after(first)
                            .submit();
                }
                first.submit();
                runtime.waitAll();
            }
            assertEquals(expected, ran);
        }
    }
}
