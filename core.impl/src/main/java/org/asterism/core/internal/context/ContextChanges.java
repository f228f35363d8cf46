package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.core.internal.context.CallRecord.AbandonedError;
import org.asterism.core.internal.context.CallRecord.Call;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Everything that changes about a context's policy and workers: what a program or a description asks for, and plug-ins and workers that
 * come and go, one change after the other.
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
    private final Choice choice;
    private final ChangeLock changing;

    /** Plug-ins that have come or gone while a change made a policy without the lock, or that a policy brought. */
    private final Queue<PolicyPlugin> missed = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    ContextChanges(Context context, ContextHome home, Custody custody, ContextDescription description) {
        this.name = context.name();
        this.home = home;
        this.custody = custody;
        this.takeover = custody.takeover();
        changing = new ChangeLock(home::contextChanged);
        members = new Members(context, home, takeover);
        maker = new PolicyMaker(context, home, members, changing, takeover.supervisor());
        succession = new Succession(name, custody, members, maker, description.fallbackPolicy());
        choice = new Choice(name, custody, maker, succession, description);
    }

    // What anybody may ask.

    ContextState state() {
        if (closed) {
            return ContextState.CLOSED;
        }
        if (custody.isOpen()) {
            return ContextState.ACTIVE;
        }
        return changing.isUnderWay() ? ContextState.CHANGING : ContextState.PARKED;
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
        return choice.policy();
    }

    Map<String, String> wantedProperties() {
        return choice.properties();
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
        return takeover.supervisor().isCallingHere() || changing.isHeldByCurrentThread();
    }

    /** Waits for the end of the change that is under way, if there is one. */
    void awaitChange() {
        changing.await();
    }

    /** Ends a change, after it has looked at what has come or gone while it made a policy. */
    private void end() {
        try {
            while (changing.getHoldCount() == 1 && isAnyMissed()) {
                PolicyPlugin plugin = missed.poll();
                if (home.plugins().has(plugin)) {
                    follow(plugin);
                } else {
                    followLeaving(plugin);
                }
            }
            custody.news().changeEnds(home);
        } finally {
            changing.unlock();
        }
        if (!changing.isHeldByCurrentThread()) {
            lookForMissed(); // of a thread that found the lock taken just before
        }
    }

    private boolean isAnyMissed() {
        return !missed.isEmpty() && !changing.isAway() && !closed;
    }

    /** Has a plug-in looked at that was put aside, unless a change is under way, at whose end that is done. */
    private void lookForMissed() {
        if (isAnyMissed() && changing.tryLock()) {
            end();
        }
    }

    /**
     * Puts a plug-in aside that a policy brings or takes away while it is called for a change of this context: that
     * change waits for the policy, and looks at the plug-in when it ends.
     */
    private boolean isPutOff(PolicyPlugin plugin) {
        if (!takeover.supervisor().isCallingHere()) {
            return false;
        }
        missed.add(plugin);
        lookForMissed();
        return true;
    }

    /** Notes a plug-in for a change that makes a policy just now, and may find it to be of concern at its end. */
    private void note(PolicyPlugin plugin) {
        if (changing.isAway()) {
            missed.add(plugin);
        }
    }

    // What programs and descriptions ask for.

    /** Installs the policy the context starts with, if it is there; the context is parked otherwise. */
    void start() {
        changing.lock();
        try {
            choice.resume();
        } finally {
            end();
        }
    }

    void usePolicy(String policy, Map<String, String> properties) {
        changing.lock();
        try {
            requireOpen();
            PolicySlot fresh = createWhileOpen(policy, properties);
            Throwable thrown = succession.swap(custody.slot(), fresh, null, true);
            if (thrown instanceof NotQuietException) {
                throw new PolicyRefusedException(policy, thrown.getMessage(), null);
            }
            if (thrown instanceof StuckPolicyException) {
                choice.resume(); // the former one was given up with it, but a new one of its name can be made
            }
            if (thrown != null) {
                throw new PolicyRefusedException(policy, Succession.threwAtTasks(fresh, thrown), thrown);
            }
            choice.want(policy, properties);
        } finally {
            end();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("context '" + name + "' is closed");
        }
    }

    private PolicySlot createWhileOpen(String policy, Map<String, String> properties) {
        try {
            return maker.create(policy, properties);
        } catch (PolicyRefusedException | UnknownPolicyException refused) {
            requireOpen(); // another thread may close the context while the policy is made
            throw refused;
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
                choice.want(policy, properties);
                succession.trouble(refused.getMessage());
                choice.fallBack();
            }
        } finally {
            end();
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
            } else if (isAnother && !closed) {
                choice.fallBack();
            }
        } finally {
            end();
        }
    }

    // Policies that come, go and fail.

    void policyArrived(PolicyPlugin plugin) {
        if (isPutOff(plugin)) {
            return;
        }
        changing.lock();
        try {
            note(plugin);
            follow(plugin);
        } finally {
            end();
        }
    }

    private void follow(PolicyPlugin plugin) {
        if (!closed && choice.concerns(plugin)) {
            choice.resume();
        }
    }

    void policyLeft(PolicyPlugin plugin) {
        if (isPutOff(plugin)) {
            return;
        }
        changing.lock();
        try {
            note(plugin);
            followLeaving(plugin);
        } finally {
            end();
        }
    }

    private void followLeaving(PolicyPlugin plugin) {
        PolicySlot now = custody.slot();
        if (!closed && now != null && now.plugin() == plugin) {
            choice.replaceLeaving(now);
        } else {
            follow(plugin); // one of the name that stood behind it may accept what it refused
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
            SafeLog.say(LOG, Level.ERROR, sentence, thrown);
            if (custody.slot() == failed) {
                choice.replaceFailed(failed, sentence);
            }
        } finally {
            end();
        }
    }

    // Workers that come and go.

    void addWorkers(List<? extends ContextWorker> added) {
        changing.lock();
        Notices notices = members.notice(added);
        try {
            changeWorkers(
                    "addWorkers", notices, () -> members.add(added), policy -> policy.addWorkers(List.copyOf(added)));
        } finally {
            notices.wake();
            end();
        }
    }

    /** Takes workers out. Tasks that they have begun are theirs still. */
    void removeWorkers(Set<? extends ContextWorker> removed) {
        changing.lock();
        Notices notices = members.notice(removed);
        try {
            changeWorkers(
                    "removeWorkers",
                    notices,
                    () -> members.remove(removed),
                    policy -> policy.removeWorkers(Members.sorted(removed)));
        } finally {
            notices.wake();
            end();
        }
    }

    private void changeWorkers(String method, Notices notices, Runnable change, Consumer<SchedulingPolicy> news) {
        PolicySlot now = custody.slot();
        PolicySupervisor supervisor = takeover.supervisor();
        String sentence;
        Throwable thrown;
        try {
            Throwable[] atTasks = {null};
            thrown = supervisor.run(() -> {
                closeForWorkers();
                change.run();
                Throwable atNews = now == null ? null : tell(now, method, news);
                if (now != null && atNews == null) {
                    notices.end(); // before the gate opens, and workers are woken to look
                    atTasks[0] = takeover.goOn(now);
                }
                return atNews;
            });
            if (now == null) {
                return;
            }
            if (thrown == null) {
                succession.wentOn(now, atTasks[0]);
                return;
            }
            sentence = "policy '" + now.name() + "' of context '" + name + "' threw in " + method + ": " + thrown;
        } catch (StuckPolicyException stuck) {
            takeover.seize(now, now);
            thrown = stuck;
            sentence = stuck.getMessage();
        }
        SafeLog.say(LOG, Level.ERROR, sentence, thrown);
        notices.end();
        choice.replaceFailed(now, sentence);
    }

    private void closeForWorkers() {
        if (!takeover.close()) {
            LOG.log(
                    Level.ERROR,
                    "context ''{0}'': calls of its policy that are under way do not return while workers come or go; going on",
                    name);
        }
    }

    private Throwable tell(PolicySlot now, String method, Consumer<SchedulingPolicy> news) {
        CallRecord record = takeover.supervisor().record();
        try {
            record.enter(Call.of(now, method));
            news.accept(now.policy());
            record.leave();
            return null;
        } catch (AbandonedError abandoned) {
            throw abandoned;
        } catch (RuntimeException | Error any) {
            record.leave();
            return any;
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
                takeover.end(last);
            }
        } finally {
            maker.close();
            closed = true;
            end();
        }
    }
}
