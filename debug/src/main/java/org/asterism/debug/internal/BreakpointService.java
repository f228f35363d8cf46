package org.asterism.debug.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.asterism.api.RuntimeNames;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Breakpoints;
import org.asterism.debug.Condition;
import org.asterism.debug.Occasion;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.debug.Target;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The breakpoints of all runtimes that are services. */
@Component(service = Breakpoints.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class BreakpointService implements Breakpoints {
    private final BreakpointBoard board = new BreakpointBoard();
    private final HeldThreads threads = new HeldThreads();
    private final Map<TaskRuntime, ObservedRuntime> runtimes = new ConcurrentHashMap<>();

    /** Called by Declarative Services. */
    public BreakpointService() {}

    @Reference(
            service = TaskRuntime.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime, Map<String, ?> properties) {
        ObservedRuntime added = new ObservedRuntime(RuntimeNames.of(properties), runtime, board, threads, this::update);
        runtimes.put(runtime, added);
        added.update(this::isNeeded);
    }

    void removeRuntime(TaskRuntime runtime) {
        ObservedRuntime left = runtimes.remove(runtime);
        if (left != null) {
            left.close();
            board.forget(left);
        }
    }

    /** Called by Declarative Services: lets all stopped tasks go on. */
    @Deactivate
    void deactivate() {
        List.copyOf(runtimes.keySet()).forEach(this::removeRuntime);
    }

    private boolean isNeeded() {
        return !board.isEmpty() || !threads.isEmpty();
    }

    private void update() {
        for (ObservedRuntime each : runtimes.values()) {
            each.update(this::isNeeded);
        }
    }

    @Override
    public Breakpoint set(Point point, Target target, Condition condition, boolean wholeRuntime) {
        condition.requireKnownAt(point);
        if (target instanceof Target.OneTask(Task task)) {
            requireAhead(point, task);
        }
        Breakpoint set = board.add(point, target, condition, wholeRuntime);
        update();
        board.deleteEnded(); // it may have ended before it was observed
        return set;
    }

    private static void requireAhead(Point point, Task task) {
        if (task.state().isFinal()) {
            throw new IllegalArgumentException(
                    "task " + task + " has ended (" + word(task) + "): set a breakpoint for a task that has not");
        }
        if (!point.isAhead(task.state())) {
            throw new IllegalArgumentException("task " + task + " is " + word(task) + " and so past " + point.word()
                    + (Point.EXEC.isAhead(task.state())
                            ? ": use a later point, such as exec"
                            : ": no point is ahead of it; set the breakpoint earlier, or for the next such task, with "
                                    + new Target.OfCodelet(task.codelet().name())));
        }
    }

    private static String word(Task task) {
        return task.state().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Breakpoint> all() {
        if (board.deleteEnded()) {
            update();
        }
        return board.all();
    }

    @Override
    public boolean delete(int number) {
        boolean deleted = board.delete(number);
        update();
        return deleted;
    }

    @Override
    public List<Stop> stops() {
        return threads.stops();
    }

    @Override
    public boolean resume(int stop) {
        return release(stop, thread -> board.forgetBefore(thread.stop()));
    }

    @Override
    public boolean step(int stop) {
        return release(stop, thread -> board.add(stepOf(thread)));
    }

    private Step stepOf(HeldThread thread) {
        Occasion occasion = thread.stop().occasion();
        boolean whole = thread.stop().wholeRuntime();
        return occasion.point() == Point.EXEC
                ? new Step.OfWorker(thread.runtime(), whole, occasion.worker().orElseThrow(), threads.last())
                : new Step.OfTask(thread.runtime(), whole, occasion.task(), occasion.point());
    }

    private boolean release(int stop, Consumer<HeldThread> first) {
        return threads.find(stop)
                .map(thread -> thread.release(() -> first.accept(thread)))
                .orElse(false);
    }

    @Override
    public Runnable listen(Consumer<? super Stop> listener) {
        return threads.listen(listener);
    }
}
