package org.asterism.core.internal.access;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/**
 * Has the standard form of data made of another one, for those who are no workers and cannot do so themselves: the program that
 * acquires data, and the end of data that come home. A task that takes no place in the order does it, on any worker that can; its
 * place is that of who asks.
 */
final class StandardForms {
    private final TaskHost tasks;
    private final Traffic traffic;

    StandardForms(TaskHost tasks, Traffic traffic) {
        this.tasks = tasks;
        this.traffic = traffic;
    }

    /**
     * Brings the standard form up to date, if another one is; while nobody writes the data.
     *
     * @return completes when it is, or there is no value at all; exceptionally if it cannot be converted
     */
    CompletableFuture<Void> make(Handle handle) {
        if (!handle.hasForms()) {
            return CompletableFuture.completedFuture(null);
        }
        Forms forms = handle.forms();
        return traffic.formsInsteadOfStandard(forms).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            List<Architecture> there = tasks.context().workers().stream()
                    .map(Worker::architecture)
                    .distinct()
                    .toList();
            for (int form : found) {
                if (there.stream().anyMatch(forms.toStandard(form)::runsOn)) {
                    return convert(forms, form);
                }
            }
            return CompletableFuture.failedFuture(noWorker(forms, found.getFirst(), there));
        });
    }

    private CompletableFuture<Void> convert(Forms forms, int form) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Job job = (Job) tasks.context().task(forms.homeward(form));
        job.assign(forms.standard());
        job.onCompletion(ended -> {
            if (job.state() == TaskState.DONE) {
                done.complete(null);
            } else {
                done.completeExceptionally(job.namedFailure());
            }
        });
        job.submitWithoutOrder();
        return done;
    }

    private static IllegalStateException noWorker(Forms forms, int form, List<Architecture> there) {
        Codelet codelet = forms.toStandard(form);
        List<Architecture> able =
                Architecture.known().stream().filter(codelet::runsOn).toList();
        return new IllegalStateException(forms.whole() + " is up to date only in its " + forms.text(form)
                + ", and no worker can convert it to its " + forms.text(Forms.STANDARD) + ": codelet '" + codelet.name()
                + "' has implementations for " + able + ", and there are workers of " + there
                + ": give it an implementation for cpu");
    }
}
