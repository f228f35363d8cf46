package org.asterism.core.internal.runtime;

import java.util.List;
import org.asterism.api.Simulation;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.UnitTiming;

/** What is different in a runtime whose machine is only described: the description decides where tasks can run. */
final class Simulated {
    private final Simulation simulation;

    Simulated(Simulation simulation) {
        this.simulation = simulation;
    }

    /** Says where a task can run, and refuses one that no worker has a timing for. */
    void prepare(Job job, List<WorkerEngine> workers) {
        if (job.codelet().isWithoutWork()) {
            return;
        }
        long set = 0;
        UnitTiming last = null;
        for (WorkerEngine worker : workers) {
            UnitTiming timing = worker.timing();
            if (timing == null) {
                set |= 1L << worker.architecture().index();
            } else if (timing != last) {
                last = timing;
                if (!Double.isNaN(timing.nanos(job))) {
                    set |= 1L << worker.architecture().index();
                }
            }
        }
        if (set == 0) {
            throw new IllegalArgumentException(String.format(
                    "%s cannot run on the simulated machine %s: it has no timing of '%s' for footprint %08x (%d bytes) on any worker",
                    job,
                    simulation.properties().getOrDefault("machine", ""),
                    job.codelet().model() == null
                            ? job.codelet().name()
                            : job.codelet().model().symbol(),
                    job.footprint(),
                    job.dataBytes()));
        }
        job.canRunOn(set);
    }
}
