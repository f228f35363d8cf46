package org.asterism.shell.gogo.internal.run;

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
import org.asterism.api.BalancerDescription;
import org.asterism.api.Balancing;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.FormerWorker;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.PolicyDescription;
import org.asterism.api.Runtime;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Simulation;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.data.DataRegistry;
import org.asterism.api.device.DeviceReport;
import org.asterism.api.model.Links;
import org.asterism.api.model.Models;
import org.asterism.api.model.Predictor;
import org.asterism.spi.observation.RuntimeObserver;
import org.asterism.spi.policy.TaskGraph;

/**
 * A context of a runtime, as a runtime: what an application that is run in this context sees. Its default context is that one, and so are
 * its workers and what it waits for; contexts that it makes are nested in it.
 */
final class ContextRuntime implements Runtime {
    private final Runtime shared;
    private final SchedulingContext context;
    private final ContextData data;

    /** What is called off when the run is cancelled; the context may have tasks of others. */
    private final Set<Task> tasks = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Set<SchedulingContext> made = ConcurrentHashMap.newKeySet();
    private volatile String cancelled;

    ContextRuntime(Runtime shared, SchedulingContext context) {
        this.shared = shared;
        this.context = context;
        data = new ContextData(shared.data());
    }

    /** Lets go of the data that the application has left; at the end of its run. */
    void end() {
        data.close();
    }

    /** Notes that a task is the application's. */
    Task own(Task task) {
        tasks.add(task);
        return task;
    }

    /** Calls off the application's tasks that have not begun, and refuses further ones. */
    void cancel(String reason) {
        cancelled = reason;
        List<Task> all;
        synchronized (tasks) {
            all = List.copyOf(tasks);
        }
        all.stream().filter(task -> task.state() != TaskState.CREATED).forEach(Task::cancel);
        made.stream().filter(each -> each.state() != ContextState.CLOSED).forEach(each -> each.cancelTasks(reason));
    }

    private void refuseIfCancelled() {
        String reason = cancelled;
        if (reason != null) {
            throw new IllegalStateException(reason + ", and takes no more tasks");
        }
    }

    /** Has whoever has waited for all tasks know that some were called off, as if the context had. */
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

    @Override
    public Task task(Codelet codelet) {
        refuseIfCancelled();
        return own(context.task(codelet));
    }

    @Override
    public DataRegistry data() {
        return data;
    }

    @Override
    public SchedulingContext defaultContext() {
        return context;
    }

    @Override
    public List<SchedulingContext> contexts() {
        return shared.contexts().stream().filter(this::isHere).toList();
    }

    @Override
    public SchedulingContext context(String name) {
        return name.equals(SchedulingContext.DEFAULT) ? context : shared.context(name);
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
        SchedulingContext nested =
                shared.createContext(isNestedHere ? description.within(context.name()) : description);
        made.add(nested);
        return nested;
    }

    @Override
    public Map<String, String> contextProblems() {
        return shared.contextProblems();
    }

    @Override
    public List<Worker> workers() {
        return context.workers();
    }

    /** Of a runtime that contexts share, nobody knows in which of them they were. */
    @Override
    public List<FormerWorker> formerWorkers() {
        return context.name().equals(SchedulingContext.DEFAULT) ? shared.formerWorkers() : List.of();
    }

    @Override
    public List<Worker> workers(WorkerSelection selection) {
        List<Worker> here = context.workers();
        return shared.workers(selection).stream().filter(here::contains).toList();
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
            return shared.observe(observer); // Every context is nested in it, or it is the only one.
        }
        return shared.observe(new RuntimeObserver() {
            @Override
            public void submitted(Task task) {
                if (isHere(task.context())) {
                    observer.submitted(task);
                }
            }

            @Override
            public void executed(Task task, Worker worker, long begin, long end) {
                if (isHere(task.context())) {
                    observer.executed(task, worker, begin, end);
                }
            }
        });
    }

    @Override
    public Optional<Simulation> simulation() {
        return shared.simulation();
    }

    @Override
    public Predictor predictor() {
        return shared.predictor();
    }

    @Override
    public TaskGraph graph() {
        return shared.graph();
    }

    @Override
    public Models models() {
        return shared.models();
    }

    @Override
    public Links links() {
        return shared.links();
    }

    @Override
    public List<DeviceReport> devices() {
        return shared.devices();
    }

    /** Workers of the runtime, which are also in this context if it wants such. */
    @Override
    public List<Worker> rescanDevices() {
        return shared.rescanDevices();
    }

    @Override
    public List<MemoryNode> memoryNodes() {
        return shared.memoryNodes();
    }

    @Override
    public Tags tags() {
        return shared.tags();
    }

    @Override
    public TaskBundle bundle(String name) {
        return shared.bundle(name);
    }

    @Override
    public void pause() {
        shared.pause();
    }

    @Override
    public void resume() {
        shared.resume();
    }

    @Override
    public boolean isPaused() {
        return shared.isPaused();
    }

    @Override
    public List<PolicyDescription> policies() {
        return shared.policies();
    }

    @Override
    public boolean hasBegun() {
        return shared.hasBegun();
    }

    @Override
    public Clock clock() {
        return shared.clock();
    }

    @Override
    public TaskOverview tasks(int mostWaiting) {
        return shared.tasks(context, mostWaiting);
    }

    @Override
    public TaskOverview tasks(SchedulingContext asked, int mostWaiting) {
        return shared.tasks(asked, mostWaiting);
    }

    @Override
    public List<BalancerDescription> balancers() {
        return shared.balancers();
    }

    @Override
    public void balance(String name, Map<String, String> properties) {
        shared.balance(name, properties);
    }

    @Override
    public void stopBalancing() {
        shared.stopBalancing();
    }

    @Override
    public Balancing balancing() {
        return shared.balancing();
    }

    @Override
    public List<Task> unfinishedTasks() {
        return shared.unfinishedTasks().stream()
                .filter(task -> isHere(task.context()))
                .toList();
    }

    /** Refused: the runtime is not the application's. */
    @Override
    public void requestTermination() {
        throw new UnsupportedOperationException(
                "context '" + context.name()
                        + "' is of a shared runtime, which is not the application's to end; leave it to whoever started the run");
    }

    /** Refused: it is not the application's. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("context '" + context.name()
                + "' is shared, and not the application's to close; leave it to whoever started the run");
    }
}
