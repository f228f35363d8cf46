package org.asterism.core.internal.task;

import static org.asterism.api.Access.COMMUTE;
import static org.asterism.api.Access.R;
import static org.asterism.api.Access.REDUX;
import static org.asterism.api.Access.RW;
import static org.asterism.api.Access.SCRATCH;
import static org.asterism.api.Access.W;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.testing.ReadyList;
import org.asterism.core.internal.use.Registry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ArbiterTest {
    private final ReadyList list = new ReadyList(true);
    private final Registry registry = list.registry();
    private final DataHandle a = ReadyList.token(registry);
    private final DataHandle b = registry.token();
    private final DataHandle c = registry.token();
    private final DataHandle d = registry.token();

    private static TurnQueue queue(DataHandle data, List<Job> users) {
        return TurnQueue.of((Handle) data, users);
    }

    private Job commuting(DataHandle... handles) {
        Job job = list.task();
        for (DataHandle handle : handles) {
            job.access(handle, COMMUTE);
        }
        job.submit();
        return job;
    }

    @Test
    void shouldRunCommutingTasksOneAtATimeInTheOrderInWhichTheyBecomeReady() {
        Job first = commuting(a);
        Job held = list.task();
        Job second = list.task();
        second.access(a, COMMUTE).after(held).submit();
        Job third = commuting(a);
        assertEquals(Set.of(first), list.ready());
        held.submit();
        list.end(held);
        list.end(first);
        assertEquals(Set.of(third), list.ready());
        list.end(third);
        assertEquals(Set.of(second), list.ready());
    }

    @Test
    void shouldHoldBackWhatComesAfterCommutingTasksUntilAllHaveEnded() {
        Job first = commuting(a);
        Job second = commuting(a);
        Job reader = list.submit(a, R);
        list.end(first);
        assertEquals(Set.of(second), list.ready());
        list.end(second);
        assertEquals(Set.of(reader), list.ready());
    }

    @Test
    void shouldGiveAllTurnsOrNone() {
        Job low = commuting(a, b);
        Job middle = commuting(b, c);
        Job high = commuting(d, c);
        assertEquals(Set.of(low, high), list.ready(), "the one in the middle waits, and takes nothing meanwhile");
        list.end(low);
        assertEquals(Set.of(high), list.ready());
        list.end(high);
        assertEquals(Set.of(middle), list.ready());
    }

    @Test
    void shouldLetReadersOfArbitratedDataRunTogetherAndAWriterAlone() {
        a.sequentialConsistency(false);
        Job writer = list.submit(a, W);
        Job one = list.submit(a, R);
        Job two = list.submit(a, R);
        Job changer = list.submit(a, RW);
        assertEquals(Set.of(writer), list.ready());
        list.end(writer);
        assertEquals(Set.of(one, two), list.ready());
        list.end(two);
        assertEquals(Set.of(one), list.ready());
        list.end(one);
        assertEquals(Set.of(changer), list.ready());
    }

    @Test
    void shouldNotLetReadersPassAWriterThatWaits() {
        a.sequentialConsistency(false);
        Job reader = list.submit(a, R);
        Job writer = list.submit(a, RW);
        Job late = list.submit(a, R);
        assertEquals(Set.of(reader), list.ready());
        list.end(reader);
        assertEquals(Set.of(writer), list.ready());
        list.end(writer);
        assertEquals(Set.of(late), list.ready());
    }

    @Test
    void shouldLetContributorsToAReductionHaveTheirTurnTogether() {
        a.arbitrated();
        Job one = list.submit(a, REDUX);
        Job two = list.submit(a, REDUX);
        Job scratch = list.submit(a, SCRATCH);
        assertEquals(Set.of(one, two, scratch), list.ready());
    }

    @Test
    void shouldKeepTheOrderOfSubmissionOnArbitratedDataUnlessATaskGivesItUp() {
        a.arbitrated();
        Job held = list.task();
        Job writer = list.task();
        writer.access(a, RW).after(held).submit();
        Job ordered = list.submit(a, RW);
        Job free = list.task();
        free.access(a, RW).unordered(a).submit();
        assertEquals(Set.of(free), list.ready());
        held.submit();
        list.end(held);
        assertEquals(Set.of(free), list.ready(), "the order does not matter, but they must not overlap");
        list.end(free);
        assertEquals(Set.of(writer), list.ready());
        list.end(writer);
        assertEquals(Set.of(ordered), list.ready());
    }

    @Test
    void shouldRefuseToGiveUpTheOrderOnDataThatAreNotArbitrated() {
        Job whole = list.task();
        whole.access(a, R).sequentialConsistency(false);
        Job part = list.task();
        part.access(b, R).access(a, RW).unordered(a);
        for (Job wrong : List.of(whole, part)) {
            IllegalStateException refused = assertThrows(IllegalStateException.class, wrong::submit);
            assertTrue(refused.getMessage().contains(wrong + " gives up its order on " + a.name()));
            assertTrue(refused.getMessage().contains("call arbitrated()"), refused.getMessage());
        }
        Job next = list.submit(b, RW);
        assertEquals(Set.of(next), list.ready(), "the refused tasks have taken no place");
    }

    @Test
    void shouldRefuseToChangeHowTasksTakeTurnsWhileThereAreAny() {
        Job user = list.submit(a, R);
        IllegalStateException refused = assertThrows(IllegalStateException.class, a::arbitrated);
        assertTrue(refused.getMessage().contains(user + " on " + a.name()), refused.getMessage());
        assertThrows(IllegalStateException.class, () -> a.sequentialConsistency(false));
        a.sequentialConsistency(true); // as it is
        list.end(user);
        a.sequentialConsistency(false);
        Job free = list.submit(a, R);
        a.arbitrated(); // as it is
        assertThrows(IllegalStateException.class, () -> a.sequentialConsistency(true), "it has no place, but runs");
        list.end(free);
        a.sequentialConsistency(true);
    }

    @Test
    void shouldTakeOneTurnForDataThatATaskNamesTwice() {
        a.arbitrated();
        Job twice = list.task();
        twice.access(a, R).access(a, W).submit();
        Job next = list.submit(a, R);
        assertEquals(Set.of(twice), list.ready());
        list.end(twice);
        assertEquals(Set.of(next), list.ready());
    }

    @Test
    void shouldServeThoseBehindATaskThatLeaves() {
        a.sequentialConsistency(false);
        Job reader = list.submit(a, R);
        Job writer = list.submit(a, RW);
        Job late = list.submit(a, R);
        assertEquals(Set.of(reader), list.ready());
        assertTrue(Arbiter.leave(writer));
        assertFalse(Arbiter.leave(writer));
        assertFalse(Arbiter.leave(reader));
        assertEquals(Set.of(reader, late), list.ready());
    }

    @Test
    void shouldNotSendATaskFromQueueToQueueForEver() {
        Job holder = commuting(a);
        Job patient = commuting(a, b);
        boolean takesA = true;
        int rounds = 0;
        while (!list.ready().contains(patient)) {
            takesA = !takesA;
            Job next = commuting(takesA ? a : b); // what the patient one does not wait for is free
            list.end(holder);
            holder = next;
            rounds++;
            assertTrue(rounds < 100, "passed " + rounds + " times");
        }
        assertTrue(rounds >= Waiter.PATIENCE, "it was patient for " + rounds + " rounds only");
    }

    @Test
    void shouldSayWhichTasksWaitForWhichData() {
        commuting(a, b);
        Job waits = commuting(b, c);
        Job behind = commuting(b);
        Job holder = list.ready().iterator().next();
        TurnQueue queue = queue(b, List.of(holder, waits));
        List<GraphNode> found = new ArrayList<>();
        queue.forEachNext(found::add);
        assertEquals(List.of(waits, behind), found);
        assertEquals(List.of(holder), queue.inTheWay());
        assertEquals("its turn on " + b.name(), queue.toString());
        assertNull(queue(a, List.of(holder)), "nobody waits there");
        assertNull(queue(c, List.of()), "it waits where it was kept out first");
    }

    @Test
    void shouldNeverLetExclusiveTasksOverlapNorLoseOne() {
        for (int round = 0; round < 300; round++) {
            long seed = System.nanoTime();
            try {
                new RandomTurns(new Random(seed)).run();
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("seed " + seed, wrong);
            }
        }
    }

    /** Random tasks on random data that take turns; ended, and called off while they wait, at random. */
    private static final class RandomTurns {
        private final Random random;
        private final ReadyList list = new ReadyList(true);
        private final List<DataHandle> handles = new ArrayList<>();
        private final Map<Job, Map<DataHandle, Access>> turns = new LinkedHashMap<>();
        private final List<Job> left = new ArrayList<>();

        RandomTurns(Random random) {
            this.random = random;
            Registry registry = list.registry();
            for (int index = 2 + random.nextInt(4); index > 0; index--) {
                handles.add(ReadyList.token(registry).sequentialConsistency(false));
            }
        }

        void run() {
            for (int step = 0; step < 300 || !list.ready().isEmpty(); step++) {
                int choice = random.nextInt(8);
                if (step < 300 && choice < 4) {
                    submit();
                } else if (step < 300 && choice == 4 && !turns.isEmpty()) {
                    Job job = turns.keySet().stream()
                            .skip(random.nextInt(turns.size()))
                            .findFirst()
                            .orElseThrow();
                    if (Arbiter.leave(job)) {
                        left.add(job);
                        assertFalse(list.ready().contains(job));
                    }
                } else if (!list.ready().isEmpty()) {
                    List<Job> ready = List.copyOf(list.ready());
                    list.end(ready.get(random.nextInt(ready.size())));
                }
                check();
            }
            for (Job job : turns.keySet()) {
                assertTrue(left.contains(job) || job.state() == TaskState.DONE, job + " was lost: " + job.state());
            }
        }

        private void submit() {
            Job job = list.task();
            Map<DataHandle, Access> modes = new HashMap<>();
            for (DataHandle handle : handles) {
                if (random.nextInt(handles.size()) < 2) {
                    Access mode = List.of(R, R, W, RW, COMMUTE, REDUX).get(random.nextInt(6));
                    modes.put(handle, mode);
                    job.access(handle, mode);
                }
            }
            turns.put(job, modes);
            job.submit();
        }

        private void check() {
            for (DataHandle handle : handles) {
                List<Access> holders = list.ready().stream()
                        .map(job -> turns.get(job).get(handle))
                        .filter(mode -> mode != null)
                        .toList();
                boolean together = holders.stream().distinct().count() <= 1
                        && (holders.size() <= 1 || holders.getFirst() == R || holders.getFirst() == REDUX);
                assertTrue(together, handle.name() + " is used by " + holders);
            }
        }
    }
}
