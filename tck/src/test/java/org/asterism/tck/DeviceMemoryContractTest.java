package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The contract must let correct memories pass, and find wrong ones. */
final class DeviceMemoryContractTest {
    private static volatile ToyMemory.Wrong wrong = ToyMemory.Wrong.NOTHING;

    static final class OnToyDriver extends DeviceMemoryContract {
        @Override
        protected Driver driver() {
            return new ToyDriver(wrong);
        }

        @Override
        protected Duration patience() {
            return wrong == ToyMemory.Wrong.NOTHING ? super.patience() : Duration.ofSeconds(1);
        }
    }

    @Test
    void shouldPassACorrectMemory() {
        assertEquals(Set.of(), failedTests(ToyMemory.Wrong.NOTHING));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void shouldFindAWrongMemory(ToyMemory.Wrong defect) {
        Set<String> expected = switch (defect) {
            case NOTHING -> Set.of();
            case NAMES_ALL_ALIKE -> Set.of("shouldGiveEachMemoryANameAndASizeAndUnitsTheSameAtEveryCall");
            case HANDS_OUT_THE_SAME_TWICE -> Set.of("shouldHandOutMemoryThatBelongsToNobodyElse");
            case FORGETS_ITS_CAPACITY, KEEPS_WHAT_IS_GIVEN_BACK -> Set.of("shouldKeepToItsCapacityAndTakeMemoryBack");
            case COPIES_INTO_GAPS ->
                Set.of(
                        "shouldCopyInWhateverTheStrides",
                        "shouldCopyOutWhateverTheStrides",
                        "shouldCopyToEveryMemoryThatItReaches");
            case COPIES_ONE_BUFFER -> Set.of("shouldCopyAllBuffersOfATransfer");
            case ENDS_TOO_EARLY -> Set.of("shouldKeepManyTransfersApart");
            case TELLS_TWICE, TELLS_NEVER, TELLS_TOO_EARLY -> Set.of("shouldTellTheEndOfATransferExactlyOnce");
            case ALIGNS_TO_ANYTHING -> Set.of("shouldSayWhereAPartMayBegin");
            case FORGETS_THE_REST -> Set.of("shouldCopyLargePiecesInAndOutAtOnce");
            case IGNORES_THE_FOURTH_DIMENSION -> Set.of("shouldCopyInWhateverTheStrides");
            case WAITS_FOR_ITSELF -> Set.of("shouldEndWithinTheWordThatACopyHasEnded");
            case FORGETS_ITS_END -> Set.of("shouldKeepManyTransfersApart");
            case BLOCKS_WHO_BEGINS, BLOCKS_WHO_ASKS -> Set.of("shouldNotBlockWhoBeginsATransferOrAsksForIt");
        };
        Set<String> failed = failedTests(defect);
        assertTrue(
                failed.containsAll(expected),
                () -> defect + " must be found by " + expected + " but only these failed: " + failed);
    }

    private static Set<String> failedTests(ToyMemory.Wrong defect) {
        wrong = defect;
        try {
            return EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(OnToyDriver.class))
                    .execute()
                    .testEvents()
                    .failed()
                    .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
                    .collect(Collectors.toSet());
        } finally {
            wrong = ToyMemory.Wrong.NOTHING;
        }
    }

    /** A unit in main memory, and two in memories of their own. */
    private record ToyDriver(ToyMemory.Wrong wrong) implements Driver {
        @Override
        public List<ComputeUnit> open(DriverRequest request) {
            return IntStream.range(0, 3)
                    .<ComputeUnit>mapToObj(number -> new ToyUnit(
                            "toy-" + number,
                            number == 0
                                    ? Optional.empty()
                                    : Optional.of(new ToyMemory(
                                            wrong == ToyMemory.Wrong.NAMES_ALL_ALIKE ? "toys" : "toys-" + number,
                                            wrong))))
                    .toList();
        }
    }

    private record ToyUnit(String name, Optional<DeviceMemory> memory) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of();
        }

        @Override
        public void start() {}

        @Override
        public Execution launch(Implementation implementation, KernelContext context) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void stop() {}
    }
}
