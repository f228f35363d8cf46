package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.asterism.spi.topology.TopologyProvider;
import org.junit.jupiter.api.Test;

/** Contract of every provider of topologies; see {@link TopologyProvider}. */
public abstract class TopologyProviderContract {
    private static final String DESCRIPTION = "pack:2 numa:2 core:8 pu:2";

    /** Called by subclasses. */
    protected TopologyProviderContract() {}

    /**
     * Returns the provider under test.
     *
     * @return provider that can be called
     */
    protected abstract TopologyProvider provider();

    /**
     * Whether the provider reads topologies from descriptions and files.
     *
     * @return by default true
     */
    protected boolean readsDescriptions() {
        return true;
    }

    @Test
    void shouldKnowTheProcessingUnitsOfThisMachine() {
        Topology machine = provider().machine();
        assertFalse(machine.source().isBlank(), "the source is for people and must not be blank");
        checkTree(machine);
        for (TopologyObject unit : machine.objects(TopologyType.PU)) {
            assertTrue(unit.osIndex() >= 0, () -> unit + " has no number of the operating system");
        }
    }

    @Test
    void shouldGiveTheSameMachineAtEveryCall() {
        TopologyProvider provider = provider();
        assertEquals(provider.machine(), provider.machine(), "machine() of one provider, asked twice");
    }

    @Test
    void shouldBindAThreadOrSayThatItDidNot() throws Exception {
        TopologyProvider provider = provider();
        TopologyObject unit = provider.machine().objects(TopologyType.PU).getFirst();
        BitSet elsewhere = new BitSet();
        elsewhere.set(100_000);
        // On a separate thread, so that later tests are not bound to one processing unit.
        FutureTask<Boolean> binding = new FutureTask<>(() -> {
            provider.bindCurrentThread((BitSet) unit.processingUnits().clone());
            return provider.bindCurrentThread(elsewhere);
        });
        Thread.ofPlatform().daemon().name("contract-binding").start(binding);
        assertFalse(binding.get(), "a thread cannot be bound to processing unit 100000, which is not there");
    }

    @Test
    void shouldMakeTheMachineThatIsDescribed() {
        if (!readsDescriptions()) {
            UnsupportedOperationException refusal = assertThrows(
                    UnsupportedOperationException.class, () -> provider().synthetic(DESCRIPTION));
            assertFalse(
                    String.valueOf(refusal.getMessage()).isBlank(),
                    "the refusal must name a provider that can do that");
            return;
        }
        Topology machine = provider().synthetic(DESCRIPTION);
        checkTree(machine);
        assertEquals(2, machine.objects(TopologyType.PACKAGE).size(), "packages of " + DESCRIPTION);
        assertEquals(4, machine.objects(TopologyType.NUMA_NODE).size(), "NUMA nodes of " + DESCRIPTION);
        assertEquals(32, machine.objects(TopologyType.CORE).size(), "cores of " + DESCRIPTION);
        assertEquals(64, machine.objects(TopologyType.PU).size(), "processing units of " + DESCRIPTION);
    }

    @Test
    void shouldRefuseADescriptionThatMakesNoSense() {
        Class<? extends Exception> refusal =
                readsDescriptions() ? IllegalArgumentException.class : UnsupportedOperationException.class;
        assertThrows(refusal, () -> provider().synthetic("pack:2 nonsense:0"));
    }

    @Test
    void shouldNameTheFileThatItCannotRead() {
        Path missing = Path.of("no-such-topology.xml");
        if (!readsDescriptions()) {
            assertThrows(UnsupportedOperationException.class, () -> provider().xml(missing));
            return;
        }
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> provider().xml(missing));
        assertTrue(
                String.valueOf(refusal.getMessage()).contains("no-such-topology.xml"),
                () -> "the message must name the file but says: " + refusal.getMessage());
    }

    private static void checkTree(Topology topology) {
        assertEquals(TopologyType.MACHINE, topology.root().type(), "type of the root");
        List<TopologyObject> units = topology.objects(TopologyType.PU);
        assertFalse(units.isEmpty(), "a machine without processing units");
        Set<Integer> numbers = new HashSet<>();
        for (int index = 0; index < units.size(); index++) {
            TopologyObject unit = units.get(index);
            assertEquals(
                    index, unit.logicalIndex(), "logical index of processing unit number " + index + " of the tree");
            assertTrue(numbers.add(unit.osIndex()), () -> "two processing units have the number " + unit.osIndex());
            assertEquals(1, unit.processingUnits().cardinality(), () -> "processing units in " + unit);
            assertTrue(unit.processingUnits().get(unit.osIndex()), () -> unit + " does not contain itself");
        }
        checkContainment(topology.root());
        assertEquals(units.size(), topology.root().processingUnits().cardinality(), "processing units of the machine");
    }

    private static void checkContainment(TopologyObject object) {
        for (TopologyObject child : object.children()) {
            BitSet outside = (BitSet) child.processingUnits().clone();
            outside.andNot(object.processingUnits());
            assertTrue(
                    outside.isEmpty(),
                    () -> child.type() + " " + child.logicalIndex() + " has processing units " + outside + " that its "
                            + object.type() + " " + object.logicalIndex() + " has not");
            checkContainment(child);
        }
    }
}
