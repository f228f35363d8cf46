package org.asterism.core.internal.team;

import java.util.BitSet;
import java.util.List;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;

/** The processing units of workers, as far as their drivers report them. */
public final class Cores {
    private Cores() {}

    /** The operating system's number of a worker's processing unit, or -1. */
    static int of(Worker worker) {
        return worker.properties().get(ComputeUnit.PROCESSING_UNIT) instanceof Number number
                ? Math.max(-1, number.intValue())
                : -1;
    }

    /** The operating system's numbers of some workers' processing units. */
    public static BitSet of(List<? extends Worker> workers) {
        BitSet units = new BitSet();
        for (Worker worker : workers) {
            int unit = of(worker);
            if (unit >= 0) {
                units.set(unit);
            }
        }
        return units;
    }
}
