package org.asterism.core.internal.runtime;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.FormerWorker;
import org.asterism.api.Observation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskScope;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.context.Context;

/** A runtime as seen through one of its contexts. It knows the tasks, data and contexts that were made through it. */
final class ContextScope extends CoreRuntime implements ScopedRuntime {
    private final CoreRuntime whole;
    private final ScopeData data;

    /** The tasks that are cancelled when the run is cancelled; the context may have tasks of others. */
    private final Set<Task> tasks = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** The scopes that are cancelled with the run. */
    private final Set<TaskScope> scopes = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Set<SchedulingContext> made = ConcurrentHashMap.newKeySet();
    private volatile String cancelled;

    ContextScope(CoreRuntime whole, Context context) {
        super(whole.core(), context);
        this.whole = whole;
        data = new ScopeData(whole.data());
    }

    @Override
    public String toString() {
        return whole + " through " + context;
    }

    @Override
    public void end() {
        data.close();
    }

    @Override
    public Task own(Task task) {
        tasks.add(task);
        return task;
    }

    @Override
    public void cancel(String reason) {
        cancelled = reason;
        snapshot(scopes).forEach(scope -> scope.cancel(reason));
        snapshot(tasks).stream()
                .filter(task -> task.state() != TaskState.CREATED)
                .forEach(Task::cancel);
        made.stream().filter(each -> each.state() != ContextState.CLOSED).forEach(each -> each.cancelTasks(reason));
    }

    private static <T> List<T> snapshot(Set<T> all) {
        synchronized (all) {
            return List.copyOf(all);
        }
    }

    private void refuseIfCancelled() {
        String reason = cancelled;
        if (reason != null) {
            throw new IllegalStateException(reason + ", and takes no more tasks");
        }
    }

    /** Informs a thread that waited for all tasks that some of them were cancelled, as if the context had been. */
    private void tellIfCancelled() {
        String reason = cancelled;
        if (reason != null) {
            throw new TasksFailedException(List.of(new CancellationException(reason)), 0, 0);
        }
    }

    private boolean isHere(SchedulingContext asked) {
        Optional<SchedulingContext> outer = Optional.of(asked);
        while (outer.isPresent() && outer.get() != context) {
            outer = outer.get().parent();
        }
        return outer.isPresent();
    }

    /** Whether a worker belongs to the context, or to one that is nested in it. */
    private boolean isMember(Worker worker) {
        return core().contexts.all().stream()
                .anyMatch(each -> isHere(each) && each.workers().contains(worker));
    }

    @Override
    public Task task(Codelet codelet) {
        refuseIfCancelled();
        return own(context.task(codelet));
    }

    @Override
    public TaskScope openScope(String name) {
        refuseIfCancelled();
        TaskScope opened = context.openScope(name);
        scopes.add(opened);
        String reason = cancelled; // again: who cancels meanwhile does not find the scope
        if (reason != null) {
            opened.cancel(reason);
        }
        return opened;
    }

    @Override
    public DataRegistry data() {
        return data;
    }

    @Override
    public List<SchedulingContext> contexts() {
        return super.contexts().stream().filter(this::isHere).toList();
    }

    @Override
    public SchedulingContext context(String name) {
        return name.equals(SchedulingContext.DEFAULT) ? context : super.context(name);
    }

    @Override
    public SchedulingContext createContext(String name, String policy, Predicate<? super Worker> workers) {
        return createContext(ContextDescription.named(name)
                .withPolicy(policy)
                .withFallbackPolicy(context.fallbackPolicy())
                .withWorkers(new WorkerSelection.Chosen(workers)));
    }

    @Override
    public SchedulingContext createContext(ContextDescription description) {
        boolean isNestedHere = description.parent().equals(SchedulingContext.DEFAULT);
        refuseIfCancelled();
        SchedulingContext nested = super.createContext(isNestedHere ? description.within(context.name()) : description);
        made.add(nested);
        String reason = cancelled; // again: who cancels meanwhile does not find the context
        if (reason != null) {
            nested.cancelTasks(reason);
        }
        return nested;
    }

    @Override
    public Map<String, String> contextProblems() {
        return whole.contextProblems();
    }

    @Override
    public List<Worker> workers() {
        return context.workers();
    }

    /** Of a runtime that contexts share, nobody knows in which of them they were. */
    @Override
    public List<FormerWorker> formerWorkers() {
        return context.name().equals(SchedulingContext.DEFAULT) ? super.formerWorkers() : List.of();
    }

    @Override
    public List<Worker> workers(WorkerSelection selection) {
        List<Worker> here = context.workers();
        return super.workers(selection).stream().filter(here::contains).toList();
    }

    @Override
    public void waitAll() throws InterruptedException {
        context.waitAll();
        tellIfCancelled();
    }

    @Override
    public boolean waitAll(Duration time) throws InterruptedException {
        boolean ended = context.waitAll(time);
        if (ended) {
            tellIfCancelled();
        }
        return ended;
    }

    @Override
    public void waitUntilAtMost(long tasks) throws InterruptedException {
        context.waitUntilAtMost(tasks);
    }

    @Override
    public Observation observe(RuntimeObserver observer) {
        if (context.name().equals(SchedulingContext.DEFAULT)) {
            return super.observe(observer); // Every context is nested in it, or it is the only one.
        }
        ScopedObserver here = new ScopedObserver(observer, this::isHere, this::isMember);
        return core().observers.add(here, observer);
    }

    @Override
    public TaskOverview tasks(int mostWaiting) {
        return super.tasks(context, mostWaiting);
    }

    @Override
    public List<Task> unfinishedTasks() {
        return super.unfinishedTasks().stream()
                .filter(task -> isHere(task.context()))
                .toList();
    }

    /** Refused: the runtime is not the application's. */
    @Override
    public void requestTermination() {
        throw new UnsupportedOperationException("context '" + context.name()
                + "' is of a shared runtime, which is not the application's to end; leave it to whoever "
                + "started the run");
    }

    /** Refused: it is not the application's. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("context '" + context.name()
                + "' is shared, and not the application's to close; leave it to whoever started the run");
    }
}
