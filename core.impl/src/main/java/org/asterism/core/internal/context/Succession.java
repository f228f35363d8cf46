package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
    private volatile long policyChanges;

    Succession(String name, Custody custody, Members members, PolicyMaker maker, Optional<String> fallbackPolicy) {
        this.name = name;
        this.custody = custody;
        this.takeover = custody.takeover();
        this.members = members;
        this.maker = maker;
        this.fallbackPolicy = fallbackPolicy;
    }

    /** What went wrong last, until a policy takes over without; any thread. */
    String trouble() {
        return trouble;
    }

    void trouble(String sentence) {
        trouble = sentence;
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
     * Has a policy hand its tasks over to another one, with the gate closed. If that one throws when it gets them, the old one goes
     * on; or, if it has shown that it cannot be trusted either, the fall-back, or none.
     *
     * @param old the one in charge, or null
     * @param troubleThen what goes wrong still if the new one goes on, or null
     * @return what the new policy threw, in which case it is not in charge; else null
     */
    Throwable swap(PolicySlot old, PolicySlot fresh, String troubleThen) {
        String before = trouble;
        trouble = troubleThen; // first: who sees the new policy in charge shall not see what was wrong before
        Throwable thrown = takeover.handOver(fresh);
        if (thrown != null && old != null && takeover.mayGoOn()) {
            trouble = before;
            Takeover.end(fresh);
            reopen(old);
            return thrown;
        }
        goOnWith(fresh, thrown);
        if (old != null) {
            Takeover.end(old);
        }
        return thrown;
    }

    /** Puts a policy in charge, or the fall-back if it throws, or none; with the gate closed and all tasks parked. */
    void putInCharge(PolicySlot first) {
        if (first == null) {
            stayParked();
        } else {
            goOnWith(first, takeover.handOver(first));
        }
    }

    /** Goes on with a policy that was put in charge, or with the fall-back if it threw when it was given the tasks, or none. */
    private void goOnWith(PolicySlot first, Throwable itThrew) {
        PolicySlot candidate = first;
        Throwable thrown = itThrew;
        while (true) {
            policyChanges++;
            if (thrown == null) {
                members.wake();
                return;
            }
            trouble = threwAtTasks(candidate, thrown);
            LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
            Takeover.end(candidate);
            candidate = fallbackInsteadOf(candidate.plugin());
            if (candidate == null) {
                stayParked();
                return;
            }
            thrown = takeover.handOver(candidate);
        }
    }

    static String threwAtTasks(PolicySlot slot, Throwable thrown) {
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
        if (slot != null) {
            Throwable thrown = takeover.goOn(slot);
            if (thrown != null) {
                trouble = threwAtTasks(slot, thrown);
                LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
                Takeover.end(slot);
                putInCharge(fallbackInsteadOf(slot.plugin()));
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
        closeForRetirement(leaving);
        if (next == null) {
            takeover.takeBack();
            stayParked();
        } else {
            goOnWith(next, takeover.handOver(next));
        }
        Takeover.end(leaving);
    }

    /** Closes the gate before a policy that will be replaced even if calls of it do not return. */
    void closeForRetirement(PolicySlot leaving) {
        if (!takeover.close()) {
            LOG.log(
                    Level.ERROR,
                    "context ''{0}'': calls of policy ''{1}'' that are under way do not return; it is replaced nevertheless",
                    name,
                    leaving.name());
        }
    }
}
