package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.asterism.core.internal.plugin.PolicyPlugin;

/**
 * Which policy is in charge of a context after another one: the one that is to follow, or the one there was, or the fall-back, or none, in
 * which case the context is parked. Whatever a policy throws on the way, another follows or the context is parked, with all its tasks. By
 * one thread at a time, which holds the context's lock for changes.
 */
final class Succession {
    private static final Logger LOG = System.getLogger(Succession.class.getName());

    private final String name;
    private final Custody custody;
    private final Takeover takeover;
    private final Members members;
    private final PolicyMaker maker;
    private volatile Optional<String> fallbackPolicy;
    private volatile String trouble;
    private volatile Busy busy;
    private volatile long policyChanges;

    /** A policy that was refused because calls of the one in charge do not return, and from where it is called. */
    private record Busy(String sentence, List<Turn> turns) {}

    Succession(String name, Custody custody, Members members, PolicyMaker maker, Optional<String> fallbackPolicy) {
        this.name = name;
        this.custody = custody;
        this.takeover = custody.takeover();
        this.members = members;
        this.maker = maker;
        this.fallbackPolicy = fallbackPolicy;
    }

    /**
     * What went wrong last, until a policy takes over without, or until the calls have returned that a policy was
     * refused for; any thread.
     */
    String trouble() {
        Busy known = busy;
        boolean isBusy = known != null && known.turns.stream().anyMatch(Turn::isInside);
        return isBusy ? known.sentence : trouble;
    }

    void trouble(String sentence) {
        trouble = sentence;
        busy = null;
    }

    /** How often a policy took over; any thread. */
    long policyChanges() {
        return policyChanges;
    }

    /** The policy that takes over when there is no other; any thread. */
    Optional<String> fallbackPolicy() {
        return fallbackPolicy;
    }

    void fallbackPolicy(Optional<String> policy) {
        fallbackPolicy = policy;
    }

    /**
     * Has a policy hand its tasks over to another one. If that one throws when it gets them, the old one goes on; or,
     * if it has shown that it cannot be trusted either, the fall-back, or none.
     *
     * @param old the one in charge, or null
     * @param troubleThen what goes wrong still if the new one goes on, or null
     * @param mustBeQuiet whether the old one goes on if calls of it that are under way do not return
     * @return what the new policy threw, in which case it is not in charge, or a {@link NotQuietException}; else null
     */
    Throwable swap(PolicySlot old, PolicySlot fresh, String troubleThen, boolean mustBeQuiet) {
        String before = trouble;
        trouble = troubleThen; // first: who sees the new policy in charge shall not see what was wrong before
        Throwable thrown = takeover.handOver(fresh, mustBeQuiet);
        if (thrown instanceof NotQuietException notQuiet) {
            String refusal = "policy '" + fresh.name() + "' was refused: " + thrown.getMessage();
            busy = new Busy(refusal + members.within(notQuiet.busy()), notQuiet.busy());
            trouble = before;
            takeover.end(fresh);
            members.wake();
            return thrown;
        }
        if (thrown != null && old != null && takeover.mayGoOn()) {
            trouble = before;
            takeover.end(fresh);
            reopen(old);
            return thrown;
        }
        goOnWith(fresh, thrown);
        if (old != null) {
            takeover.end(old);
        }
        return thrown;
    }

    /** Puts a policy in charge, or the fall-back if it throws, or none; with the gate closed and all tasks parked. */
    void putInCharge(PolicySlot first) {
        if (first == null) {
            stayParked();
        } else {
            goOnWith(first, takeover.handOver(first, false));
        }
    }

    /** Goes on with a policy that was put in charge, or with the fall-back if it threw when it was given the tasks, or none. */
    private void goOnWith(PolicySlot first, Throwable itThrew) {
        PolicySlot candidate = first;
        Throwable thrown = itThrew;
        while (true) {
            policyChanges++;
            if (thrown == null) {
                busy = null;
                members.wake();
                return;
            }
            trouble = threwAtTasks(candidate, thrown);
            LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
            takeover.end(candidate);
            candidate = fallbackInsteadOf(candidate.plugin());
            if (custody.slot() != null) { // of another change, while the fall-back was made
                discard(candidate);
                return;
            }
            if (candidate == null) {
                stayParked();
                return;
            }
            thrown = takeover.handOver(candidate, false);
        }
    }

    /** Ends a policy that was made and is not needed; null for none. */
    void discard(PolicySlot made) {
        if (made != null) {
            takeover.end(made);
        }
    }

    static String threwAtTasks(PolicySlot slot, Throwable thrown) {
        if (thrown instanceof StuckPolicyException) {
            return thrown.getMessage();
        }
        return "policy '" + slot.name() + "' threw when it was given the tasks: " + thrown;
    }

    private void stayParked() {
        takeover.stayParked();
        // A policy that leaves an idle context, as at the end of a container, is nothing to warn of.
        Level level = custody.hasParked() ? Level.WARNING : Level.INFO;
        LOG.log(level, "context ''{0}'' is parked: {1}", name, trouble);
    }

    /** Lets the policy that was in charge go on; with the gate closed. */
    void reopen(PolicySlot slot) {
        wentOn(slot, slot == null ? null : takeover.goOn(slot));
    }

    /** Wakes the workers of a policy that has gone on, or puts the fall-back in charge if it threw. */
    void wentOn(PolicySlot slot, Throwable thrown) {
        if (thrown != null) {
            trouble = threwAtTasks(slot, thrown);
            LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
            takeover.end(slot);
            PolicySlot next = fallbackInsteadOf(slot.plugin());
            if (custody.slot() == null) {
                putInCharge(next);
            } else {
                discard(next);
            }
        }
        members.wake();
    }

    /** The fall-back, made, or null if there is none. */
    PolicySlot fallback() {
        Optional<String> wished = fallbackPolicy;
        return wished.isPresent() && maker.provider(wished.get()) != null ? maker.createFallback(wished.get()) : null;
    }

    /** The fall-back when a policy has failed, or null if it would come from the same plug-in, or there is none. */
    PolicySlot fallbackInsteadOf(PolicyPlugin failed) {
        boolean isSame = fallbackPolicy.isPresent() && maker.provider(fallbackPolicy.get()) == failed;
        return isSame ? null : fallback();
    }

    /** Takes a policy out of charge, whatever it does, and puts another one in, or the fall-back if that throws, or none. */
    void retire(PolicySlot leaving, PolicySlot next) {
        if (next == null) {
            takeover.takeBack();
            stayParked();
        } else {
            goOnWith(next, takeover.handOver(next, false));
        }
        takeover.end(leaving);
    }
}
