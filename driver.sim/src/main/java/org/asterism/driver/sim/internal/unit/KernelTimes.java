package org.asterism.driver.sim.internal.unit;

import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.driver.sim.internal.machine.KernelTable;
import org.asterism.driver.sim.internal.machine.KernelTiming;
import org.asterism.driver.sim.internal.machine.KernelTiming.Time;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.WorkerGroup;
import org.asterism.spi.driver.UnitTiming;

/**
 * The kernels' times on one kind of worker, from the machine's description.
 *
 * <p>Policies ask for each task and each kind, so results are kept, by symbol, footprint and size. If a law gives no
 * possible time for a task, the task is refused.
 *
 * <p>Readers of the kept entries need no lock. An entry's fields are final, so a thread that sees it sees all of it. A
 * thread that does not see it yet looks it up once more.
 */
public final class KernelTimes implements UnitTiming {
    private static final int MOST_KEPT = 1 << 16;
    private static final double NANOS_PER_SECOND = 1e9;

    private record Known(String symbol, int footprint, long bytes, double flops, int members, Time time) {
        boolean isOf(String wanted, int itsFootprint, long itsBytes, double itsFlops, int itsMembers) {
            return footprint == itsFootprint
                    && members == itsMembers
                    && bytes == itsBytes
                    && flops == itsFlops
                    && (symbol == wanted || symbol.equals(wanted));
        }

        static int hash(String symbol, int footprint, long bytes, double flops, int members) {
            int hash = (symbol.hashCode() * 31 + footprint) * 31 + Long.hashCode(bytes);
            hash = (hash * 31 + Double.hashCode(flops)) * 31 + members;
            return hash ^ hash >>> 16;
        }
    }

    private final String source;
    private final KernelTable table;
    private final WorkerGroup group;
    private final boolean usesFlops;
    private volatile Known[] known = new Known[64];
    private int kept;

    /** Makes it. */
    public KernelTimes(Machine machine, WorkerGroup group) {
        source = machine.source();
        table = machine.kernels();
        this.group = group;
        usesFlops = table.usesFlops();
    }

    @Override
    public double nanos(Task task) {
        return time(task).nanos();
    }

    @Override
    public double joules(Task task) {
        Time time = time(task);
        return Double.isNaN(time.joules())
                ? (group.busyWatts() - group.idleWatts()) * time.nanos() / NANOS_PER_SECOND
                : time.joules();
    }

    /** The name by which a machine knows a codelet's work. */
    static String symbol(Codelet codelet) {
        return codelet.model() == null ? codelet.name() : codelet.model().symbol();
    }

    /** Whether the thread of a device waits for the end of a task's kernel. */
    boolean isSynchronous(Task task) {
        return !table.synchronous().isEmpty() && table.synchronous().contains(symbol(task.codelet()));
    }

    @Override
    public double nanos(Task task, int members) {
        return time(task, members).nanos();
    }

    @Override
    public double joules(Task task, int members) {
        Time time = time(task, members);
        return Double.isNaN(time.joules())
                ? members * (group.busyWatts() - group.idleWatts()) * time.nanos() / NANOS_PER_SECOND
                : time.joules();
    }

    /** Returns the time of a task that one worker runs. */
    Time time(Task task) {
        return time(task, 1);
    }

    /** Returns the time of a task that so many workers run together. */
    Time time(Task task, int members) {
        String symbol = symbol(task.codelet());
        int footprint = task.footprint();
        long bytes = task.dataBytes();
        double flops = usesFlops ? task.flops() : 0;
        Known[] entries = known;
        int mask = entries.length - 1;
        int index = Known.hash(symbol, footprint, bytes, flops, members) & mask;
        for (Known one = entries[index]; one != null; one = entries[index]) {
            if (one.isOf(symbol, footprint, bytes, flops, members)) {
                return one.time;
            }
            index = index + 1 & mask;
        }
        return lookUp(symbol, footprint, bytes, flops, members);
    }

    private Time lookUp(String symbol, int footprint, long bytes, double flops, int members) {
        KernelTiming timing = table.timing(symbol, group.timings());
        Time time = Time.UNKNOWN;
        if (timing != null) {
            try {
                time = members == 1
                        ? timing.time(footprint, bytes, flops)
                        : timing.time(footprint, bytes, flops, members, table.parallelEfficiency());
            } catch (IllegalArgumentException refused) {
                throw new IllegalArgumentException(
                        "machine file " + source + ": kernel '" + symbol + "' on "
                                + group.timings().getFirst() + ": " + refused.getMessage(),
                        refused);
            }
        }
        keep(new Known(symbol, footprint, bytes, flops, members, time));
        return time;
    }

    private synchronized void keep(Known found) {
        if (kept == MOST_KEPT) {
            return;
        }
        if (2 * kept >= known.length) {
            Known[] larger = new Known[2 * known.length];
            for (Known one : known) {
                if (one != null) {
                    put(larger, one);
                }
            }
            known = larger;
        }
        if (put(known, found)) {
            kept++;
        }
    }

    private static boolean put(Known[] entries, Known added) {
        int mask = entries.length - 1;
        int index = Known.hash(added.symbol, added.footprint, added.bytes, added.flops, added.members) & mask;
        while (entries[index] != null) {
            if (entries[index].isOf(added.symbol, added.footprint, added.bytes, added.flops, added.members)) {
                return false;
            }
            index = index + 1 & mask;
        }
        entries[index] = added;
        return true;
    }
}
