package org.asterism.core.internal.runtime;

import java.util.List;
import org.asterism.api.Simulation;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.Costs;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.UnitTiming;

/** What is different in a runtime whose machine is only described: the description decides where tasks can run. */
final class Simulated {
    private final Simulation simulation;

    /** What handing tasks about takes when nobody says otherwise, as in the reference's simulation. */
    private static final double USUAL_COST_MICROS = 1;

    private static final double NANOS_PER_MICRO = 1e3;

    private final Costs costs;

    /** Until when the program is busy with submitting and pushing. */
    private long programBusyUntil;

    Simulated(Simulation simulation) {
        this.simulation = simulation;
        Costs wanted = new Costs(nanos("cost.submit"), nanos("cost.push"), nanos("cost.fetch"), nanos("cost.turn"));
        costs = wanted.areNone() ? null : wanted;
    }

    private long nanos(String property) {
        String given = simulation.properties().get(property);
        double micros = USUAL_COST_MICROS;
        try {
            micros = given == null ? micros : Double.parseDouble(given);
        } catch (NumberFormatException noNumber) {
            micros = Double.NaN;
        }
        if (!(micros >= 0) || micros > 1e9) {
            throw new IllegalArgumentException(
                    "simulation: " + property + " is '" + given + "': give microseconds, 0 or more");
        }
        return Math.round(micros * NANOS_PER_MICRO);
    }

    /** What handing tasks about takes; null if nothing. */
    Costs costs() {
        return costs;
    }

    /** Has the program spend time; until when it does. */
    long programSpends(long nanos, long now) {
        programBusyUntil = Math.max(programBusyUntil, now) + nanos;
        return programBusyUntil;
    }

    long programBusyUntil() {
        return programBusyUntil;
    }

    /** Says where a task can run, and refuses one that no worker has a timing for. */
    void prepare(Job job, List<WorkerEngine> oneOfEachKind) {
        if (job.codelet().isWithoutWork()) {
            return;
        }
        long set = 0;
        for (WorkerEngine worker : oneOfEachKind) {
            UnitTiming timing = worker.timing();
            if (timing == null || !Double.isNaN(timing.nanos(job))) {
                set |= 1L << worker.architecture().index();
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
