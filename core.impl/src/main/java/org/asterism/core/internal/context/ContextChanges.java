package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.core.internal.plugin.PolicyPlugin;

/**
 * Which policy a context shall have, and everything that changes about which one it has and about its workers: what a program or a
 * description asks for, and plug-ins and workers that come and go, one change after the other.
 *
 * <p>{@link #changing} is held for as long as a change takes, and around calls of policies. Nobody takes it to submit or to
 * run a task.
 */
final class ContextChanges {
    private static final Logger LOG = System.getLogger(ContextChanges.class.getName());

    private final String name;
    private final ContextHome home;
    private final Custody custody;
    private final Takeover takeover;
    private final Members members;
    private final PolicyMaker maker;
    private final Succession succession;
    private final ChangeLock changing;
    private volatile String wantedPolicy;
    private volatile Map<String, String> wantedProperties;
    private volatile boolean closed;

    ContextChanges(Context context, ContextHome home, Custody custody, ContextDescription description) {
        this.name = context.name();
        this.home = home;
        this.custody = custody;
        this.takeover = custody.takeover();
        wantedPolicy = description.policy();
        wantedProperties = description.policyProperties();
        members = new Members(context, home, takeover);
        maker = new PolicyMaker(context, home, members);
        succession = new Succession(name, custody, members, maker, description.fallbackPolicy());
        changing = new ChangeLock(home::contextChanged);
    }

    // What anybody may ask.

    ContextState state() {
        if (closed) {
            return ContextState.CLOSED;
        }
        if (custody.isOpen()) {
            return ContextState.ACTIVE;
        }
        return changing.isLocked() ? ContextState.CHANGING : ContextState.PARKED;
    }

    /** The workers, by id. */
    List<ContextWorker> members() {
        return members.all();
    }

    /** The worker of an id, or null if it is not here. */
    ContextWorker member(int id) {
        return members.of(id);
    }

    String wantedPolicy() {
        return wantedPolicy;
    }

    Map<String, String> wantedProperties() {
        return wantedProperties;
    }

    Optional<String> fallbackPolicy() {
        return succession.fallbackPolicy();
    }

    Optional<String> trouble() {
        return Optional.ofNullable(succession.trouble());
    }

    long policyChanges() {
        return succession.policyChanges();
    }

    /** Whether the calling thread makes a change: then it comes from a policy that takes part in it. */
    boolean isChangedHere() {
        return changing.isHeldByCurrentThread();
    }

    /** Waits for the end of the change that is under way, if there is one. */
    void awaitChange() {
        changing.await();
    }

    // What programs and descriptions ask for.

    /** Installs the policy the context starts with, if it is there; the context is parked otherwise. */
    void start() {
        changing.lock();
        try {
            resume();
        } finally {
            changing.unlock();
        }
    }

    void usePolicy(String policy, Map<String, String> properties) {
        changing.lock();
        try {
            if (closed) {
                throw new IllegalStateException("context '" + name + "' is closed");
            }
            PolicySlot fresh = maker.create(policy, properties);
            PolicySlot old = custody.slot();
            if (!takeover.close()) {
                succession.reopen(old);
                Takeover.end(fresh);
                throw new PolicyRefusedException(
                        policy,
                        "the calls of policy '" + (old == null ? "?" : old.name())
                                + "' that are under way do not return",
                        null);
            }
            Throwable thrown = succession.swap(old, fresh, null);
            if (thrown != null) {
                throw new PolicyRefusedException(policy, Succession.threwAtTasks(fresh, thrown), thrown);
            }
            wantedPolicy = policy;
            wantedProperties = Map.copyOf(properties);
        } finally {
            changing.unlock();
        }
    }

    /**
     * Has a policy take over now or, if it is not there or does not accept its properties, when it comes; the one in charge, or the
     * fall-back if there is none, goes on until then.
     */
    void wishPolicy(String policy, Map<String, String> properties) {
        changing.lock();
        try {
            if (closed) {
                return;
            }
            try {
                usePolicy(policy, properties);
            } catch (UnknownPolicyException | PolicyRefusedException refused) {
                LOG.log(Level.ERROR, "context '" + name + "': " + refused.getMessage(), refused);
                wantedPolicy = policy;
                wantedProperties = Map.copyOf(properties);
                succession.trouble(refused.getMessage());
                fallBack();
            }
        } finally {
            changing.unlock();
        }
    }

    /**
     * Takes over what another description says of policies, as one change: the fall-back, and the policy if another one is asked for than
     * before. Another fall-back takes over at once from the former, and if no policy is in charge; else the next time that one is needed.
     */
    void describe(ContextDescription before, ContextDescription changed) {
        changing.lock();
        try {
            boolean isAnother = !changed.fallbackPolicy().equals(succession.fallbackPolicy());
            succession.fallbackPolicy(changed.fallbackPolicy());
            if (!changed.policy().equals(before.policy())
                    || !changed.policyProperties().equals(before.policyProperties())) {
                wishPolicy(changed.policy(), changed.policyProperties());
            } else if (isAnother) {
                fallBack();
            }
        } finally {
            changing.unlock();
        }
    }

    // Who is in charge but for the wanted one.

    /** Has a policy of the wanted name take over from none, the fall-back or whichever there is, or else the fall-back if it is needed. */
    private void resume() {
        PolicySlot now = custody.slot();
        if (closed || isWanted(now)) {
            return;
        }
        PolicySlot next = maker.createOrNull(wantedPolicy, wantedProperties);
        succession.trouble(next == null ? maker.refusal() : null);
        boolean isInCharge = next != null && takesOver(now, next);
        if (!isInCharge && !isFallbackWanted()) {
            fallBack();
        }
    }

    private boolean isWanted(PolicySlot slot) {
        return slot != null
                && !slot.isFallback()
                && slot.name().equals(wantedPolicy)
                && slot.properties().equals(wantedProperties);
    }

    /** Whether what refuses to be the policy would refuse to be the fall-back as well. */
    private boolean isFallbackWanted() {
        return wantedProperties.isEmpty()
                && succession.fallbackPolicy().filter(wantedPolicy::equals).isPresent();
    }

    /** Has the fall-back take over from none, or from another one that was the fall-back before; what the trouble was is told as before. */
    private void fallBack() {
        PolicySlot now = custody.slot();
        if (closed || !needsFallback(now)) {
            return;
        }
        PolicySlot next = succession.fallback();
        if (next != null) {
            takesOver(now, next);
        } else if (now != null && succession.fallbackPolicy().isEmpty()) {
            succession.retire(now, null); // while another one that is not there yet is waited for, this one goes on
        }
    }

    private boolean needsFallback(PolicySlot now) {
        return now == null
                || now.isFallback()
                        && succession
                                .fallbackPolicy()
                                .filter(now.name()::equals)
                                .isEmpty();
    }

    /**
     * Has a policy take over from the one in charge, which goes on if the other one throws, or from none; then the fall-back does.
     *
     * @return false if the one in charge goes on
     */
    private boolean takesOver(PolicySlot now, PolicySlot next) {
        if (now == null) {
            succession.putInCharge(next);
            return true;
        }
        succession.closeForRetirement(now);
        Throwable thrown = succession.swap(now, next, succession.trouble());
        if (thrown != null) {
            succession.trouble(Succession.threwAtTasks(next, thrown));
            LOG.log(Level.ERROR, "context '" + name + "': " + succession.trouble(), thrown);
        }
        return thrown == null;
    }

    // Policies that come, go and fail.

    void policyArrived(PolicyPlugin plugin) {
        changing.lock();
        try {
            if (concerns(plugin)) {
                resume();
            }
        } finally {
            changing.unlock();
        }
    }

    /** Whether a policy that is waited for may come from somebody else when a plug-in has come or gone. */
    private boolean concerns(PolicyPlugin plugin) {
        boolean isFallback =
                succession.fallbackPolicy().filter(plugin.name()::equals).isPresent();
        return plugin.name().equals(wantedPolicy) || isFallback && needsFallback(custody.slot());
    }

    void policyLeft(PolicyPlugin plugin) {
        changing.lock();
        try {
            PolicySlot now = custody.slot();
            if (closed) {
                return;
            }
            if (now == null || now.plugin() != plugin) {
                if (concerns(plugin)) {
                    resume(); // with one of the name that stood behind it, and may accept what it refused
                }
                return;
            }
            PolicySlot next = maker.createOrNull(wantedPolicy, wantedProperties);
            succession.trouble(next == null ? "policy '" + plugin.name() + "' has left" : null);
            succession.retire(now, next == null && !isFallbackWanted() ? succession.fallback() : next);
        } finally {
            changing.unlock();
        }
    }

    /** Takes over from a policy that broke its contract. Called outside of the gate, by the thread that noticed it. */
    void policyFailed(PolicySlot failed, String what, Throwable thrown) {
        ContextWorker current = home.currentWorker();
        if (current != null && current.isScheduling()) {
            // A change waits for the end of the operation, which the thread therefore must not wait in for a change.
            current.defer(() -> replaceFailed(failed, what, thrown), "replacing policy '" + failed.name() + "'");
        } else {
            replaceFailed(failed, what, thrown);
        }
    }

    private void replaceFailed(PolicySlot failed, String what, Throwable thrown) {
        changing.lock();
        try {
            String sentence = "policy '" + failed.name() + "' of context '" + name + "' " + what;
            LOG.log(Level.ERROR, sentence, thrown);
            if (custody.slot() == failed) {
                replace(failed, sentence);
            }
        } finally {
            changing.unlock();
        }
    }

    private void replace(PolicySlot failed, String sentence) {
        succession.trouble(sentence);
        succession.retire(failed, insteadOf(failed));
        if (isWanted(custody.slot())) {
            succession.trouble(null);
        }
    }

    /** Who takes over from a policy that has failed: one of the wanted name that somebody else brings, or the fall-back, or none. */
    private PolicySlot insteadOf(PolicySlot failed) {
        PolicySlot next = failed.name().equals(wantedPolicy) && maker.provider(wantedPolicy) != failed.plugin()
                ? maker.createOrNull(wantedPolicy, wantedProperties)
                : null;
        return next == null ? succession.fallbackInsteadOf(failed.plugin()) : next;
    }

    // Workers that come and go.

    void addWorkers(List<? extends ContextWorker> added) {
        changing.lock();
        Notices notices = members.notice(added);
        try {
            PolicySlot now = custody.slot();
            closeForWorkers();
            members.add(added);
            if (now != null) {
                tellOfWorkers(now, "addWorkers", () -> now.policy().addWorkers(List.copyOf(added)), notices);
            }
        } finally {
            notices.wake();
            changing.unlock();
        }
    }

    /** Takes workers out. Tasks that they have begun are theirs still. */
    void removeWorkers(Set<? extends ContextWorker> removed) {
        changing.lock();
        Notices notices = members.notice(removed);
        try {
            PolicySlot now = custody.slot();
            closeForWorkers();
            members.remove(removed);
            if (now != null) {
                tellOfWorkers(now, "removeWorkers", () -> now.policy().removeWorkers(Members.sorted(removed)), notices);
            }
        } finally {
            notices.wake();
            changing.unlock();
        }
    }

    private void closeForWorkers() {
        if (!takeover.close()) {
            LOG.log(
                    Level.ERROR,
                    "context ''{0}'': calls of its policy that are under way do not return while workers come or go; going on",
                    name);
        }
    }

    private void tellOfWorkers(PolicySlot now, String method, Runnable call, Notices notices) {
        try {
            call.run();
            notices.end(); // before the gate opens, and workers are woken to look
            succession.reopen(now);
        } catch (RuntimeException | Error thrown) {
            String sentence =
                    "policy '" + now.name() + "' of context '" + name + "' threw in " + method + ": " + thrown;
            LOG.log(Level.ERROR, sentence, thrown);
            notices.end();
            replace(now, sentence);
        }
    }

    /** Closes the context for good: its workers get no tasks any more. */
    void shut() {
        changing.lock();
        try {
            takeover.close();
            PolicySlot last = custody.slot();
            takeover.takeBack();
            if (last != null) {
                Takeover.end(last);
            }
            closed = true;
        } finally {
            changing.unlock();
        }
    }
}
