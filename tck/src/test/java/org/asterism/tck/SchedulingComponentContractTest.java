package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The contract must let correct components pass, and find every defect that we could think of. */
final class SchedulingComponentContractTest {
    private static final int TESTS = 27;

    /** What the contract is run on; it makes instances itself, so the defect comes by this way. */
    private static volatile ComponentDefect defect = ComponentDefect.NONE;

    abstract static class OnToy extends SchedulingComponentContract {
        @Override
        protected Duration patience() {
            return defect == ComponentDefect.NONE ? super.patience() : Duration.ofSeconds(1);
        }

        @Override
        protected int concurrentTasks() {
            return 5_000;
        }
    }

    static class OnStore extends OnToy {
        @Override
        protected SchedulingComponentFactory factory() {
            return ToyStore.factory(defect);
        }

        @Override
        protected List<String> declarations() {
            return List.of(ToyStore.BOUNDED, ToyStore.LIMIT);
        }

        @Override
        protected PolicyOrder order() {
            return PolicyOrder.FIFO;
        }
    }

    static final class OnBoundedStore extends OnStore {
        @Override
        protected Map<String, String> parameters() {
            return Map.of("bounded", "true");
        }
    }

    static final class OnMapping extends OnToy {
        @Override
        protected SchedulingComponentFactory factory() {
            return ToyMapping.factory(defect);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {OnStore.class, OnBoundedStore.class, OnMapping.class})
    void shouldPassACorrectComponent(Class<?> contract) {
        EngineExecutionResults results = execute(ComponentDefect.NONE, List.of(selectClass(contract)));
        assertEquals(TESTS, results.testEvents().started().count(), "tests of the contract that were run");
        assertEquals(Set.of(), failed(results));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void shouldFindADefect(ComponentDefect wrong) {
        Set<String> expected = expected(wrong);
        Class<?> contract = wrong == ComponentDefect.NEVER_TELLS_ITS_PARENTS
                ? OnBoundedStore.class
                : wrong.compareTo(ComponentDefect.ACCEPTS_WHAT_NOBODY_TOOK) < 0 ? OnStore.class : OnMapping.class;
        Stream<DiscoverySelector> tests = expected.stream().map(test -> selectMethod(contract, test));
        assertEquals(expected, failed(execute(wrong, tests.toList())), "tests that find a component that " + wrong);
    }

    private static Set<String> expected(ComponentDefect wrong) {
        return switch (wrong) {
            case NONE -> Set.of();
            case LOSES_EVERY_TENTH, DOUBLES_EVERY_TENTH ->
                Set.of(
                        "shouldBringEveryTaskToOneWorkerExactlyOnce",
                        "shouldDrainEveryTaskOnceAndGoOn",
                        "shouldLoseAndDoubleNothingWhenManyThreadsUseIt");
            case REFUSES_WHAT_IT_KEEPS ->
                Set.of("shouldLeaveARefusedTaskWithItsCaller", "shouldBringEveryTaskToOneWorkerExactlyOnce");
            case FORGETS_WHAT_IS_REFUSED ->
                Set.of("shouldBringEveryTaskToOneWorkerExactlyOnce", "shouldLoseAndDoubleNothingWhenManyThreadsUseIt");
            case PUTS_WHAT_IS_REFUSED_LAST, GIVES_LAST_FIRST -> Set.of("shouldHandTasksOnInTheOrderItPromises");
            case LETS_WHAT_IS_REFUSED_BLOCK_OTHERS -> Set.of("shouldNotLetARefusedTaskBlockOthers");
            case PUTS_BACK_WITHOUT_A_WORD -> Set.of("shouldTellOfATaskThatIsPutBackWhileSomebodyLooks");
            case NEVER_TELLS_ITS_CHILDREN ->
                Set.of(
                        "shouldTellItsChildrenOfATaskThatCanBePulled",
                        "shouldLetNoTaskWaitWhileWorkersThatCanExecuteItSleep",
                        "shouldLetNoTaskWaitWhileWorkersSleepWhenManyThreadsUseIt");
            case NEVER_TELLS_ITS_PARENTS -> Set.of("shouldTellItsParentsWhenItHasRoomAgain");
            case GIVES_WHAT_A_WORKER_CANNOT_EXECUTE ->
                Set.of("shouldBringEveryTaskToOneWorkerExactlyOnce", "shouldLoseAndDoubleNothingWhenManyThreadsUseIt");
            case DRAINS_ONLY_HALF -> Set.of("shouldDrainEveryTaskOnceAndGoOn");
            case FORGETS_TASKS_WITHOUT_CHILDREN -> Set.of("shouldKeepTasksWhenChildrenComeAndGo");
            case HIDES_THAT_IT_KEEPS_TASKS, DOES_NOT_REPORT_WHAT_IT_KEEPS, COUNTS_WRONG ->
                Set.of("shouldBringEveryTaskToOneWorkerExactlyOnce", "shouldLeaveARefusedTaskWithItsCaller");
            case FORGETS_ITS_LOAD -> Set.of("shouldCountWhatItKeepsInItsLoad");
            case ADDS_TO_AN_ENDLESS_TIME -> Set.of("shouldEstimateWithNumbersThatMakeSense");
            case THROWS_WITHOUT_CHILDREN, THROWS_WHEN_NOBODY_CAN ->
                Set.of("shouldRefuseWhatItCannotPlaceInsteadOfThrowing");
            case HOLDS_ITS_LOCK_WHILE_IT_PUMPS, HOLDS_ITS_LOCK_WHILE_IT_TELLS, HOLDS_A_LOCK_WHILE_IT_PREDICTS ->
                Set.of("shouldHoldNoLockWhileItCallsOthers");
            case HAS_NO_LOCK -> Set.of("shouldLoseAndDoubleNothingWhenManyThreadsUseIt");
            case ACCEPTS_ANY_PARAMETER -> Set.of("shouldRefuseAnUnknownParameterByItsName");
            case ACCEPTS_ANY_VALUE -> Set.of("shouldRefuseValuesThatItsDeclarationsDoNotAllow");
            case REFUSES_AN_ALLOWED_VALUE -> Set.of("shouldAcceptValuesThatItsDeclarationsAllow");
            case SHARES_ITS_TASKS -> Set.of("shouldKeepComponentsOfOneFactoryApart");
            case LEAVES_A_THREAD -> Set.of("shouldLeaveNoThreadBehind");
            case ACCEPTS_WHAT_NOBODY_TOOK, REFUSES_WHAT_A_CHILD_TOOK ->
                Set.of("shouldBringEveryTaskToOneWorkerExactlyOnce", "shouldLoseAndDoubleNothingWhenManyThreadsUseIt");
            case PUSHES_TO_WHO_CANNOT_EXECUTE ->
                Set.of(
                        "shouldBringEveryTaskToOneWorkerExactlyOnce",
                        "shouldGiveSeveralWorkersTogetherOnlyWhatTheyCanRunTogether");
            case LOOKS_AT_WORKERS_OF_OTHER_CONTEXTS -> Set.of("shouldDecideAboutTheWorkersOfItsContextOnly");
            case STOPS_CAN_PUSH -> Set.of("shouldTellItsParentsThatThereIsRoomBelow");
            case STOPS_CAN_PULL ->
                Set.of(
                        "shouldTellItsChildrenOfATaskThatCanBePulled",
                        "shouldLetNoTaskWaitWhileWorkersThatCanExecuteItSleep",
                        "shouldLetNoTaskWaitWhileWorkersSleepWhenManyThreadsUseIt");
            case ASKS_ONE_PARENT_ONLY -> Set.of("shouldServeSeveralParents", "shouldWorkWithoutParents");
            case HAS_ONE_CHILD_AND_TWO_BRANCHES -> Set.of("shouldSayOfItselfWhatFitsTogether");
        };
    }

    @Test
    void shouldHaveADefectForEachRule() {
        Set<String> found = Stream.of(ComponentDefect.values())
                .flatMap(wrong -> expected(wrong).stream())
                .collect(Collectors.toSet());
        Set<String> rules = Stream.of(SchedulingComponentContract.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(method -> method.getName())
                .collect(Collectors.toSet());
        rules.removeAll(found);
        assertTrue(rules.isEmpty(), () -> "rules that no crafted component breaks: " + rules);
    }

    private static EngineExecutionResults execute(ComponentDefect wrong, List<? extends DiscoverySelector> tests) {
        defect = wrong;
        try {
            return EngineTestKit.engine("junit-jupiter")
                    .selectors(tests.toArray(DiscoverySelector[]::new))
                    .execute();
        } finally {
            defect = ComponentDefect.NONE;
        }
    }

    private static Set<String> failed(EngineExecutionResults results) {
        return results.testEvents()
                .failed()
                .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }
}
