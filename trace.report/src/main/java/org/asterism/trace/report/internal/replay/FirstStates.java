package org.asterism.trace.report.internal.replay;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.WorkerState;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceWorker;

/**
 * What a recording does not say at its begin, found out from its events: whether a worker slept, the contexts that it
 * was in, the policies in charge, and on which kinds of processors a codelet can run. For one thread.
 */
public final class FirstStates {
    private final Map<Integer, WorkerState> states = new HashMap<>();
    private final Map<Integer, Set<String>> joined = new HashMap<>();
    private final Map<Integer, Set<String>> memberships = new HashMap<>();
    private final Map<String, Optional<String>> policies = new HashMap<>();
    private final Map<String, Long> architectures = new HashMap<>();
    private final Set<String> contexts = new LinkedHashSet<>();
    private final Set<String> decided = new HashSet<>();
    private final Set<String> popped = new HashSet<>();

    /**
     * Notes an event.
     *
     * @param event the next event of the recording
     * @param codelet the codelet of its task; empty if the event is about no task, or the codelet is unknown
     * @param context the context of its task; empty if unknown
     */
    public void add(TraceEvent event, String codelet, String context) {
        if (event instanceof TraceEvent.OfWorker of) {
            states.putIfAbsent(
                    of.worker().id(), event instanceof TraceEvent.Woke ? WorkerState.SLEEPING : state(event));
        }
        switch (event) {
            case TraceEvent.Submitted it -> contexts.add(it.context());
            case TraceEvent.Popped it -> {
                popped.add(codelet);
                canRun(codelet, it.worker());
                if (!context.isEmpty()) {
                    wasIn(it.worker(), context);
                }
            }
            case TraceEvent.Decided _ -> decided.add(codelet);
            case TraceEvent.Joined it ->
                joined.computeIfAbsent(it.worker().id(), _ -> new HashSet<>()).add(it.context());
            case TraceEvent.Left it -> wasIn(it.worker(), it.context());
            case TraceEvent.PolicyChanged it -> policies.putIfAbsent(it.context(), it.before());
            default -> {
                // Other events say nothing about the time before them.
            }
        }
    }

    private static WorkerState state(TraceEvent event) {
        return event instanceof TraceEvent.Executed ? WorkerState.EXECUTING : WorkerState.SCHEDULING;
    }

    private void canRun(String codelet, TraceWorker worker) {
        long bit = 1L << Architecture.of(worker.architecture()).index();
        architectures.merge(codelet, bit, (one, other) -> one | other);
    }

    private void wasIn(TraceWorker worker, String context) {
        if (!joined.getOrDefault(worker.id(), Set.of()).contains(context)) {
            memberships.computeIfAbsent(worker.id(), _ -> new LinkedHashSet<>()).add(context);
        }
    }

    /** The state of a worker before its first event; a worker without events slept. */
    WorkerState state(TraceWorker worker) {
        return states.getOrDefault(worker.id(), WorkerState.SLEEPING);
    }

    /** The contexts of a worker at the begin. A worker that took no task was in the only context, if there is one. */
    Set<String> contexts(TraceWorker worker) {
        Set<String> unknown = joined.containsKey(worker.id()) || contexts.size() != 1 ? Set.of() : contexts;
        return memberships.getOrDefault(worker.id(), unknown);
    }

    /** The policy of a context at the begin. Unless it changed, its name does not matter. */
    Optional<String> policy(String context) {
        return policies.getOrDefault(context, Optional.of("unknown"));
    }

    /**
     * Returns the kinds of processors that can run a codelet, as far as that is known. Tasks that a policy has decided
     * for one worker were kept from all others by that decision. Of other codelets, those workers that ran them count.
     */
    long architectures(String codelet) {
        return decided.contains(codelet) ? -1L : architectures.getOrDefault(codelet, 0L);
    }

    /** Whether no worker ever took a task of a codelet: it has no work, so its tasks end when they are ready. */
    boolean isWithoutWork(String codelet) {
        return !popped.contains(codelet);
    }
}
