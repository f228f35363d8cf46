package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.spi.balance.ContextBalancer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The contract must let a correct balancer pass, and find every defect that we could think of. */
final class ContextBalancerContractTest {
    private static final int TESTS = 16;

    /** What the contract is run on; it makes instances itself, so the defect comes by this way. */
    private static volatile BalancerDefect defect = BalancerDefect.NONE;

    static final class OnToyBalancer extends ContextBalancerContract {
        @Override
        protected List<String> declarations() {
            return List.of(ToyBalancer.LIMIT);
        }

        @Override
        protected ContextBalancer service() {
            return ToyBalancer.service(defect);
        }
    }

    @Test
    void shouldPassACorrectBalancer() {
        assertEquals(Set.of(), failedTests(BalancerDefect.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void shouldFindADefect(BalancerDefect wrong) {
        Set<String> failed = failedTests(wrong);
        Set<String> expected = switch (wrong) {
            case NONE -> Set.of();
            case ACCEPTS_ANY_PROPERTY -> Set.of("shouldRefuseAnUnknownPropertyByItsName");
            case ACCEPTS_ANY_VALUE -> Set.of("shouldRefuseValuesThatItsDeclarationsDoNotAllow");
            case REFUSES_AN_ALLOWED_VALUE -> Set.of("shouldAcceptValuesThatItsDeclarationsAllow");
            case GIVES_ONE_BALANCER_TO_ALL -> Set.of("shouldMakeANewBalancerEachTime");
            case ANSWERS_NULL -> Set.of("shouldHaveNothingToSayOfNoContextsNoWorkersAndNoTasks");
            case NEVER_MOVES ->
                Set.of("shouldGiveIdleWorkersToAContextThatHasTasks", "shouldServeAContextThatHasTasksAndNoWorkers");
            case ONLY_LOOKS_AT_IDLE_WORKERS -> Set.of("shouldServeAContextThatHasTasksAndNoWorkers");
            case IGNORES_WHO_CAN_EXECUTE -> Set.of("shouldNotSendWorkersToTasksThatTheyCannotExecute");
            case IGNORES_THE_LEAST, IGNORES_THE_MOST -> Set.of("shouldKeepWithinTheBounds");
            case TAKES_THE_LAST_WORKER -> Set.of("shouldAskOnlyForWhatCanBeUnderChangingLoads");
            case MOVES_WHO_IS_ON_THE_WAY -> Set.of("shouldLeaveWorkersAloneThatAreOnTheirWay");
            case MOVES_AT_ONCE_AND_BACK -> Set.of("shouldNotMoveWorkersToAndFro");
            case SWAPS_FOR_NOTHING -> Set.of("shouldComeToRestUnderAnEvenLoad");
            case FAILS_WITHOUT_WORKERS -> Set.of("shouldHaveNothingToSayOfNoContextsNoWorkersAndNoTasks");
            case DEPENDS_ON_CHANCE -> Set.of("shouldTakeTheSameCourseEveryTimeWhateverOtherBalancersDo");
            case STOPS_AFTER_A_REFUSAL -> Set.of("shouldGoOnAfterARefusal");
            case LEAVES_A_THREAD -> Set.of("shouldLeaveNoThreadBehind");
        };
        assertTrue(
                failed.containsAll(expected),
                () -> wrong + " must be found by " + expected + " but only these failed: " + failed);
    }

    private static Set<String> failedTests(BalancerDefect wrong) {
        defect = wrong;
        try {
            EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(OnToyBalancer.class))
                    .execute();
            assertEquals(TESTS, results.testEvents().started().count(), "tests of the contract that were run");
            return results.testEvents()
                    .failed()
                    .map(Event::getTestDescriptor)
                    .map(test -> test.getDisplayName().replace("()", ""))
                    .collect(Collectors.toSet());
        } finally {
            defect = BalancerDefect.NONE;
        }
    }
}
