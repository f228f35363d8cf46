package org.asterism.shell.gogo.internal.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.asterism.api.Explanation;
import org.asterism.api.FormerWorker;
import org.asterism.api.WaitReason;
import org.asterism.api.Worker;
import org.asterism.report.text.NearestNames;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;

/** Finds the worker that a user names and explains what it does. */
final class WorkerExplanations {
    private WorkerExplanations() {}

    private record Found(NamedRuntime runtime, Worker worker) {
        @Override
        public String toString() {
            return runtime.name() + "/" + worker.name();
        }
    }

    /** Explains a worker, named {@code WORKER} or {@code RUNTIME/WORKER}; one that has left has but one reason. */
    static ExplanationView of(Runtimes runtimes, String typed) {
        List<Found> all = all(runtimes);
        List<Found> found = all.stream()
                .filter(each ->
                        each.worker().name().equals(typed) || each.toString().equals(typed))
                .toList();
        if (found.size() > 1) {
            throw new UsageException("several runtimes have a worker '" + typed + "': say which, "
                    + found.stream().map(Found::toString).collect(Collectors.joining(" or ")));
        }
        if (found.isEmpty()) {
            return former(runtimes, typed, all);
        }
        Found meant = found.getFirst();
        return new ExplanationView(
                meant.runtime().name(), meant.runtime().runtime().explain(meant.worker()));
    }

    private static ExplanationView former(Runtimes runtimes, String typed, List<Found> all) {
        for (NamedRuntime runtime : runtimes.all()) {
            for (FormerWorker worker :
                    runtime.runtime().hasBegun() ? runtime.runtime().formerWorkers() : List.<FormerWorker>of()) {
                if (typed.equals(worker.name()) || typed.equals(runtime.name() + "/" + worker.name())) {
                    return new ExplanationView(
                            runtime.name(),
                            new Explanation(
                                    worker.name(),
                                    WaitReason.LEFT,
                                    "has left after " + worker.executedTasks() + " tasks: "
                                            + worker.loss().orElse("its driver was stopped")));
                }
            }
        }
        if (all.isEmpty()) {
            throw new UsageException("there is no worker '" + typed
                    + "': no runtime has begun; name a task such as gemm#12, or a worker once an application runs");
        }
        throw new UsageException("there is no worker '" + typed + "'; "
                + NearestNames.instead(
                        typed, all.stream().map(each -> each.worker().name()).toList(), "asterism:workers")
                + "; a task is written with its number, such as gemm#12");
    }

    private static List<Found> all(Runtimes runtimes) {
        List<Found> all = new ArrayList<>();
        for (NamedRuntime runtime : runtimes.all()) {
            if (runtime.runtime().hasBegun()) {
                runtime.runtime().workers().forEach(worker -> all.add(new Found(runtime, worker)));
            }
        }
        return all;
    }

    /** The workers as words that can be typed, with the name of the runtime if several have such a worker. */
    static List<Suggestion> suggested(Runtimes runtimes) {
        List<Found> all = all(runtimes);
        return all.stream()
                .map(each -> new Suggestion(
                        isUnique(each, all) ? each.worker().name() : each.toString(),
                        "worker of " + each.runtime().name()))
                .toList();
    }

    private static boolean isUnique(Found asked, List<Found> all) {
        return all.stream()
                        .filter(each ->
                                each.worker().name().equals(asked.worker().name()))
                        .count()
                == 1;
    }
}
