package org.asterism.core.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TeamSettings;
import org.asterism.api.TopologyType;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.junit.jupiter.api.Test;

/** Which combinations are found in which machines. */
class FoundCombinationsTest {
    /** A worker that is there. */
    private record Core(int id, Architecture architecture, Map<String, Object> properties) implements Worker {
        @Override
        public String name() {
            return architecture + "-" + id;
        }

        @Override
        public int memoryNode() {
            return 0;
        }

        @Override
        public WorkerState state() {
            return WorkerState.SLEEPING;
        }

        @Override
        public long executedTasks() {
            return 0;
        }

        @Override
        public boolean canExecute(Task task) {
            return true;
        }

        @Override
        public StepResult runOnce() {
            throw new UnsupportedOperationException();
        }
    }

    private static List<Worker> cores(int number, IntFunction<Map<String, Object>> properties) {
        return IntStream.range(0, number)
                .<Worker>mapToObj(id -> new Core(id, Architecture.CPU, properties.apply(id)))
                .toList();
    }

    private static List<Worker> bound(int number) {
        return cores(number, id -> Map.of("cpu.pu", id));
    }

    private static List<CombinedWorker> found(TeamSettings settings, List<Worker> workers, Topology topology) {
        FoundCombinations combinations = new FoundCombinations(settings);
        combinations.changed(workers, () -> topology);
        return combinations.all();
    }

    private static List<Integer> sizes(List<CombinedWorker> found) {
        return found.stream().map(CombinedWorker::size).toList();
    }

    private static List<String> names(List<CombinedWorker> found) {
        return found.stream().map(CombinedWorker::name).toList();
    }

    private static BitSet units(int first, int last) {
        BitSet units = new BitSet();
        units.set(first, last + 1);
        return units;
    }

    private static TopologyObject object(
            TopologyType type, int number, int first, int last, TopologyObject... children) {
        return new TopologyObject(type, number, number, "", units(first, last), 0, Map.of(), List.of(children));
    }

    private static TopologyObject[] pus(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(
                        unit -> object(TopologyType.CORE, unit, unit, unit, object(TopologyType.PU, unit, unit, unit)))
                .toArray(TopologyObject[]::new);
    }

    /** Two packages with a NUMA node each, of two caches with three cores each. */
    private static Topology twoPackages() {
        List<TopologyObject> packages = new ArrayList<>();
        for (int number = 0; number < 2; number++) {
            int first = 6 * number;
            packages.add(object(
                    TopologyType.PACKAGE,
                    number,
                    first,
                    first + 5,
                    object(TopologyType.NUMA_NODE, number, first, first + 5),
                    object(TopologyType.L3, 2 * number, first, first + 2, pus(first, first + 2)),
                    object(TopologyType.L3, 2 * number + 1, first + 3, first + 5, pus(first + 3, first + 5))));
        }
        return new Topology(
                object(TopologyType.MACHINE, 0, 0, 11, packages.toArray(TopologyObject[]::new)), "for a test");
    }

    @Test
    void shouldCutSixCoresIntoThreesAndTwos() {
        Topology six = new Topology(object(TopologyType.MACHINE, 0, 0, 5, pus(0, 5)), "for a test");
        List<CombinedWorker> found = found(TeamSettings.defaults(), bound(6), six);
        assertEquals(List.of(6, 3, 2, 3, 2), sizes(found));
        assertEquals(List.of("machine", "cpu-0..2", "cpu-0+1", "cpu-3..5", "cpu-3+4"), names(found));
    }

    @Test
    void shouldCutByTheArityAsked() {
        Topology six = new Topology(object(TopologyType.MACHINE, 0, 0, 5, pus(0, 5)), "for a test");
        assertEquals(List.of(6, 2, 2, 2), sizes(found(TeamSettings.defaults().withArity(3), bound(6), six)));
        assertEquals(List.of(6), sizes(found(TeamSettings.defaults().withArity(6), bound(6), six)));
    }

    @Test
    void shouldFindTheObjectsOfTheTopology() {
        assertEquals(
                List.of(
                        "machine",
                        "package-0",
                        "l3-0",
                        "cpu-0+1",
                        "l3-1",
                        "cpu-3+4",
                        "package-1",
                        "l3-2",
                        "cpu-6+7",
                        "l3-3",
                        "cpu-9+10"),
                names(found(TeamSettings.defaults(), bound(12), twoPackages())));
    }

    @Test
    void shouldKeepToTheSizesAsked() {
        assertEquals(
                List.of(6, 3, 3, 6, 3, 3),
                sizes(found(TeamSettings.defaults().withSizes(3, 6), bound(12), twoPackages())));
    }

    @Test
    void shouldFindTheObjectsOfALevelOnly() {
        assertEquals(
                List.of("numa-node-0", "numa-node-1"),
                names(found(TeamSettings.defaults().withLevel(TopologyType.NUMA_NODE), bound(12), twoPackages())));
        assertEquals(
                List.of("l3-0", "l3-1", "l3-2", "l3-3"),
                names(found(TeamSettings.defaults().withLevel(TopologyType.L3), bound(12), twoPackages())));
        assertEquals(
                List.of(),
                names(found(TeamSettings.defaults().withLevel(TopologyType.CORE), bound(12), twoPackages())));
    }

    @Test
    void shouldLeaveOutPartsOfTheMachineThatHaveNoWorkers() {
        assertEquals(
                List.of("machine", "l3-0", "cpu-0+1"), // the only package with workers is the machine
                names(found(TeamSettings.defaults(), bound(4), twoPackages())));
    }

    @Test
    void shouldTakeThePlacesOfUnitsWhereNoTopologyIs() {
        List<Worker> placed = cores(8, id -> Map.of(ComputeUnit.PLACE, id / 4 + "." + id / 2 % 2 + "." + id % 2));
        assertEquals(
                List.of("cpu-0..7", "cpu-0..3", "cpu-0+1", "cpu-2+3", "cpu-4..7", "cpu-4+5", "cpu-6+7"),
                names(found(TeamSettings.defaults(), placed, null)));
    }

    @Test
    void shouldTakeConsecutiveWorkersWhereNothingIsKnown() {
        List<Worker> workers = cores(7, id -> Map.of());
        assertEquals(
                List.of("cpu-0+1", "cpu-2+3", "cpu-4+5", "cpu-0..3"),
                names(found(TeamSettings.defaults(), workers, null)));
        assertEquals(
                List.of("cpu-0..2", "cpu-3..5", "cpu-0..5"),
                names(found(TeamSettings.defaults().withSizes(3, 6), workers, twoPackages())));
    }

    @Test
    void shouldTakeWhatWorkersSayOfThemselvesForALevelWhereNoTopologyIs() {
        List<Worker> workers = cores(6, id -> Map.of("numa.node", id % 2));
        assertEquals(
                List.of("cpu-0+2+4", "cpu-1+3+5"),
                names(found(TeamSettings.defaults().withLevel(TopologyType.NUMA_NODE), workers, null)));
        assertEquals(List.of(), names(found(TeamSettings.defaults().withLevel(TopologyType.L2), workers, null)));
    }

    @Test
    void shouldTakeAllPrefixesForOneTaskAtATime() {
        assertEquals(
                List.of("cpu-0+1", "cpu-0..2", "cpu-0..3"),
                names(found(TeamSettings.defaults().withSingle(), bound(4), twoPackages())));
    }

    @Test
    void shouldCombineWorkersOfCoresOnly() {
        List<Worker> workers = new ArrayList<>(cores(2, id -> Map.of()));
        workers.add(new Core(2, Architecture.CUDA, Map.of()));
        workers.add(new Core(3, Architecture.CUDA, Map.of()));
        assertEquals(List.of("cpu-0+1"), names(found(TeamSettings.defaults(), workers, null)));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new CombinedWorker("", workers))
                .getMessage()
                .contains("worker cuda-2 is of architecture cuda"));
        assertThrows(IllegalArgumentException.class, () -> new CombinedWorker("", workers.subList(0, 1)));
    }

    @Test
    void shouldKeepTheSameListUntilWorkersChange() {
        FoundCombinations combinations = new FoundCombinations(TeamSettings.defaults());
        combinations.changed(bound(4), () -> null);
        List<CombinedWorker> found = combinations.all();
        assertSame(found, combinations.all());
        combinations.changed(bound(2), () -> null);
        assertEquals(1, combinations.all().size());
    }

    @Test
    void shouldReadSettingsFromText() {
        assertEquals(TeamSettings.defaults(), TeamSettings.parse(""));
        assertEquals(
                TeamSettings.defaults()
                        .withSizes(3, 8)
                        .withLevel(TopologyType.NUMA_NODE)
                        .withArity(4)
                        .withSingle(),
                TeamSettings.parse("least=3, most=8,level=numa-node,arity=4,single"));
        for (String wrong : List.of(
                "least=1",
                "most=1",
                "arity=1",
                "least=many",
                "level=moon",
                "level=pu",
                "size=3",
                "single=perhaps",
                "=3")) {
            String message = assertThrows(IllegalArgumentException.class, () -> TeamSettings.parse(wrong))
                    .getMessage();
            assertTrue(message.startsWith("teams '" + wrong + "': "), message);
            assertTrue(message.contains("give"), message);
        }
    }
}
