package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The contract must let a correct driver pass, and find a wrong one. */
final class DriverContractTest {
    enum Wrong {
        NOTHING,
        OPENS_TOO_MANY,
        NAMES_ALL_ALIKE,
        RUNS_TWICE,
        SWALLOWS_FAILURES,
        SKIPS_WHAT_IT_DOES_NOT_KNOW,
        SERVES_ONE_RUNTIME,
        SERVES_ONE_THREAD,
        KEEPS_WHAT_WAS_NOT_STARTED,
        NUMBERS_DEVICES_IN_WORDS,
        REPORTS_OTHER_DEVICES,
        REPORTS_A_DEVICE_TWICE,
        FINDS_WHAT_IT_HAS_OPENED
    }

    private static volatile Wrong wrong = Wrong.NOTHING;

    static final class OnToyDriver extends DriverContract {
        @Override
        protected Driver driver() {
            return new ToyDriver(wrong);
        }
    }

    @Test
    void shouldPassACorrectDriver() {
        assertEquals(Set.of(), failedTests(Wrong.NOTHING));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void shouldFindAWrongDriver(Wrong defect) {
        Set<String> expected = switch (defect) {
            case NOTHING -> Set.of();
            case OPENS_TOO_MANY -> Set.of("shouldOpenNoMoreUnitsThanAsked");
            case NAMES_ALL_ALIKE -> Set.of("shouldGiveEveryUnitANameOfItsOwn");
            case RUNS_TWICE ->
                Set.of(
                        "shouldRunEveryKernelExactlyOnce",
                        "shouldReportWhatAKernelThrowsAndGoOn",
                        "shouldServeSeveralRuntimesAtOnce",
                        "shouldOpenAgainAfterItsUnitsStopped");
            case SWALLOWS_FAILURES -> Set.of("shouldReportWhatAKernelThrowsAndGoOn");
            case SKIPS_WHAT_IT_DOES_NOT_KNOW -> Set.of("shouldRefuseAnImplementationItDoesNotKnow");
            case SERVES_ONE_THREAD -> Set.of("shouldServeOneThreadAfterTheOther");
            case KEEPS_WHAT_WAS_NOT_STARTED -> Set.of("shouldLetGoOfUnitsThatNobodyHasStarted");
            case SERVES_ONE_RUNTIME -> Set.of("shouldServeSeveralRuntimesAtOnce");
            case NUMBERS_DEVICES_IN_WORDS -> Set.of("shouldNumberDevicesAndNameThem");
            case REPORTS_OTHER_DEVICES, REPORTS_A_DEVICE_TWICE -> Set.of("shouldReportTheDevicesThatItsUnitsAreOn");
            case FINDS_WHAT_IT_HAS_OPENED -> Set.of("shouldFindNothingAnewThatItHasOpened");
        };
        Set<String> failed = failedTests(defect);
        assertTrue(
                failed.containsAll(expected),
                () -> defect + " must be found by " + expected + " but only these failed: " + failed);
    }

    private static Set<String> failedTests(Wrong defect) {
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
            wrong = Wrong.NOTHING;
        }
    }

    /** Two units that run kernels in Java; correct, or with one defect. */
    private static final class ToyDriver implements Driver {
        private final Wrong wrong;
        private int opened;

        ToyDriver(Wrong wrong) {
            this.wrong = wrong;
        }

        @Override
        public List<ComputeUnit> open(DriverRequest request) {
            int number = wrong == Wrong.OPENS_TOO_MANY
                    ? 2
                    : Math.min(2, request.mostUnits().orElse(2));
            if ((wrong == Wrong.SERVES_ONE_RUNTIME || wrong == Wrong.KEEPS_WHAT_WAS_NOT_STARTED) && opened > 0) {
                number = 0;
            }
            List<ComputeUnit> units = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                opened++;
                units.add(new ToyUnit(wrong == Wrong.NAMES_ALL_ALIKE ? "toy" : "toy-" + i));
            }
            return units;
        }

        @Override
        public List<ComputeUnit> rescan(DriverRequest request, List<ComputeUnit> open) {
            return wrong == Wrong.FINDS_WHAT_IT_HAS_OPENED ? open(request) : List.of();
        }

        @Override
        public DeviceReport report(DriverRequest request) {
            String name = wrong == Wrong.REPORTS_OTHER_DEVICES ? "another" : "toybox";
            DeviceDescription device = new DeviceDescription(name, Architecture.CPU, "Toybox", 1, true, "", Map.of());
            return new DeviceReport(
                    "toy", "", Collections.nCopies(wrong == Wrong.REPORTS_A_DEVICE_TWICE ? 2 : 1, device));
        }

        private final class ToyUnit implements ComputeUnit {
            private final String name;
            private int started;

            ToyUnit(String name) {
                this.name = name;
            }

            @Override
            public Architecture architecture() {
                return Architecture.CPU;
            }

            @Override
            public String name() {
                return name;
            }

            @Override
            public Map<String, Object> properties() {
                Object number = wrong == Wrong.NUMBERS_DEVICES_IN_WORDS ? (Object) "first" : (Object) 0;
                return Map.of(ComputeUnit.DEVICE, number, "device.name", "toybox");
            }

            @Override
            public void start() {
                started++;
                if (wrong == Wrong.SERVES_ONE_THREAD && started > 1) {
                    throw new IllegalStateException("toy units serve the thread that started them first");
                }
            }

            @Override
            public Execution launch(Implementation implementation, KernelContext context) throws Exception {
                if (!(implementation instanceof Kernel kernel)) {
                    if (wrong == Wrong.SKIPS_WHAT_IT_DOES_NOT_KNOW) {
                        return Execution.FINISHED;
                    }
                    throw new IllegalArgumentException("toy units run Kernels, not "
                            + implementation.getClass().getName());
                }
                try {
                    kernel.run(context);
                    if (wrong == Wrong.RUNS_TWICE) {
                        kernel.run(context);
                    }
                } catch (Exception failure) {
                    if (wrong != Wrong.SWALLOWS_FAILURES) {
                        throw failure;
                    }
                }
                return Execution.FINISHED;
            }

            @Override
            public void stop() {}

            @Override
            public void close() {
                if (started > 0 || wrong != Wrong.KEEPS_WHAT_WAS_NOT_STARTED) {
                    opened--;
                }
            }
        }
    }
}
