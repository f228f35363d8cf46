package org.asterism.trace.export.internal.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.asterism.trace.TraceEvent;

/**
 * Events of one task so far. Each accessor of an event returns null if the recording has no such event; of events that
 * happen several times, such as those of a task that is tried again, the last one counts.
 */
public final class TaskRecord {
    private final long id;
    private final List<Edge> before = new ArrayList<>(2);
    private final List<Edge> after = new ArrayList<>(2);
    private int submitOrder = -1;
    private TraceEvent.Submitted submitted;
    private TraceEvent.Ready ready;
    private TraceEvent.Pushed pushed;
    private TraceEvent.Decided decided;
    private TraceEvent.Popped popped;
    private TraceEvent.Fetching fetching;
    private TraceEvent.Fetched fetched;
    private TraceEvent.Launched launched;
    private final List<TraceEvent.Executed> executions = new ArrayList<>(1);
    private TraceEvent.Completed completed;

    TaskRecord(long id) {
        this.id = id;
    }

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.Submitted it -> submitted = it;
            case TraceEvent.Ready it -> ready = it;
            case TraceEvent.Pushed it -> pushed = it;
            case TraceEvent.Decided it -> decided = it;
            case TraceEvent.Popped it -> popped = it;
            case TraceEvent.Fetching it -> fetching = it;
            case TraceEvent.Fetched it -> fetched = it;
            case TraceEvent.Launched it -> launched = it;
            case TraceEvent.Executed it -> executions.add(it);
            case TraceEvent.Completed it -> completed = it;
            default -> {
                // Other events concern the exporters that show them.
            }
        }
    }

    void submittedAs(int order) {
        submitOrder = order;
    }

    void waitsFor(Edge edge) {
        before.add(edge);
    }

    void isAwaitedThrough(Edge edge) {
        after.add(edge);
    }

    /**
     * Whether the recording has an event of the task itself, and not only of tasks that it waits for.
     *
     * @return false if only dependencies name the task
     */
    boolean isKnown() {
        return submitted != null || ready != null || popped != null || !executions.isEmpty() || completed != null;
    }

    /**
     * Returns the task.
     *
     * @return its id
     */
    public long id() {
        return id;
    }

    /**
     * Returns the place of the task in the order of submissions.
     *
     * @return from 0; -1 if the recording does not have the submission
     */
    public int submitOrder() {
        return submitOrder;
    }

    /**
     * Returns the name of the task's codelet.
     *
     * @return {@code task} if the recording does not have the submission
     */
    public String codelet() {
        return submitted == null ? "task" : submitted.codelet();
    }

    /**
     * Returns the numbers of the iterations that the task belongs to.
     *
     * @return the outermost first; empty if there are none, or the recording does not have the submission
     */
    public List<Long> iterations() {
        return submitted == null ? List.of() : submitted.iterations();
    }

    /**
     * Returns the numbers of the iterations in one text.
     *
     * @return such as {@code 5 2}; empty if there are none
     */
    public String iterationText() {
        return iterations().stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    /**
     * Returns the dependencies that the task waited for.
     *
     * @return in the order of their fulfilment
     */
    public List<Edge> before() {
        return before;
    }

    /**
     * Returns the dependencies that the task fulfilled.
     *
     * @return in the order of their fulfilment
     */
    public List<Edge> after() {
        return after;
    }

    /**
     * Returns the submission.
     *
     * @return null if not recorded
     */
    public TraceEvent.Submitted submitted() {
        return submitted;
    }

    /**
     * Returns when the task became ready.
     *
     * @return null if not recorded
     */
    public TraceEvent.Ready ready() {
        return ready;
    }

    /**
     * Returns when the task was given to the policy.
     *
     * @return null if not recorded
     */
    public TraceEvent.Pushed pushed() {
        return pushed;
    }

    /**
     * Returns the decision of the policy.
     *
     * @return null if not recorded
     */
    public TraceEvent.Decided decided() {
        return decided;
    }

    /**
     * Returns when a worker took the task.
     *
     * @return null if not recorded
     */
    public TraceEvent.Popped popped() {
        return popped;
    }

    /**
     * Returns when a worker requested the data.
     *
     * @return null if not recorded
     */
    public TraceEvent.Fetching fetching() {
        return fetching;
    }

    /**
     * Returns when the data had arrived.
     *
     * @return null if not recorded
     */
    public TraceEvent.Fetched fetched() {
        return fetched;
    }

    /**
     * Returns when the kernel was launched.
     *
     * @return null if not recorded
     */
    public TraceEvent.Launched launched() {
        return launched;
    }

    /**
     * Returns the last execution.
     *
     * @return null if not recorded
     */
    public TraceEvent.Executed executed() {
        return executions.isEmpty() ? null : executions.getLast();
    }

    /**
     * Returns all executions: several of a task that repeats or was tried again.
     *
     * @return in their order
     */
    public List<TraceEvent.Executed> executions() {
        return executions;
    }

    /**
     * Returns the completion.
     *
     * @return null if not recorded
     */
    public TraceEvent.Completed completed() {
        return completed;
    }
}
