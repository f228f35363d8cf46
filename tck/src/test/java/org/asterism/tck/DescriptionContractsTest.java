package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.TopologyType;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.asterism.spi.topology.TopologyProvider;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The contracts of what only describes something: applications' options and topologies. */
final class DescriptionContractsTest {
    static final class GoodApplication extends ApplicationContract {
        @Override
        protected Application application() {
            return new ToyApplication(List.of(
                    new ApplicationOption("tile", "B", "size of a tile"), ApplicationOption.flag("fast", "go fast")));
        }
    }

    static final class BadApplication extends ApplicationContract {
        @Override
        protected Application application() {
            return new ToyApplication(
                    List.of(new ApplicationOption("policy", "P", "taken"), ApplicationOption.flag("mute", " ")));
        }
    }

    static final class GoodTopology extends TopologyProviderContract {
        @Override
        protected TopologyProvider provider() {
            return new ToyTopology(0);
        }

        @Override
        protected boolean readsDescriptions() {
            return false;
        }
    }

    static final class BadTopology extends TopologyProviderContract {
        @Override
        protected TopologyProvider provider() {
            return new ToyTopology(1);
        }

        @Override
        protected boolean readsDescriptions() {
            return false;
        }
    }

    @Test
    void shouldPassWhatIsDescribedWell() {
        assertEquals(Set.of(), failedTests(GoodApplication.class));
        assertEquals(Set.of(), failedTests(GoodTopology.class));
    }

    @Test
    void shouldFindWhatIsDescribedBadly() {
        assertEquals(
                Set.of("shouldDescribeEveryOption", "shouldNameEveryOptionAsTheCommandLineWantsIt"),
                failedTests(BadApplication.class));
        assertEquals(Set.of("shouldKnowTheProcessingUnitsOfThisMachine"), failedTests(BadTopology.class));
    }

    private static Set<String> failedTests(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(contract))
                .execute()
                .testEvents()
                .failed()
                .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    private record ToyApplication(List<ApplicationOption> options) implements Application {
        @Override
        public ApplicationResult run(ApplicationRun run) {
            return new ApplicationResult(true, Map.of());
        }
    }

    /** A machine with one processing unit, whose logical index may be wrong. */
    private record ToyTopology(int logicalIndex) implements TopologyProvider {
        @Override
        public Topology machine() {
            TopologyObject unit = object(TopologyType.PU, logicalIndex, List.of());
            return new Topology(object(TopologyType.MACHINE, 0, List.of(unit)), "toy");
        }

        private static TopologyObject object(TopologyType type, int index, List<TopologyObject> children) {
            return new TopologyObject(type, index, 0, "", BitSet.valueOf(new long[] {1}), 0, Map.of(), children);
        }

        @Override
        public Topology synthetic(String description) {
            throw new UnsupportedOperationException("ask hwloc");
        }

        @Override
        public Topology xml(Path file) {
            throw new UnsupportedOperationException("ask hwloc");
        }

        @Override
        public boolean bindCurrentThread(BitSet processingUnits) {
            return false;
        }
    }
}
