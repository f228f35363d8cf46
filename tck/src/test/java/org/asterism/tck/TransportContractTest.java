package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.spi.remote.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The contract must let a correct transport pass, and find wrong ones. */
final class TransportContractTest {
    private static volatile ToyTransport.Wrong wrong = ToyTransport.Wrong.NOTHING;

    static final class OnToyTransport extends TransportContract {
        @Override
        protected Transport open() {
            return new ToyTransport(wrong);
        }

        @Override
        protected void close(Transport used) {
            ((ToyTransport) used).close();
        }

        @Override
        protected Duration patience() {
            return wrong == ToyTransport.Wrong.NOTHING ? super.patience() : Duration.ofSeconds(1);
        }
    }

    @Test
    void shouldPassACorrectTransport() {
        assertEquals(Set.of(), failedTests(ToyTransport.Wrong.NOTHING, selectClass(OnToyTransport.class)));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void shouldFindAWrongTransport(ToyTransport.Wrong defect) {
        Set<String> expected = switch (defect) {
            case NOTHING -> Set.of();
            case SWAPS_MESSAGES -> Set.of("shouldKeepTheOrderOfEachOfManyThreads");
            case LOSES_BODIES -> Set.of("shouldDeliverMessagesOfAllSizesInOrderInBothDirections");
            case SENDS_HEADS_LATER -> Set.of("shouldTakeTheHeadFromItsPositionToItsLimitWithinTheCall");
            case ACCEPTS_ANY_HEAD -> Set.of("shouldCarryHeadsUpToTheGreatestLength");
            case FORGETS_PIECES_TO_SEND, FILLS_ONE_PIECE -> Set.of("shouldGatherAndScatterPieces");
            case CUTS_LENGTHS -> Set.of("shouldCarryABodyOfMoreThanTwoGigabytes");
            case SENDS_BODIES_LATER, TELLS_TWICE -> Set.of("shouldNeedABodyUntilItSaysThatItWasSent");
            case CALLS_WITH_TWO_THREADS -> Set.of("shouldKeepTheOrderOfEachOfManyThreads");
            case TAKES_EVERYTHING ->
                Set.of("shouldNotTakeMoreThanThePeerReads", "shouldNotEncryptMoreThanThePeerReads");
            case KEEPS_THE_END_TO_ITSELF, TELLS_THE_END_TWICE ->
                Set.of(
                        "shouldTellBothSidesWhenTheSideThatHasConnectedCloses",
                        "shouldTellBothSidesWhenTheSideThatHasAcceptedCloses");
            case SURVIVES_EXCEPTIONS -> Set.of("shouldCloseTheLinkOfAReceiverThatThrowsAtAHead");
            case ACCEPTS_ANY_MEMORY ->
                Set.of(
                        "shouldCloseTheLinkOfAReceiverThatGivesTooLittleMemory",
                        "shouldCloseTheLinkOfAReceiverThatGivesTooMuchMemory");
            case FORGETS_WHAT_WAITS -> Set.of("shouldTellSendersOfMessagesThatCannotBeSentAnyMore");
            case ENDS_LINKS_WITH_THE_ACCEPTANCE -> Set.of("shouldKeepLinksWhenTheAcceptanceEnds");
            case NEVER_ENDS_THE_ACCEPTANCE -> Set.of("shouldAcceptNobodyWhenTheAcceptanceHasEnded");
            case NAMES_NO_ADDRESS -> Set.of("shouldNameThePortThatIsInUse");
            case TRUSTS_OTHER_MACHINES -> Set.of("shouldRefuseLinksWithoutKeysToOtherMachines");
            case TRUSTS_ANY_PEER -> Set.of("shouldRefuseAPeerThatIsNotTrusted");
            case LEAVES_THREADS -> Set.of("shouldServeManyLinksOfOnePort");
        };
        DiscoverySelector[] tests = expected.stream()
                .map(name -> selectMethod(OnToyTransport.class, name))
                .toArray(DiscoverySelector[]::new);
        assertEquals(expected, failedTests(defect, tests), () -> "tests that find " + defect);
    }

    private static Set<String> failedTests(ToyTransport.Wrong defect, DiscoverySelector... tests) {
        wrong = defect;
        try {
            return EngineTestKit.engine("junit-jupiter")
                    .selectors(tests)
                    .execute()
                    .testEvents()
                    .failed()
                    .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
                    .collect(Collectors.toSet());
        } finally {
            wrong = ToyTransport.Wrong.NOTHING;
        }
    }
}
