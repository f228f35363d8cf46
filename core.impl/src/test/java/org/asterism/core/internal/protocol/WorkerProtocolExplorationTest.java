package org.asterism.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * {@link WorkerProtocol} in all interleavings of small programs. How many there are is written down, so that a change
 * of the machine or of the programs which makes them fewer is seen; {@code docs/worker-protocol.md} repeats the
 * numbers.
 */
final class WorkerProtocolExplorationTest {
    /** Some workers, and what is done with them. */
    private record Program(int workers, Function<Moves, List<Actor>> actors) {
        Explorer.Explored explore(Mistake mistake) {
            Scene scene = new Scene(workers);
            return Explorer.explore(scene.with(actors.apply(new Moves(scene, mistake))));
        }
    }

    private static final Program WORK_AGAINST_LOCKS = new Program(
            1,
            moves -> List.of(
                    new Actor("worker", moves.look(0), moves.push(0), moves.look(0)),
                    new Actor("thread a", moves.lock(0)),
                    new Actor("thread b", moves.lock(0), moves.tryLock(0))));

    private static final Program WORKERS_LOCK_EACH_OTHER = new Program(
            2,
            moves -> List.of(
                    new Actor("worker 0", moves.look(0, moves.relaxed(0, moves.lock(1))), moves.push(0)),
                    new Actor("worker 1", moves.look(1, moves.relaxed(1, moves.lock(0))), moves.push(1)),
                    new Actor("thread", moves.lock(0))));

    private static final Program NESTED_PUSHES_AGAINST_LOCKS = new Program(
            1,
            moves -> List.of(
                    new Actor(
                            "worker",
                            moves.look(0, moves.push(0)),
                            moves.look(0, moves.relaxed(0, moves.push(0))),
                            moves.push(0)),
                    new Actor("thread a", moves.lock(0), moves.tryLock(0)),
                    new Actor("thread b", moves.lock(0))));

    private static final Program CHANGES_AGAINST_WORK = new Program(
            2,
            moves -> List.of(
                    new Actor("worker 0", moves.look(0), moves.push(0), moves.look(0)),
                    new Actor("worker 1", moves.change(1, 0), moves.look(1)),
                    new Actor("thread a", moves.change(WorkerProtocol.NO_WORKER, 0, 1)),
                    new Actor("thread b", moves.change(WorkerProtocol.NO_WORKER, 0))));

    private static final Program TEAMS = new Program(
            1,
            moves -> List.of(
                    new Actor("worker", moves.serve(0)),
                    new Actor("thread a", moves.team(0), moves.team(0)),
                    new Actor("thread b", moves.team(0))));

    private static final Program TEAMS_OF_TWO = new Program(
            2,
            moves -> List.of(
                    new Actor("worker 0", moves.serve(0)),
                    new Actor("worker 1", moves.serve(1)),
                    new Actor("thread a", moves.team(0, 1)),
                    new Actor("thread b", moves.team(1, 0))));

    private static final Program OBSERVATION_AGAINST_TEAM = new Program(
            1,
            moves -> List.of(
                    new Actor("worker", moves.serve(0)),
                    new Actor("thread a", moves.team(0)),
                    new Actor("thread b", moves.observe(0), moves.observe(0))));

    private static final Program ALL_TOGETHER = new Program(
            2,
            moves -> List.of(
                    new Actor("worker 0", moves.look(0, moves.relaxed(0, moves.observe(1))), moves.serve(0)),
                    new Actor("worker 1", moves.look(1, moves.relaxed(1, moves.lock(0))), moves.serve(1)),
                    new Actor("thread a", moves.team(0)),
                    new Actor("thread b", moves.change(WorkerProtocol.NO_WORKER, 0, 1))));

    private static final Program EVERYBODY_AT_ONE_WORKER = new Program(
            1,
            moves -> List.of(
                    new Actor("worker", moves.look(0, moves.relaxed(0, moves.push(0))), moves.serve(0)),
                    new Actor("thread a", moves.team(0)),
                    new Actor("thread b", moves.observe(0), moves.lock(0)),
                    new Actor("thread c", moves.change(WorkerProtocol.NO_WORKER, 0))));

    private static void assertSound(Program program, int states, String interleavings) {
        Explorer.Explored found = program.explore(Mistake.NONE);
        assertEquals(
                states + " states, " + interleavings + " interleavings",
                String.format(
                        Locale.ROOT,
                        "%d states, %.2e interleavings",
                        found.states(),
                        new BigDecimal(found.interleavings())));
    }

    private static void assertFound(Mistake mistake, Program program, String what) {
        Explorer.Broken broken = assertThrows(Explorer.Broken.class, () -> program.explore(mistake));
        assertTrue(broken.getMessage().startsWith(what), broken.getMessage());
    }

    @Test
    void shouldLetLocksInBetweenTheOperationsOfAWorker() {
        assertSound(WORK_AGAINST_LOCKS, 524, "8.51e+04");
    }

    @Test
    void shouldLetTwoWorkersLockEachOther() {
        assertSound(WORKERS_LOCK_EACH_OTHER, 3_387, "4.32e+11");
    }

    @Test
    void shouldKeepDataExclusiveInNestedOperations() {
        assertSound(NESTED_PUSHES_AGAINST_LOCKS, 985, "1.11e+06");
    }

    @Test
    void shouldChangeContextsBetweenLooks() {
        assertSound(CHANGES_AGAINST_WORK, 46_188, "1.30e+27");
    }

    @Test
    void shouldBlockFromTheFirstCallToTheLastDismissal() {
        assertSound(TEAMS, 2_199, "3.33e+20");
    }

    @Test
    void shouldComeToTwoTeamsWhateverTheOrderOfTheCalls() {
        assertSound(TEAMS_OF_TWO, 89_457, "1.88e+70");
    }

    @Test
    void shouldPutOffATeamUntilTheLookAfterAnObservation() {
        assertSound(OBSERVATION_AGAINST_TEAM, 2_394, "1.48e+11");
    }

    @Test
    void shouldStandEverythingAtOnce() {
        assertSound(ALL_TOGETHER, 455_243, "1.97e+44");
    }

    @Test
    void shouldStandEverythingAtOnceAtOneWorker() {
        assertSound(EVERYBODY_AT_ONE_WORKER, 49_230, "6.34e+18");
    }

    @Test
    void shouldFindAMissingReadByTheLock() {
        assertFound(
                Mistake.DO_NOT_READ_AGAIN, WORK_AGAINST_LOCKS, "the lock is held while the worker's data are its own");
    }

    @Test
    void shouldFindAMissingReadByAChange() {
        assertFound(Mistake.DO_NOT_READ_AGAIN, CHANGES_AGAINST_WORK, "the worker looks for a task during a change");
    }

    @Test
    void shouldFindAMissingReadByATeam() {
        assertFound(Mistake.DO_NOT_READ_AGAIN, TEAMS, "a livelock");
    }

    @Test
    void shouldFindALockThatIsTakenBeforeItIsGranted() {
        assertFound(
                Mistake.DO_NOT_AWAIT_THE_GRANT,
                WORK_AGAINST_LOCKS,
                "the lock is held while the worker's data are its own");
    }

    @Test
    void shouldFindAChangeThatDoesNotAwaitTheLook() {
        assertFound(Mistake.DO_NOT_AWAIT_THE_LOOK, CHANGES_AGAINST_WORK, "the worker looks for a task during a change");
    }

    @Test
    void shouldFindAWorkerThatIsNotWokenAfterAChange() {
        assertFound(Mistake.DO_NOT_WAKE, CHANGES_AGAINST_WORK, "a deadlock");
    }

    @Test
    void shouldFindACallThatAWorkerSleepsOver() {
        assertFound(Mistake.SLEEP_WITHOUT_ANSWER, OBSERVATION_AGAINST_TEAM, "a deadlock");
    }

    @Test
    void shouldFindAnObservationThatLeavesNoTrace() {
        assertFound(
                Mistake.FORGET_THE_TAINT,
                OBSERVATION_AGAINST_TEAM,
                "a call was answered before the look after an observation");
    }

    @Test
    void shouldFindAWorkerThatLetsLocksOvertakeIt() {
        assertFound(
                Mistake.DO_NOT_WANT,
                WORK_AGAINST_LOCKS,
                "the worker waited for its lock, and more than one other was let in before");
    }
}
