package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.core.internal.context.PolicyTransitions.Action;
import org.asterism.core.internal.context.PolicyTransitions.Event;
import org.asterism.core.internal.context.PolicyTransitions.State;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Determines the policy in charge of a context. It receives each event that may change the policy or the context's
 * workers, one after the other, and acts as {@link PolicyTransitions} says.
 *
 * <p>No thread takes its lock to submit or to run a task.
 */
final class PolicyLifecycle {
    private static final Logger LOG = System.getLogger(PolicyLifecycle.class.getName());

    record Wish(String policy, Map<String, String> properties) {
        boolean isMetBy(PolicyInstance instance) {
            return instance.name().equals(policy) && instance.properties().equals(properties);
        }
    }

    final String name;
    final ReadyPool pool;
    final TaskTransfer transfer;
    final ContextWorkers members;
    final PolicyInstances instances;
    private final PolicyStatus status = new PolicyStatus();
    private final ContextHome home;
    private final ChangeLock changes;
    private final ContextNews news;
    private volatile Wish wanted;
    private volatile Optional<String> fallbackPolicy;
    private volatile boolean closed;

    PolicyLifecycle(
            Context context, ContextHome home, ReadyPool pool, ContextWorkers members, ContextDescription description) {
        name = context.name();
        this.home = home;
        this.pool = pool;
        this.members = members;
        transfer = pool.transfer();
        news = new ContextNews(context, pool, members, home.observers());
        changes = new ChangeLock(this::follow, () -> pool.hooks().changeEnds(home), this::changeEnds, news::tell);
        instances = new PolicyInstances(context, home, members, changes, transfer.supervisor(), () -> closed);
        wanted = new Wish(description.policy(), description.policyProperties());
        fallbackPolicy = description.fallbackPolicy();
    }

    private void changeEnds() {
        news.gather();
        home.contextChanged();
    }

    // For any thread.

    ContextState state() {
        if (closed) {
            return ContextState.CLOSED;
        }
        if (pool.isOpen()) {
            return ContextState.ACTIVE;
        }
        return changes.isUnderWay() ? ContextState.CHANGING : ContextState.PARKED;
    }

    /** The policy that is in charge already, or will be when it is available. */
    Wish wanted() {
        return wanted;
    }

    /** The name of the policy that is in charge while the wanted one is not available. */
    Optional<String> fallbackPolicy() {
        return fallbackPolicy;
    }

    PolicyStatus status() {
        return status;
    }

    /** Whether the calling thread makes a change: then it comes from a policy that takes part in it. */
    boolean isChangedHere() {
        return transfer.supervisor().isCallingHere() || changes.isHeldHere();
    }

    void awaitChange() {
        changes.await();
    }

    // For changes.

    /** The state in which the context is or was with a policy in charge; null for none. */
    State stateWith(PolicyInstance instance) {
        if (closed) {
            return State.CLOSED;
        }
        if (instance == null) {
            return State.PARKED;
        }
        if (instance.isFallback()) {
            boolean isFallback = fallbackPolicy.filter(instance.name()::equals).isPresent();
            return isFallback ? State.FALLBACK : State.FORMER_FALLBACK;
        }
        return wanted.isMetBy(instance) ? State.IN_CHARGE : State.SUPERSEDED;
    }

    private Action after(Event event) {
        return PolicyTransitions.action(event, stateWith(pool.inCharge()));
    }

    // What programs and descriptions ask for.

    /** Installs the policy the context starts with, if it is there; the context is parked otherwise. */
    void start() {
        changes.run(() -> new PolicyChange(this).run(Event.WANTED_PLUGIN_CHANGED));
    }

    /**
     * Puts a policy in charge at once.
     *
     * @throws UnknownPolicyException if there is none of that name
     * @throws PolicyRefusedException if it cannot take over; then the one in charge goes on, or the fall-back takes
     *     over
     */
    void usePolicy(String policy, Map<String, String> properties) {
        Wish wish = new Wish(policy, Map.copyOf(properties));
        changes.run(() -> {
            if (after(Event.POLICY_REQUESTED) == Action.REFUSE) {
                throw isClosed();
            }
            request(wish, new PolicyChange(this));
        });
    }

    private IllegalStateException isClosed() {
        return new IllegalStateException("context '" + name + "' is closed");
    }

    private void request(Wish wish, PolicyChange change) {
        Throwable thrown;
        try {
            thrown = change.request(wish);
        } catch (PolicyRefusedException | UnknownPolicyException refused) {
            throw closed ? isClosed() : refused; // another thread may close the context while the policy is created
        }
        if (thrown instanceof NotQuietException) {
            throw new PolicyRefusedException(wish.policy(), thrown.getMessage(), null);
        }
        if (thrown != null) {
            throw new PolicyRefusedException(wish.policy(), PolicyStatus.threwAtTasks(wish.policy(), thrown), thrown);
        }
        wanted = wish;
    }

    /**
     * Puts a policy in charge now or, if it is not there or does not accept its properties, when it comes; the one in
     * charge, or the fall-back if there is none, goes on until then.
     */
    void wishPolicy(String policy, Map<String, String> properties) {
        Wish wish = new Wish(policy, Map.copyOf(properties));
        changes.run(() -> configure(wish));
    }

    private void configure(Wish wish) {
        if (after(Event.POLICY_REQUESTED) == Action.REFUSE) {
            return;
        }
        PolicyChange change = new PolicyChange(this);
        try {
            request(wish, change);
        } catch (UnknownPolicyException | PolicyRefusedException refused) {
            LOG.log(Level.ERROR, "context '" + name + "': " + refused.getMessage(), refused);
            wanted = wish;
            status.report(refused.getMessage());
            change.run(Event.WANTED_FAILED);
        }
    }

    /**
     * Takes over what another description says of policies, as one change: the fall-back, and the policy if another one
     * is asked for than before. Another fall-back takes over at once from the former, and if no policy is in charge;
     * else the next time that one is needed.
     */
    void describe(ContextDescription before, ContextDescription changed) {
        changes.run(() -> {
            boolean isAnotherFallback = !changed.fallbackPolicy().equals(fallbackPolicy);
            fallbackPolicy = changed.fallbackPolicy();
            if (!changed.policy().equals(before.policy())
                    || !changed.policyProperties().equals(before.policyProperties())) {
                configure(new Wish(changed.policy(), changed.policyProperties()));
            } else if (isAnotherFallback) {
                new PolicyChange(this).run(Event.FALLBACK_CONFIGURED);
            }
        });
    }

    // Plug-ins that come, go and fail.

    /**
     * A plug-in has come or left. If a policy that is called for a change of this context brings it or takes it away,
     * that change waits for the policy, and looks at the plug-in when it ends.
     */
    void pluginChanged(PolicyPlugin plugin) {
        if (transfer.supervisor().isCallingHere()) {
            changes.defer(plugin);
        } else {
            changes.run(() -> {
                changes.deferIfAway(plugin); // the change that creates a policy now may find it to be of concern
                follow(plugin);
            });
        }
    }

    private void follow(PolicyPlugin plugin) {
        PolicyInstance now = pool.inCharge();
        PolicyChange change = new PolicyChange(this);
        if (now != null && now.plugin() == plugin && !home.plugins().has(plugin)) {
            change.replace(now, Event.PLUGIN_LEFT, "policy '" + now.name() + "' has left");
        } else if (plugin.name().equals(wanted.policy())) {
            change.run(Event.WANTED_PLUGIN_CHANGED);
        } else if (fallbackPolicy.filter(plugin.name()::equals).isPresent()) {
            change.run(Event.FALLBACK_PLUGIN_CHANGED);
        }
    }

    /** Takes over from a policy that broke its contract. Called outside of the gate, by the thread that noticed it. */
    void policyFailed(PolicyInstance failed, String what, Throwable thrown) {
        ContextWorker current = home.currentWorker();
        Runnable replacement = () -> changes.run(() -> {
            String sentence = "policy '" + failed.name() + "' of context '" + name + "' " + what;
            SafeLog.say(LOG, Level.ERROR, sentence, thrown);
            if (pool.inCharge() == failed) {
                new PolicyChange(this).replace(failed, Event.POLICY_FAILED, sentence);
            }
        });
        if (current != null && current.isScheduling()) {
            // A change waits for the end of the operation, which the thread therefore must not wait in for a change.
            current.defer(replacement, "replacing policy '" + failed.name() + "'");
        } else {
            replacement.run();
        }
    }

    // Workers that come and go.

    void addWorkers(List<? extends ContextWorker> added) {
        changeWorkers(added, "addWorkers", () -> members.add(added), policy -> policy.addWorkers(List.copyOf(added)));
    }

    /** Takes workers out. Tasks that they have begun are theirs still. */
    void removeWorkers(Set<? extends ContextWorker> removed) {
        changeWorkers(
                removed,
                "removeWorkers",
                () -> members.remove(removed),
                policy -> policy.removeWorkers(ContextWorkers.sorted(removed)));
    }

    private void changeWorkers(
            Collection<? extends ContextWorker> moved, String method, Runnable move, Consumer<SchedulingPolicy> news) {
        changes.run(() -> {
            SuspendedWorkers suspended = members.suspend(moved);
            try {
                boolean isTold = after(Event.WORKERS_CHANGED) == Action.MOVE_AND_TELL;
                PolicyInstance now = isTold ? pool.inCharge() : null;
                String failure = transfer.moveWorkers(now, move, method, news, suspended::resume);
                suspended.resume();
                if (failure != null) {
                    new PolicyChange(this).replace(now, Event.POLICY_FAILED, failure);
                } else if (isTold) {
                    members.wake();
                }
            } finally {
                suspended.wake();
            }
        });
    }

    void shut() {
        changes.run(() -> {
            try {
                new PolicyChange(this).run(Event.CONTEXT_CLOSED);
            } finally {
                closed = true;
            }
        });
    }
}
