package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Optional;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.policy.modular.internal.tree.Grouping;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.spi.topology.TopologyProvider;

/**
 * Grouping of workers by their position in the machine, if a topology service exists. The service is called when the
 * first tree needs it, because it takes longer than the rest of a system start.
 */
final class MachineGroups implements Grouping {
    private final NearGroups near = new NearGroups();
    private volatile TopologyProvider provider;
    private NearGroups known;

    /** Uses another provider from now on, or none. */
    synchronized void ask(TopologyProvider arrived) {
        provider = arrived;
        known = null;
    }

    /** Stops using a provider. */
    synchronized void askNoMore(TopologyProvider left) {
        if (provider == left) {
            ask(null);
        }
    }

    @Override
    public Split split(List<Worker> workers, Step.Each each) {
        return (needsMachine(each.level()) ? ofMachine() : near).split(workers, each);
    }

    private static boolean needsMachine(Level level) {
        return switch (level) {
            case NUMA_NODE, SOCKET, CACHE -> true;
            case MACHINE, MEMORY_NODE, ARCHITECTURE, WORKER, COMBINED_WORKER -> false;
        };
    }

    private NearGroups ofMachine() {
        TopologyProvider asked = provider;
        if (asked == null) {
            return near;
        }
        synchronized (this) {
            if (known != null) {
                return known;
            }
        }
        NearGroups fresh = new NearGroups(Optional.of(asked.machine()));
        synchronized (this) {
            if (provider == asked) {
                known = fresh;
            }
        }
        return fresh;
    }
}
