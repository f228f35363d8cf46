package org.asterism.report.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;

/** Workers of a runtime at its start, grouped into kinds with equal predictions. */
final class Machine {
    private final Predictor predictor;
    private final boolean described;
    private final List<Worker> kinds = new ArrayList<>();
    private final int[] sizes;

    Machine(TaskRuntime runtime) {
        predictor = runtime.predictor();
        described = runtime.simulation().isPresent();
        Map<Integer, Integer> places = new LinkedHashMap<>();
        List<Integer> counts = new ArrayList<>();
        for (Worker worker : runtime.workers()) {
            int kind = predictor.kind(worker);
            Integer place = places.putIfAbsent(kind, kinds.size());
            if (place == null) {
                kinds.add(worker);
                counts.add(1);
            } else {
                counts.set(place, counts.get(place) + 1);
            }
        }
        sizes = counts.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the number of workers of each kind. */
    int[] sizes() {
        return sizes;
    }

    /**
     * Returns the best time of a task on each kind of worker, in nanoseconds; infinite where it cannot run.
     *
     * @return the times, or null if the time on a kind that can run the task is not known
     */
    double[] times(Task task) {
        double[] times = new double[kinds.size()];
        for (int kind = 0; kind < times.length; kind++) {
            times[kind] = time(task, kinds.get(kind));
            if (Double.isNaN(times[kind])) {
                return null;
            }
        }
        return times;
    }

    private double time(Task task, Worker worker) {
        if (described) { // The description of the machine is complete, whatever implementations exist.
            double time = predictor.executionNanos(task, worker, 0);
            return Double.isNaN(time) ? Double.POSITIVE_INFINITY : time;
        }
        double least = Double.POSITIVE_INFINITY;
        List<Implementation> implementations = task.codelet().implementations(worker.architecture());
        for (int number = 0; number < implementations.size(); number++) {
            double time = predictor.executionNanos(task, worker, number);
            if (!(time > 0)) {
                return Double.NaN;
            }
            least = Math.min(least, time);
        }
        return least;
    }
}
