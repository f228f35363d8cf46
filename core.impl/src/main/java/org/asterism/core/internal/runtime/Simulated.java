package org.asterism.core.internal.runtime;

import java.util.List;
import java.util.Map;
import org.asterism.api.Simulation;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.Costs;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.UnitTiming;

/** What is different in a runtime whose machine is only described: the description decides where tasks can run. */
final class Simulated {
    private final Simulation simulation;

    /** What handing tasks about takes when nobody says otherwise, as in the reference's simulation. */
    private static final long USUAL_COST_NANOS = 1000;

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MOST_MICROS = 1e9;

    private Costs costs;

    /** Until when the program is busy with submitting and pushing. */
    private long programBusyUntil;

    Simulated(Simulation simulation) {
        this.simulation = simulation;
        learnCosts(Map.of());
    }

    /**
     * Takes what the description of the machine says of costs, where the simulation was not told otherwise.
     *
     * @param facts a worker's properties
     */
    void learnCosts(Map<String, Object> facts) {
        Costs wanted =
                new Costs(nanos("submit", facts), nanos("push", facts), nanos("fetch", facts), nanos("turn", facts));
        costs = wanted.areNone() ? null : wanted;
    }

    private long nanos(String cost, Map<String, Object> facts) {
        String property = "cost." + cost;
        String given = simulation.properties().get(property);
        if (given == null) {
            return facts.get("sim." + property + ".nanos") instanceof Number described
                    ? described.longValue()
                    : USUAL_COST_NANOS;
        }
        double micros;
        try {
            micros = Double.parseDouble(given);
        } catch (NumberFormatException noNumber) {
            micros = Double.NaN;
        }
        if (!(micros >= 0) || micros > MOST_MICROS) {
            throw new IllegalArgumentException(
                    "simulation: " + property + " is '" + given + "': give microseconds, from 0 to 1e9");
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
        long lacking = 0;
        for (WorkerEngine worker : oneOfEachKind) {
            UnitTiming timing = worker.timing();
            if (timing == null || !Double.isNaN(timing.nanos(job))) {
                set |= 1L << worker.architecture().index();
            } else {
                lacking |= 1L << worker.architecture().index();
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
        job.canRunOn(set, (set & lacking) == 0);
    }
}
