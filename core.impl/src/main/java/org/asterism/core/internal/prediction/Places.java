package org.asterism.core.internal.prediction;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.UnitTiming;

/**
 * Numbers the places: groups of workers whose tasks take the same time.
 *
 * <p>A place is one of these: all workers of an architecture if they are alike; the workers of one device of another
 * architecture, with the same timing; or a number of CPU workers that run tasks together. Any thread may ask; for a
 * known worker a query reads an array.
 */
final class Places {
    private static final int UNKNOWN = -1;
    /**
     * A place. It holds the timing weakly, because the timing belongs to a driver, and drivers come and go. The timing
     * is null if models are asked.
     */
    private record Place(Architecture architecture, int device, int cores, WeakReference<UnitTiming> timing) {
        Place(Architecture architecture, int device, int cores, UnitTiming timing) {
            this(architecture, device, cores, timing == null ? null : new WeakReference<>(timing));
        }

        boolean is(Architecture otherArchitecture, int otherDevice, int otherCores, UnitTiming otherTiming) {
            return architecture == otherArchitecture
                    && device == otherDevice
                    && cores == otherCores
                    && (timing == null ? otherTiming == null : timing.refersTo(otherTiming));
        }

        /** Whether its workers are gone for good. */
        boolean isAbandoned() {
            return timing != null && timing.refersTo(null);
        }
    }

    private final Set<String> alike;
    private final List<Place> places = new ArrayList<>();
    private volatile int[] byWorker = {};
    private volatile int[] bySize = {};

    Places(Set<String> alike) {
        this.alike = alike;
    }

    int of(Worker worker) {
        int[] known = byWorker;
        int id = worker.id();
        int place = id < known.length ? known[id] : UNKNOWN;
        return place == UNKNOWN ? learn(worker) : place;
    }

    private synchronized int learn(Worker worker) {
        int id = worker.id();
        UnitTiming timing = ((TimedWorker) worker).timing();
        int device = timing == null ? deviceOf(worker) : 0;
        int place = of(worker.architecture(), device, 1, timing);
        byWorker = with(byWorker, id, place);
        return place;
    }

    private static int[] with(int[] known, int index, int place) {
        int[] table = known;
        if (index >= table.length) {
            int length = table.length;
            table = Arrays.copyOf(table, index + 1 + index / 2);
            Arrays.fill(table, length, table.length, UNKNOWN);
        }
        table[index] = place; // who does not see it yet comes here as well
        return table;
    }

    private int deviceOf(Worker worker) {
        if (alike.contains(worker.architecture().name())) {
            return 0;
        }
        Object number = worker.properties().get(ComputeUnit.DEVICE);
        if (number == null) {
            number = worker.properties().get(ComputeUnit.PROCESSING_UNIT);
        }
        return number instanceof Number given ? Math.max(0, given.intValue()) : 0;
    }

    /**
     * The number of what a model was measured on.
     *
     * @param cores the number of workers that have worked together; 1 if the task was not parallel
     */
    int of(Architecture architecture, int device, int cores) {
        return of(architecture, cores > 1 || alike.contains(architecture.name()) ? 0 : device, cores, null);
    }

    /** The number of a team of CPU workers. */
    int ofTeam(int size) {
        int[] known = bySize;
        int place = size < known.length ? known[size] : UNKNOWN;
        return place == UNKNOWN ? learnTeam(size) : place;
    }

    private synchronized int learnTeam(int size) {
        int place = of(Architecture.CPU, 0, size);
        bySize = with(bySize, size, place);
        return place;
    }

    private synchronized int of(Architecture architecture, int device, int cores, UnitTiming timing) {
        for (int index = 0; index < places.size(); index++) {
            if (places.get(index).is(architecture, device, cores, timing)) {
                return index;
            }
        }
        Place place = new Place(architecture, device, cores, timing);
        for (int index = 0; timing != null && index < places.size(); index++) {
            if (places.get(index).isAbandoned()) { // nothing was measured there
                places.set(index, place);
                return index;
            }
        }
        places.add(place);
        return places.size() - 1;
    }

    synchronized Architecture architecture(int place) {
        return places.get(place).architecture();
    }

    synchronized int device(int place) {
        return places.get(place).device();
    }

    synchronized int cores(int place) {
        return places.get(place).cores();
    }
}
