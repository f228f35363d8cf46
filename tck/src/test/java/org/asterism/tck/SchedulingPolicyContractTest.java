package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The contract must let a correct policy pass, and find every defect that we could think of. */
final class SchedulingPolicyContractTest {
    private static final int TESTS = 25;

    /** What the contract is run on; it makes instances itself, so the defect comes by this way. */
    private static volatile Defect defect = Defect.NONE;

    static final class OnToyPolicy extends SchedulingPolicyContract {
        @Override
        protected SchedulingPolicyFactory factory() {
            return ToyPolicy.factory(defect);
        }

        @Override
        protected List<String> declarations() {
            return List.of(ToyPolicy.PREFETCH, ToyPolicy.LIMIT);
        }

        @Override
        protected PolicyOrder order() {
            return PolicyOrder.FIFO;
        }

        @Override
        protected Duration patience() {
            return defect == Defect.NONE ? super.patience() : Duration.ofSeconds(1);
        }

        @Override
        protected int concurrentTasks() {
            // Enough for each defect to show; the queue of a toy that wakes nobody becomes long, and it walks along it.
            return defect == Defect.NONE || defect == Defect.HAS_NO_LOCK ? super.concurrentTasks() : 10_000;
        }
    }

    @Test
    void shouldPassACorrectPolicy() {
        Set<String> failed = failedTests(Defect.NONE);
        assertEquals(Set.of(), failed);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void shouldFindADefect(Defect wrong) {
        Set<String> failed = failedTests(wrong);
        Set<String> expected = switch (wrong) {
            case NONE -> Set.of();
            case LOSES_EVERY_HUNDREDTH, DUPLICATES_EVERY_HUNDREDTH ->
                Set.of(
                        "shouldGiveEveryTaskExactlyOnceToAWorkerThatCanExecuteIt",
                        "shouldDrainInTheOrderOfPushesAndGoOn",
                        "shouldLoseAndDuplicateNothingWhenManyThreadsUseIt",
                        "shouldLoseAndDuplicateNothingWhenItIsSwappedUnderLoad");
            case IGNORES_ARCHITECTURE -> Set.of("shouldGiveEveryTaskExactlyOnceToAWorkerThatCanExecuteIt");
            case STOPS_AT_A_TASK_FOR_OTHERS -> Set.of("shouldNotLetATaskOfAnotherArchitectureBlockTheOnesBehindIt");
            case IGNORES_THE_PROGRAMS_ARCHITECTURES -> Set.of("shouldKeepATaskToTheArchitecturesThatItsProgramNames");
            case IGNORES_RESTRICTIONS -> Set.of("shouldGiveARestrictedTaskOnlyToAWorkerThatCanExecuteIt");
            case STOPS_AT_A_RESTRICTED_TASK_FOR_OTHERS -> Set.of("shouldNotLetARestrictedTaskBlockTheOnesBehindIt");
            case ASKS_ABOUT_RESTRICTIONS_WHEN_PUSHED ->
                Set.of("shouldAskAgainWhoCanExecuteARestrictedTaskWhenItHandsItOut");
            case NEVER_WAKES ->
                Set.of(
                        "shouldWakeASleepingWorkerOnceItsTaskCanBePopped",
                        "shouldWakeAnotherWorkerForEveryTaskWhileWorkersSleep",
                        "shouldLetNoTaskWaitWhileWorkersThatCanExecuteItSleep");
            case WAKES_TOO_EARLY -> Set.of("shouldWakeASleepingWorkerOnceItsTaskCanBePopped");
            case WAKES_WHO_CANNOT_EXECUTE ->
                Set.of(
                        "shouldWakeASleepingWorkerOnceItsTaskCanBePopped",
                        "shouldWakeAWorkerThatCanExecuteARestrictedTask");
            case DRAINS_IN_REVERSE, DRAINS_ONLY_HALF -> Set.of("shouldDrainInTheOrderOfPushesAndGoOn");
            case GIVES_LAST_FIRST -> Set.of("shouldGiveTasksInTheOrderItPromises");
            case FORGETS_TASKS_OF_LEAVING_WORKERS -> Set.of("shouldKeepTasksWhenWorkersLeaveAndCome");
            case NEEDS_A_WORKER_TO_PUSH -> Set.of("shouldKeepTasksThatNoWorkerCanExecuteUntilOneComes");
            case ACCEPTS_ANY_PROPERTY, ACCEPTS_A_PARAMETER_OF_OTHERS ->
                Set.of("shouldRefuseAnUnknownPropertyByItsName");
            case ACCEPTS_ANY_VALUE -> Set.of("shouldRefuseValuesThatItsDeclarationsDoNotAllow");
            case REFUSES_AN_ALLOWED_VALUE -> Set.of("shouldAcceptValuesThatItsDeclarationsAllow");
            case SHARES_ITS_QUEUE -> Set.of("shouldKeepPoliciesOfOneFactoryApart");
            case HAS_NO_LOCK -> Set.of("shouldLoseAndDuplicateNothingWhenManyThreadsUseIt");
            case HANDS_TEAMS_TO_ANYBODY, NAMES_TOO_LARGE_TEAMS ->
                Set.of("shouldGiveEveryParallelTaskToOneMemberOfItsTeam");
            case PREFETCHES_ALWAYS -> Set.of("shouldPrefetchNothingWhenItsPropertyPrefetchIsFalse");
            case LEAVES_A_THREAD -> Set.of("shouldLeaveNoThreadBehind");
        };
        assertTrue(
                failed.containsAll(expected),
                () -> wrong + " must be found by " + expected + " but only these failed: " + failed);
    }

    private static Set<String> failedTests(Defect wrong) {
        defect = wrong;
        try {
            EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(OnToyPolicy.class))
                    .execute();
            assertEquals(TESTS, results.testEvents().started().count(), "tests of the contract that were run");
            return results.testEvents()
                    .failed()
                    .map(Event::getTestDescriptor)
                    .map(test -> test.getDisplayName().replace("()", ""))
                    .collect(Collectors.toSet());
        } finally {
            defect = Defect.NONE;
        }
    }
}
