package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.core.internal.context.PolicyLifecycle.Wish;
import org.asterism.core.internal.context.PolicyTransitions.Action;
import org.asterism.core.internal.context.PolicyTransitions.Event;
import org.asterism.core.internal.context.PolicyTransitions.State;
import org.asterism.core.internal.plugin.PolicyPlugin;

/**
 * One change of the policy in charge. It carries out the actions of {@link PolicyTransitions} until none is left.
 *
 * <p>If a policy throws on the way, another policy follows or the context is parked, with all its tasks.
 *
 * <p>Used by the thread that holds the context's lock for changes. The thread releases the lock while it creates a
 * policy, so each action begins with the current state.
 */
final class PolicyChange {
    private static final Logger LOG = System.getLogger(PolicyChange.class.getName());

    /** The purpose for which a policy was created. */
    private enum Role {
        REQUESTED,
        WANTED,
        FALLBACK
    }

    private final PolicyLifecycle lifecycle;
    private final PolicyStatus status;

    /** The plug-ins that have failed in this change: none of them becomes the fall-back. */
    private final Set<PolicyPlugin> failed = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The policy that must be replaced, and why; or null. */
    private PolicyInstance leaving;

    private String whyLeaving;

    /** The policy that was created last, and what for. */
    private PolicyInstance candidate;

    private Role role;

    /** The exception that the requested policy threw when it received the tasks. */
    private Throwable thrownByRequested;

    /** Whether the context may have become parked, which is not logged yet. */
    private boolean hasMoved;

    PolicyChange(PolicyLifecycle lifecycle) {
        this.lifecycle = lifecycle;
        status = lifecycle.status();
    }

    void run(Event event) {
        follow(after(event));
    }

    /**
     * Creates a policy and puts it in charge.
     *
     * @return the exception that the policy threw when it got the tasks, or {@link NotQuietException} because calls of
     *     the one in charge do not return; null if the new one is in charge
     */
    Throwable request(Wish wish) {
        candidate = create(wish.policy(), wish.properties(), Role.REQUESTED);
        follow(after(Event.REQUESTED_CREATED));
        return thrownByRequested;
    }

    /**
     * Replaces a policy whose plug-in has left or that has failed; after a failure it need not be in charge any more.
     */
    void replace(PolicyInstance replaced, Event event, String why) {
        follow(mustReplace(replaced, event, why));
    }

    private Action mustReplace(PolicyInstance replaced, Event event, String why) {
        leaving = replaced;
        whyLeaving = why;
        failed.add(replaced.plugin());
        if (lifecycle.pool.inCharge() != replaced) {
            lifecycle.instances.close(replaced);
            hasMoved = true;
        }
        return PolicyTransitions.action(event, lifecycle.stateWith(replaced));
    }

    private void follow(Action first) {
        Action action = first;
        while (action != Action.KEEP) {
            action = switch (action) {
                case TRY_WANTED -> tryWanted();
                case TRY_FALLBACK -> tryFallback();
                case SWAP -> takeOver(true);
                case INSTALL -> takeOver(false);
                case DISCARD -> discard(candidate);
                case PARK -> park();
                case SHUT_DOWN -> takeBack();
                default -> throw new IllegalStateException(action + " does not change who is in charge");
            };
        }
        if (hasMoved && state() == State.PARKED) {
            hasMoved = false;
            reportLeaving();
            lifecycle.transfer.stayParked();
            // A policy that leaves an idle context, as at the end of a container, is nothing to warn of.
            Level level = lifecycle.pool.hasParked() ? Level.WARNING : Level.INFO;
            LOG.log(
                    level,
                    "context ''{0}'' is parked: {1}",
                    lifecycle.name,
                    status.trouble().orElse("no reason"));
        }
    }

    private State state() {
        PolicyInstance now = lifecycle.pool.inCharge();
        return now != null && now == leaving ? State.REPLACING : lifecycle.stateWith(now);
    }

    private Action after(Event event) {
        return PolicyTransitions.action(event, state());
    }

    private void reportLeaving() {
        if (whyLeaving != null) {
            status.report(whyLeaving);
            whyLeaving = null;
        }
    }

    // Candidates.

    private PolicyInstance create(String policy, Map<String, String> properties, Role purpose) {
        role = purpose;
        try {
            return lifecycle.instances.create(policy, properties, purpose == Role.FALLBACK);
        } catch (PolicyRefusedException | UnknownPolicyException refused) {
            if (properties.isEmpty()) { // it would refuse to be the fall-back as well, which has none
                failed.add(lifecycle.instances.provider(policy));
            }
            throw refused;
        }
    }

    private Action tryWanted() {
        Wish wish = lifecycle.wanted();
        PolicyPlugin provider = lifecycle.instances.provider(wish.policy());
        String refusal = null;
        candidate = null;
        if (provider == null) {
            refusal = "there is no policy '" + wish.policy() + "'";
        } else if (leaving == null || provider != leaving.plugin()) {
            refusal = tryToCreate(wish.policy(), wish.properties(), Role.WANTED);
        }
        if (!wish.equals(lifecycle.wanted())) {
            return outdated();
        }
        if (candidate != null) {
            return after(Event.WANTED_CREATED);
        }
        if (leaving == null && state() != State.IN_CHARGE) {
            status.report(refusal);
        }
        return after(Event.WANTED_FAILED);
    }

    private Action tryFallback() {
        Optional<String> name = lifecycle.fallbackPolicy();
        if (name.isEmpty()) {
            return after(Event.NO_FALLBACK);
        }
        PolicyPlugin provider = lifecycle.instances.provider(name.get());
        candidate = null;
        if (provider != null && !failed.contains(provider)) {
            tryToCreate(name.get(), Map.of(), Role.FALLBACK);
        }
        if (!name.equals(lifecycle.fallbackPolicy())) {
            return outdated();
        }
        return after(candidate == null ? Event.FALLBACK_FAILED : Event.FALLBACK_CREATED);
    }

    /** Creates a candidate, or returns why that was refused, which is logged. */
    private String tryToCreate(String policy, Map<String, String> properties, Role purpose) {
        try {
            candidate = create(policy, properties, purpose);
            return null;
        } catch (PolicyRefusedException | UnknownPolicyException refused) {
            LOG.log(Level.ERROR, "context '" + lifecycle.name + "': " + refused.getMessage(), refused);
            return refused.getMessage();
        }
    }

    private Action outdated() {
        discard(candidate);
        return after(Event.OUTDATED);
    }

    private Action discard(PolicyInstance policy) {
        lifecycle.instances.close(policy);
        return Action.KEEP;
    }

    // Takeovers.

    /**
     * Replaces the active policy, if there is one, by the candidate.
     *
     * @param mayGoOn whether the former policy continues if the candidate throws, unless it also failed
     */
    private Action takeOver(boolean mayGoOn) {
        PolicyInstance old = lifecycle.pool.inCharge();
        reportLeaving();
        PolicyStatus.Trouble before = status.save();
        if (role != Role.FALLBACK) {
            status.report(null); // first: who sees the new policy in charge shall not see what was wrong before
        }
        Throwable thrown = lifecycle.transfer.handOver(candidate, role == Role.REQUESTED);
        if (role == Role.REQUESTED) {
            thrownByRequested = thrown;
        }
        if (thrown instanceof NotQuietException notQuiet) {
            status.restore(before);
            String refusal = "policy '" + candidate.name() + "' was refused: " + thrown.getMessage();
            status.reportBusy(refusal + lifecycle.members.within(notQuiet.busy()), notQuiet.busy());
            lifecycle.members.wake();
            return discard(candidate);
        }
        if (thrown == null) {
            status.countTakeover();
            status.report(status.save().sentence()); // without the calls that did not return
            lifecycle.members.wake();
            return discard(old);
        }
        failed.add(candidate.plugin());
        lifecycle.instances.close(candidate);
        if (mayGoOn && old != null && lifecycle.transfer.mayGoOn()) {
            if (role == Role.REQUESTED) {
                status.restore(before); // the caller gets the exception
            } else {
                reportThrown(candidate, thrown);
            }
            return goOn(old, failure(thrown));
        }
        hasMoved = true;
        status.countTakeover();
        reportThrown(candidate, thrown);
        lifecycle.instances.close(old);
        return after(failure(thrown));
    }

    private Event failure(Throwable thrown) {
        return switch (role) {
            case REQUESTED -> thrown instanceof StuckPolicyException ? Event.REQUESTED_STUCK : Event.REQUESTED_THREW;
            case WANTED -> Event.WANTED_FAILED;
            case FALLBACK -> Event.FALLBACK_FAILED;
        };
    }

    private String reportThrown(PolicyInstance policy, Throwable thrown) {
        String sentence = PolicyStatus.threwAtTasks(policy.name(), thrown);
        status.report(sentence);
        LOG.log(Level.ERROR, "context '" + lifecycle.name + "': " + sentence, thrown);
        return sentence;
    }

    private Action goOn(PolicyInstance old, Event failure) {
        Throwable thrown = lifecycle.transfer.goOn(old);
        lifecycle.members.wake();
        return thrown == null ? after(failure) : mustReplace(old, Event.POLICY_FAILED, reportThrown(old, thrown));
    }

    private Action park() {
        reportLeaving();
        hasMoved = true;
        return takeBack();
    }

    private Action takeBack() {
        PolicyInstance old = lifecycle.pool.inCharge();
        lifecycle.transfer.takeBack();
        return discard(old);
    }
}
