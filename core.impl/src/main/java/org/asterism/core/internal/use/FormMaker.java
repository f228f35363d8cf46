package org.asterism.core.internal.use;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/**
 * Converts data to a form on behalf of others that cannot do so themselves: a program that acquires data, data that
 * come home, and tasks whose workers have no implementation of the conversion.
 *
 * <p>A separate task does the conversion, on any worker that can. This task takes no place in the order, because its
 * client already has one. If the last worker that can convert leaves, the task is called off. There may be another way,
 * and the client must not wait for a worker that may never come. A check for missing workers counts only if no worker
 * is moving between contexts: see {@link MembershipInspector}.
 */
public final class FormMaker {
    private final TaskHost tasks;
    private final Traffic traffic;
    private final MembershipInspector members;
    private final Map<Handle, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final Set<Submitted> submitted = ConcurrentHashMap.newKeySet();

    /** A submitted task that converts, until it has ended. */
    private static final class Submitted {
        private final Job job;
        private final TaskHost host;

        /** Architectures on which it can run, as bits. */
        private final long able;

        private volatile boolean lacksWorker;

        Submitted(Job job, TaskHost host, long able) {
            this.job = job;
            this.host = host;
            this.able = able;
        }

        /** Whether it waits for a worker, and there is none. */
        boolean isWithoutWorker() {
            return job.state() == TaskState.READY && (present(host) & able) == 0;
        }

        void callOff() {
            lacksWorker = true;
            job.cancel();
        }

        boolean wasWithoutWorker() {
            return lacksWorker && job.state() == TaskState.CANCELLED;
        }
    }

    FormMaker(TaskHost tasks, Traffic traffic, MembershipInspector members) {
        this.tasks = tasks;
        this.traffic = traffic;
        this.members = members;
    }

    /** Brings the standard form of data up to date, if they have several; see {@link #make}. */
    CompletableFuture<Void> makeStandard(Handle handle) {
        return handle.hasForms()
                ? make(handle.forms(), Forms.STANDARD, tasks)
                : CompletableFuture.completedFuture(null);
    }

    /**
     * Brings a form up to date, if another one is; while nobody writes the data.
     *
     * @param host the host whose workers convert
     * @return completes when it is, or there is no value at all; exceptionally if it cannot be converted
     */
    public CompletableFuture<Void> make(Forms forms, int form, TaskHost host) {
        Handle wanted = forms.all().get(form);
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Void> known = underWay.putIfAbsent(wanted, done);
        if (known != null) {
            return known;
        }
        makeStepByStep(forms, form, host).whenComplete((nothing, failure) -> {
            underWay.remove(wanted, done); // before those who wait go on, after whom the data may be written
            if (failure == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(
                        failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure);
            }
        });
        return done;
    }

    /**
     * Is told that workers may have left a context, or that a task waits there once more. Any thread, also under locks.
     */
    public void workersMayBeMissing() {
        if (!submitted.isEmpty()) {
            members.ask(() -> {
                List<Submitted> without =
                        submitted.stream().filter(Submitted::isWithoutWorker).toList();
                return () -> without.forEach(Submitted::callOff);
            });
        }
    }

    private CompletableFuture<Void> makeStepByStep(Forms forms, int form, TaskHost host) {
        return traffic.formsInsteadOf(forms, form).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            if (found.getFirst() == Forms.STANDARD) {
                return convert(forms, List.of(form), form, host);
            }
            CompletableFuture<Void> standard = convert(forms, found, Forms.STANDARD, host);
            return form == Forms.STANDARD
                    ? standard
                    : standard.thenCompose(nothing -> makeStepByStep(forms, form, host));
        });
    }

    /**
     * Makes a form in one step.
     *
     * @param choices the forms whose conversions, to or from the standard form, would do
     */
    private CompletableFuture<Void> convert(Forms forms, List<Integer> choices, int form, TaskHost host) {
        CompletableFuture<Void> converted = convert(forms, choices, form, host, present(host));
        if (converted != null) {
            return converted;
        }
        CompletableFuture<List<Architecture>> there = new CompletableFuture<>();
        members.ask(() -> {
            List<Architecture> now = architectures(host);
            return () -> there.complete(now);
        });
        return there.thenCompose(architectures -> {
            CompletableFuture<Void> late = convert(forms, choices, form, host, bits(architectures));
            return late != null
                    ? late
                    : CompletableFuture.failedFuture(noWorker(forms, choices.getFirst(), form, architectures));
        });
    }

    /** Makes a form in one step, on one of some architectures; null if that cannot be. */
    private CompletableFuture<Void> convert(Forms forms, List<Integer> choices, int form, TaskHost host, long present) {
        for (int choice : choices) {
            Codelet maker = form == Forms.STANDARD ? forms.makerOfStandard(choice) : forms.maker(form);
            long able = host.architectures(maker) & present;
            if (able != 0) {
                // Without a worker it is looked at anew: what was up to date may have gone with the last.
                return submit(maker, forms.all().get(form), host, able)
                        .thenCompose(made ->
                                made ? CompletableFuture.completedFuture(null) : makeStepByStep(forms, form, host));
            }
        }
        return null;
    }

    private static List<Architecture> architectures(TaskHost host) {
        return host.context().workers().stream()
                .map(Worker::architecture)
                .distinct()
                .toList();
    }

    /** The architectures of a host's workers, as bits. */
    private static long present(TaskHost host) {
        return bits(architectures(host));
    }

    private static long bits(List<Architecture> architectures) {
        long bits = 0;
        for (Architecture architecture : architectures) {
            bits |= 1L << architecture.index();
        }
        return bits;
    }

    /** Creates a form by a task. The result is false if no worker was left to run it. */
    private CompletableFuture<Boolean> submit(Codelet maker, Handle form, TaskHost host, long able) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Job job = (Job) host.context().task(maker);
        Submitted converting = new Submitted(job, host, able);
        job.assign(form);
        if ((able & ~maker.architectureSet()) != 0) {
            Eligibility.imagine(job, able, true); // on a machine that is only described
        }
        job.onCompletion(ended -> {
            submitted.remove(converting);
            if (job.state() == TaskState.DONE) {
                done.complete(true);
            } else if (converting.wasWithoutWorker()) {
                done.complete(false);
            } else {
                done.completeExceptionally(job.inheritance());
            }
        });
        submitted.add(converting);
        job.submitWithoutOrder();
        if (converting.isWithoutWorker()) { // they may have gone before it was known
            workersMayBeMissing();
        }
        return done;
    }

    private static IllegalStateException noWorker(Forms forms, int choice, int form, List<Architecture> there) {
        Codelet codelet = (form == Forms.STANDARD ? forms.toStandard(choice) : forms.fromStandard(form)).codelet();
        int source = form == Forms.STANDARD ? choice : Forms.STANDARD;
        List<Architecture> able =
                Architecture.known().stream().filter(codelet::runsOn).toList();
        return new IllegalStateException(forms.whole() + " is up to date in its " + forms.text(source)
                + ", and no worker can convert it to its " + forms.text(form) + ": codelet '" + codelet.name()
                + "' has implementations for " + able + ", and there are workers of " + there
                + ": give it an implementation for one of these");
    }
}
