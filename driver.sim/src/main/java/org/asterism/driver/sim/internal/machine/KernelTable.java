package org.asterism.driver.sim.internal.machine;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All kernels of a machine.
 *
 * @param kernels by symbol, then by name of the kind of worker; the symbol {@code *} stands for all others
 * @param aliases other names of symbols
 * @param synchronous the symbols of kernels whose end the thread of a device awaits, so that it does nothing else
 *     meanwhile
 * @param parallelEfficiency the speed that each further worker adds in a parallel kernel, as a part of the first one's,
 *     where nothing was measured for so many workers
 */
public record KernelTable(
        Map<String, Map<String, KernelTiming>> kernels,
        Map<String, String> aliases,
        Set<String> synchronous,
        double parallelEfficiency) {
    /** The symbol that stands for all that have no entry. */
    public static final String ANY = "*";

    /** Copies the maps. */
    public KernelTable {
        kernels = Map.copyOf(kernels);
        aliases = Map.copyOf(aliases);
        synchronous = Set.copyOf(synchronous);
    }

    /**
     * Returns the times of a kernel on a kind of worker.
     *
     * @param symbol its name
     * @param timings the names under which it may have a time, the best first
     * @return null if it cannot run there
     */
    public KernelTiming timing(String symbol, List<String> timings) {
        Map<String, KernelTiming> named = kernels.get(symbol);
        if (named == null) {
            named = kernels.get(aliases.getOrDefault(symbol, ANY));
        }
        if (named != null) {
            for (String timing : timings) {
                KernelTiming found = named.get(timing);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Whether any time follows from the number of operations. */
    public boolean usesFlops() {
        return kernels.values().stream()
                .flatMap(named -> named.values().stream())
                .anyMatch(timing -> timing.law() != null && timing.law().usesFlops());
    }
}
