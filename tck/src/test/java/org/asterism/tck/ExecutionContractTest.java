package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.asterism.api.Implementation;
import org.asterism.api.data.VectorView;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.ToyDevice.ToyKernel;
import org.asterism.tck.ToyDevice.Wrong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** The contract must let a correct device pass, and find a wrong one. */
final class ExecutionContractTest {
    private static final long LONG = 10_000;
    private static final long LONG_NANOS = 2_000_000;

    private static volatile Wrong wrong = Wrong.NOTHING;

    static final class OnToyDevice extends LosableDeviceContract {
        private final ToyDevice driver = new ToyDevice(wrong);

        @Override
        protected Driver driver() {
            return driver;
        }

        @Override
        protected Duration patience() {
            return wrong == Wrong.NOTHING ? super.patience() : Duration.ofMillis(400);
        }

        @Override
        protected Implementation doubling() {
            return (ToyKernel) OnToyDevice::twice;
        }

        private static void twice(VectorView vector) {
            for (long index = 0; index < vector.length(); index++) {
                vector.setInt(index, 2 * vector.getInt(index));
            }
            long begin = System.nanoTime();
            while (vector.length() > LONG && System.nanoTime() - begin < LONG_NANOS) {
                Thread.onSpinWait();
            }
        }

        @Override
        protected Implementation failing(Exception failure) {
            return (ToyKernel) vector -> {
                throw failure;
            };
        }

        @Override
        protected Implementation heldUntil(CountDownLatch go) {
            return (ToyKernel) vector -> {
                go.await(10, TimeUnit.SECONDS);
                twice(vector);
            };
        }

        @Override
        protected void lose(ComputeUnit unit) {
            driver.lose();
        }

        @Override
        protected boolean inspects() {
            return false;
        }
    }

    @Test
    void shouldPassACorrectDevice() {
        assertEquals(Set.of(), failedTests(Wrong.NOTHING));
    }

    @Test
    void shouldSkipInspectionsOfADriverThatHasNone() {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(OnToyDevice.class))
                .execute();
        assertEquals(Set.of(), names(results.testEvents().failed()));
        assertEquals(
                Set.of("shouldHaveInspectedWhatATaskHasWrittenBeforeTheTaskEnds"),
                names(results.testEvents().aborted()));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void shouldFindAWrongDevice(Wrong defect) {
        Set<String> expected = switch (defect) {
            case NOTHING -> Set.of();
            case COMPUTES_NOTHING -> Set.of("shouldComputeOnTheDataOfATask", "shouldRunKernelsOfAllItsUnitsAtOnce");
            case ENDS_TOO_EARLY, COMPUTES_ON_ANOTHER_UNITS_DATA -> Set.of("shouldComputeOnTheDataOfATask");
            case IGNORES_WHERE_DATA_BEGIN -> Set.of("shouldComputeOnAPartOfWhatItsMemoryGave");
            case FORGETS_ITS_END, RAN_LONGER_THAN_THERE_WAS_TIME -> Set.of("shouldStayFinishedOnceAKernelHasEnded");
            case TELLS_TWICE, TELLS_NEVER, TELLS_TOO_EARLY, TELLS_NO_LATECOMERS ->
                Set.of("shouldTellTheEndOfAKernelExactlyOnce");
            case ENDS_OUT_OF_ORDER -> Set.of("shouldEndKernelsInTheOrderOfTheirLaunches");
            case IS_DEAD_AFTER_A_FAILURE -> Set.of("shouldRunOtherKernelsWhenOneFails");
            case DROPS_WHAT_IS_UNDER_WAY_WHEN_STOPPED -> Set.of("shouldStopWithAKernelUnderWay");
            case BLOCKS_WHO_LAUNCHES, BLOCKS_WHO_ASKS -> Set.of("shouldNotWaitForTheKernelThatItLaunches");
            case HIDES_THAT_IT_IS_LOST -> Set.of("shouldSayThatALostDeviceIsLost");
        };
        Set<String> failed = failedTests(defect);
        assertTrue(
                failed.containsAll(expected),
                () -> defect + " must be found by " + expected + " but only these failed: " + failed);
    }

    private static Set<String> failedTests(Wrong defect) {
        wrong = defect;
        try {
            return names(EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(OnToyDevice.class))
                    .execute()
                    .testEvents()
                    .failed());
        } finally {
            wrong = Wrong.NOTHING;
        }
    }

    private static Set<String> names(Events events) {
        return events.stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }
}
