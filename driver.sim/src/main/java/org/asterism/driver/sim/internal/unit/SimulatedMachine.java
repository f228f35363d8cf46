package org.asterism.driver.sim.internal.unit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.machine.WorkerGroup;
import org.asterism.driver.sim.internal.network.CopyEngines;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.EventClock;

/** The units and memories of a machine, for one runtime. */
public final class SimulatedMachine {
    /** The properties that determine kernels' times and energy. */
    private record Alike(List<String> timings, double idleWatts, double busyWatts) {}

    /** The workers that are numbered together; the member is null but in clusters. */
    private record Counted(String member, Architecture architecture) {}

    private final Machine machine;
    private final Conditions conditions;
    private final CopyEngines engines;
    private final DeviceThread.Allocator allocator = new DeviceThread.Allocator();
    private final SimulatedMemory[] memories;

    /**
     * Makes it.
     *
     * @param machine the description of the machine
     * @param clock the runtime's
     * @param executes whether kernels are run, and bytes are copied
     * @param spread the scatter of the kernels' times
     */
    public SimulatedMachine(Machine machine, EventClock clock, boolean executes, Spread spread) {
        this.machine = machine;
        conditions = new Conditions(clock, executes, spread, machine.costs());
        engines = new CopyEngines(machine, clock);
        memories = new SimulatedMemory[machine.memories().size()];
    }

    /** Opens so many units, in the order of the machine's groups. */
    public List<ComputeUnit> open(int most) {
        List<ComputeUnit> units = new ArrayList<>();
        Map<Counted, Integer> numbers = new HashMap<>();
        Map<Alike, KernelTimes> known = new HashMap<>();
        for (WorkerGroup group : machine.workers()) {
            KernelTimes times = known.computeIfAbsent(
                    new Alike(group.timings(), group.idleWatts(), group.busyWatts()),
                    alike -> new KernelTimes(machine, group));
            UnitKind kind = kind(group, times);
            Counted counted = new Counted(group.member(), group.architecture());
            for (int number = 0; number < group.count() && units.size() < most; number++) {
                int next = numbers.merge(counted, 1, Integer::sum) - 1;
                units.add(new SimulatedUnit(next, kind, memory(group.memory()), conditions));
            }
        }
        return units;
    }

    private UnitKind kind(WorkerGroup group, KernelTimes times) {
        boolean remote = group.member() != null;
        return new UnitKind(
                group,
                properties(group),
                times,
                remote ? latency(0, group.memory()) : 0,
                remote ? latency(group.memory(), 0) : 0);
    }

    private long latency(int from, int to) {
        return Math.round(engines.way(from, to).expectedLatencyNanos());
    }

    private SimulatedMemory memory(int index) {
        if (index > 0 && memories[index] == null) {
            DeviceThread thread = new DeviceThread(conditions.clock(), allocator);
            memories[index] = new SimulatedMemory(machine, index, engines, thread, conditions);
        }
        return memories[index];
    }

    private Map<String, Object> properties(WorkerGroup group) {
        MemoryDescription memory = machine.memories().get(group.memory());
        Map<String, Object> properties = new HashMap<>();
        properties.put("sim.machine", machine.name());
        properties.put("sim.kind", group.timings().getFirst());
        properties.put("sim.model", group.model());
        properties.put("sim.memory", memory.name());
        properties.put("sim.idle.watts", group.idleWatts());
        properties.put("sim.busy.watts", group.busyWatts());
        properties.put("sim.cost.submit.nanos", machine.costs().submit());
        properties.put("sim.cost.push.nanos", machine.costs().push());
        properties.put("sim.cost.fetch.nanos", machine.costs().fetch());
        properties.put("sim.cost.turn.nanos", machine.costs().turn());
        if (group.member() != null) {
            properties.put(ComputeUnit.MEMBER, group.member());
        }
        return Map.copyOf(properties);
    }
}
