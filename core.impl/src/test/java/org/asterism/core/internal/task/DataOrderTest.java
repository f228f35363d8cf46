package org.asterism.core.internal.task;

import static org.asterism.api.Access.COMMUTE;
import static org.asterism.api.Access.R;
import static org.asterism.api.Access.REDUX;
import static org.asterism.api.Access.RW;
import static org.asterism.api.Access.SCRATCH;
import static org.asterism.api.Access.W;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class DataOrderTest {
    private final ReadyList list = new ReadyList(false);
    private final Registry registry = list.registry();
    private final Handle token = ReadyList.token(registry);

    @ParameterizedTest
    @EnumSource(names = {"R", "COMMUTE", "REDUX"})
    void shouldLetAGroupWaitForWhatWasBeforeItAndHoldBackWhatComesAfter(Access shared) {
        Job before = list.submit(token, RW);
        Job one = list.submit(token, shared);
        Job two = list.submit(token, shared);
        Job after = list.submit(token, RW);
        assertEquals(Set.of(before), list.ready());
        list.end(before);
        assertEquals(Set.of(one, two), list.ready());
        list.end(two);
        assertEquals(Set.of(one), list.ready());
        list.end(one);
        assertEquals(Set.of(after), list.ready());
    }

    @Test
    void shouldLeaveNoObstacleBehindWhenADependencyCannotBeMade() {
        Job job = list.task();
        // Stands for an edge for which there is no memory.
        assertThrows(NullPointerException.class, () -> Successors.addPredecessor(job, (Round) null));
        job.submit();
        assertEquals(Set.of(job), list.ready());
    }

    @Test
    void shouldWaitOnceForATaskThatUsesSeveralOfTheSameData() {
        Handle other = ReadyList.token(registry);
        Job before = list.task();
        before.access(token, RW).access(other, RW).submit();
        Job after = list.task();
        after.access(token, RW).access(other, R).submit();
        Job last = list.submit(token, RW);
        List<Successor> waiting = new ArrayList<>();
        Successors.forEach(before, waiting::add);
        assertEquals(List.of(after), waiting);
        assertEquals(Set.of(before), list.ready());
        list.end(before);
        assertEquals(Set.of(after), list.ready());
        list.end(after);
        assertEquals(Set.of(last), list.ready());
    }

    @Test
    void shouldKeepGroupsOfDifferentModesApart() {
        List<Access> modes = List.of(R, COMMUTE, REDUX, R, REDUX, COMMUTE);
        List<Set<Job>> groups = new ArrayList<>();
        for (Access mode : modes) {
            groups.add(Set.of(list.submit(token, mode), list.submit(token, mode), list.submit(token, mode)));
        }
        for (Set<Job> group : groups) {
            assertEquals(group, list.ready());
            List.copyOf(list.ready()).forEach(list::end);
        }
        assertEquals(Set.of(), list.ready());
    }

    @Test
    void shouldLetWorkInScratchMemoryWaitForNobody() {
        Job writer = list.submit(token, RW);
        Job scratch = list.submit(token, SCRATCH);
        Job next = list.submit(token, RW);
        assertEquals(Set.of(writer, scratch), list.ready());
        list.end(writer);
        assertEquals(Set.of(scratch, next), list.ready());
    }

    @Test
    void shouldTreatReadingAndCommutingTheSameDataAsChangingThem() {
        Job one = list.task();
        one.access(token, R).access(token, COMMUTE).submit();
        Job two = list.submit(token, COMMUTE);
        assertEquals(Set.of(one), list.ready());
        list.end(one);
        assertEquals(Set.of(two), list.ready());
    }

    @ParameterizedTest
    @EnumSource(names = {"R", "W", "RW", "COMMUTE"})
    void shouldRefuseScratchOrReductionOfDataThatTheTaskUsesOtherwise(Access other) {
        Job before = list.submit(token, RW);
        DataHandle second = ReadyList.token(registry);
        for (Access apart : List.of(SCRATCH, REDUX)) {
            Job wrong = list.task();
            wrong.access(second, RW).access(token, other).access(token, apart);
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, wrong::submit);
            assertTrue(refused.getMessage().contains(wrong + " names " + token.name()), refused.getMessage());
        }
        // It has taken no place: nobody waits for it.
        Job next = list.submit(second, RW);
        assertEquals(Set.of(before, next), list.ready());
    }

    @Test
    void shouldPutOneJoinBetweenLargeGroups() {
        int size = 1000;
        for (int task = 0; task < size; task++) {
            list.submit(token, COMMUTE);
        }
        List<Job> commuting = List.copyOf(list.ready());
        for (int task = 0; task < size; task++) {
            list.submit(token, R);
        }
        int[] dependencies = new int[1];
        for (Job job : commuting) {
            Successors.forEach(job, successor -> dependencies[0]++);
        }
        assertTrue(dependencies[0] <= 2 * size, dependencies[0] + " dependencies");
        commuting.forEach(list::end);
        assertEquals(size, list.ready().size());
    }

    @Test
    void shouldNeedNoJoinBeforeASingleTask() {
        List<Job> readers = new ArrayList<>();
        for (int task = 0; task < 10; task++) {
            readers.add(list.submit(token, R));
        }
        Job writer = list.submit(token, RW);
        for (Job reader : readers) {
            Successors.forEach(reader, successor -> assertEquals(writer, successor));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"R", "COMMUTE", "REDUX"})
    void shouldForgetMembersOfAGroupThatHaveEnded(Access shared) {
        for (int task = 0; task < 10_000; task++) {
            list.end(list.submit(token, shared));
        }
        int members = AccessOrder.of(token).memberCount();
        assertTrue(members < 10, "members kept: " + members);
    }

    /**
     * Compares with the definition: a task is ready when all have ended that were submitted before and are in its way.
     */
    @Test
    void shouldOrderRandomAccessesAsTheDefinitionSays() {
        for (int round = 0; round < 300; round++) {
            long seed = System.nanoTime();
            try {
                checkRandomAccesses(new Random(seed));
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("seed " + seed, wrong);
            }
        }
    }

    private static void checkRandomAccesses(Random random) {
        ReadyList list = new ReadyList(false);
        Registry registry = list.registry();
        DataHandle[] handles = new DataHandle[1 + random.nextInt(3)];
        for (int index = 0; index < handles.length; index++) {
            handles[index] = ReadyList.token(registry);
        }
        List<Job> jobs = new ArrayList<>();
        List<Access[]> modes = new ArrayList<>();
        Set<Job> ended = new LinkedHashSet<>();
        Access[] all = Access.values();
        int runs = 0;
        Access mode = R;
        for (int step = 0; step < 200 || !list.ready().isEmpty(); step++) {
            if (step < 200 && random.nextInt(3) > 0) {
                if (runs-- == 0) {
                    runs = random.nextInt(6);
                    mode = all[random.nextInt(all.length)];
                }
                Access[] own = new Access[handles.length];
                Job job = list.task();
                for (int index = 0; index < handles.length; index++) {
                    if (random.nextInt(handles.length) == 0) {
                        own[index] = random.nextInt(5) == 0 ? all[random.nextInt(all.length)] : mode;
                        job.access(handles[index], own[index]);
                    }
                }
                job.submit();
                jobs.add(job);
                modes.add(own);
            } else if (!list.ready().isEmpty()) {
                List<Job> ready = List.copyOf(list.ready());
                Job job = ready.get(random.nextInt(ready.size()));
                list.end(job);
                ended.add(job);
            }
            assertEquals(expectedReady(jobs, modes, ended), Set.copyOf(list.ready()));
        }
        assertEquals(jobs.size(), ended.size());
        jobs.forEach(job -> assertEquals(TaskState.DONE, job.state()));
    }

    private static Set<Job> expectedReady(List<Job> jobs, List<Access[]> modes, Set<Job> ended) {
        Set<Job> ready = new LinkedHashSet<>();
        for (int late = 0; late < jobs.size(); late++) {
            boolean free = !ended.contains(jobs.get(late));
            for (int early = 0; early < late && free; early++) {
                free = ended.contains(jobs.get(early)) || !isInTheWay(modes.get(early), modes.get(late));
            }
            if (free) {
                ready.add(jobs.get(late));
            }
        }
        return ready;
    }

    private static boolean isInTheWay(Access[] early, Access[] late) {
        for (int index = 0; index < early.length; index++) {
            Access one = early[index];
            Access other = late[index];
            boolean apart = one == null || other == null || one == SCRATCH || other == SCRATCH;
            if (!apart && (one != other || one == W || one == RW)) {
                return true;
            }
        }
        return false;
    }
}
