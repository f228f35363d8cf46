package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.api.ContextState;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Which policy a context shall have, which one it has, and which workers: everything that changes about a context, one change
 * after the other.
 *
 * <p>{@link #changing} is held for as long as a change takes, and around calls of policies. Nobody takes it to submit or to
 * run a task.
 */
final class ContextChanges {
    private static final Logger LOG = System.getLogger(ContextChanges.class.getName());

    private final Context context;
    private final String name;
    private final ContextHome home;
    private final Custody custody;
    private final Takeover takeover;
    private volatile Optional<String> fallbackPolicy;
    private final ChangeLock changing;
    private volatile List<ContextWorker> members = List.of();
    private volatile ContextWorker[] byId = {};
    private volatile String wantedPolicy;
    private volatile String trouble;
    private volatile long policyChanges;
    private volatile boolean closed;
    private volatile Map<String, String> wantedProperties = Map.of();
    private String refusal;
    private short lastNumber;

    ContextChanges(
            Context context, ContextHome home, Custody custody, String wantedPolicy, Optional<String> fallbackPolicy) {
        this.context = context;
        this.name = context.name();
        this.home = home;
        changing = new ChangeLock(home::contextChanged);
        this.custody = custody;
        this.takeover = custody.takeover();
        this.wantedPolicy = wantedPolicy;
        this.fallbackPolicy = fallbackPolicy;
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
        return members;
    }

    /** The worker of an id, or null if it is not here. */
    ContextWorker member(int id) {
        ContextWorker[] known = byId;
        return id < known.length ? known[id] : null;
    }

    private void setMembers(List<ContextWorker> changed) {
        ContextWorker[] fresh =
                new ContextWorker[changed.isEmpty() ? 0 : changed.getLast().id() + 1];
        changed.forEach(worker -> fresh[worker.id()] = worker);
        byId = fresh;
        members = List.copyOf(changed);
    }

    String wantedPolicy() {
        return wantedPolicy;
    }

    Map<String, String> wantedProperties() {
        return wantedProperties;
    }

    Optional<String> fallbackPolicy() {
        return fallbackPolicy;
    }

    /** Takes over another fall-back: at once if no policy is in charge, else for the next time that one is needed. */
    void fallBackTo(Optional<String> policy) {
        changing.lock();
        try {
            boolean isAnother = !policy.equals(fallbackPolicy);
            fallbackPolicy = policy;
            if (isAnother && !closed && custody.slot() == null) {
                PolicySlot fallback = fallbackAfterLeaving();
                if (fallback != null) {
                    putInCharge(fallback); // what the trouble was is told as before
                }
            }
        } finally {
            changing.unlock();
        }
    }

    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    long policyChanges() {
        return policyChanges;
    }

    /** Whether the calling thread makes a change: then it comes from a policy that takes part in it. */
    boolean isChangedHere() {
        return changing.isHeldByCurrentThread();
    }

    // What changes it.

    void usePolicy(String policy, Map<String, String> properties) {
        changing.lock();
        try {
            if (closed) {
                throw new IllegalStateException("context '" + name + "' is closed");
            }
            PolicySlot fresh = create(policy, properties);
            PolicySlot old = custody.slot();
            if (!takeover.close()) {
                reopen(old);
                Takeover.end(fresh);
                throw new PolicyRefusedException(
                        policy,
                        "the calls of policy '" + (old == null ? "?" : old.name())
                                + "' that are under way do not return",
                        null);
            }
            Throwable thrown = swap(old, fresh);
            if (thrown != null) {
                throw new PolicyRefusedException(policy, threwAtTasks(fresh, thrown), thrown);
            }
            wantedPolicy = policy;
            wantedProperties = Map.copyOf(properties);
        } finally {
            changing.unlock();
        }
    }

    private PolicySlot create(String policy, Map<String, String> properties) {
        PolicyPlugin plugin = home.plugins()
                .policy(policy)
                .orElseThrow(
                        () -> new UnknownPolicyException(policy, home.plugins().policyNames()));
        PolicySlot fresh;
        try {
            SchedulingPolicy made =
                    plugin.factory().create(new PolicyView(context, home, new PolicyProperties(properties)));
            if (made == null) {
                throw new IllegalStateException("its factory made nothing");
            }
            fresh = PolicySlot.of(nextNumber(), plugin, Map.copyOf(properties), made);
        } catch (RuntimeException | Error thrown) {
            throw new PolicyRefusedException(policy, reason(thrown), thrown);
        }
        if (!members.isEmpty()) {
            try {
                fresh.policy().addWorkers(List.copyOf(members));
            } catch (RuntimeException | Error thrown) {
                Takeover.end(fresh);
                throw new PolicyRefusedException(policy, reason(thrown), thrown);
            }
        }
        return fresh;
    }

    private short nextNumber() {
        do {
            lastNumber++;
        } while (lastNumber == PolicySlot.NOBODY);
        return lastNumber;
    }

    private static String reason(Throwable thrown) {
        return thrown instanceof IllegalArgumentException && thrown.getMessage() != null
                ? thrown.getMessage()
                : thrown.toString();
    }

    /**
     * Has a policy hand its tasks over to another one, with the gate closed. If that one throws when it gets them, the old one goes
     * on; or, if it has shown that it cannot be trusted either, the fall-back, or none.
     *
     * @return what the new policy threw, if the old one goes on; else null
     */
    private Throwable swap(PolicySlot old, PolicySlot fresh) {
        String before = trouble;
        trouble = null; // first: who sees the new policy in charge shall not see what was wrong before
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
        return null;
    }

    /** Puts a policy in charge, or the fall-back if it throws, or none; with the gate closed and all tasks parked. */
    private void putInCharge(PolicySlot first) {
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
                wakeAll();
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

    private static String threwAtTasks(PolicySlot slot, Throwable thrown) {
        return "policy '" + slot.name() + "' threw when it was given the tasks: " + thrown;
    }

    private void stayParked() {
        takeover.stayParked();
        // A policy that leaves an idle context, as at the end of a container, is nothing to warn of.
        Level level = custody.hasParked() ? Level.WARNING : Level.INFO;
        LOG.log(level, "context ''{0}'' is parked: {1}", name, trouble);
    }

    private void wakeAll() {
        members.forEach(worker -> worker.wakeUp(context));
    }

    /** Lets the policy that was in charge go on; with the gate closed. */
    private void reopen(PolicySlot slot) {
        if (slot != null) {
            Throwable thrown = takeover.goOn(slot);
            if (thrown != null) {
                trouble = threwAtTasks(slot, thrown);
                LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
                Takeover.end(slot);
                putInCharge(fallbackInsteadOf(slot.plugin()));
            }
        }
        wakeAll();
    }

    private PolicySlot fallbackInsteadOf(PolicyPlugin leaving) {
        if (fallbackPolicy.isEmpty() || fallbackPolicy.get().equals(leaving.name())) {
            return null;
        }
        return createOrNull(fallbackPolicy.get(), Map.of());
    }

    /** The fall-back when a policy has left: of its own name, too, if somebody else brings one. */
    private PolicySlot fallbackAfterLeaving() {
        boolean isThere = fallbackPolicy.flatMap(home.plugins()::policy).isPresent();
        return isThere ? createOrNull(fallbackPolicy.get(), Map.of()) : null;
    }

    /** Makes a policy, or says in {@link #refusal} why that cannot be. */
    private PolicySlot createOrNull(String policy, Map<String, String> properties) {
        if (home.plugins().policy(policy).isEmpty()) {
            refusal = "there is no policy '" + policy + "'";
            return null;
        }
        try {
            return create(policy, properties);
        } catch (PolicyRefusedException | UnknownPolicyException refused) {
            LOG.log(Level.ERROR, "context '" + name + "': " + refused.getMessage(), refused);
            refusal = refused.getMessage();
            return null;
        }
    }

    /** Takes over from a policy that broke its contract. Called outside of the gate, by the thread that noticed it. */
    void policyFailed(PolicySlot failed, String what, Throwable thrown) {
        changing.lock();
        try {
            String sentence = "policy '" + failed.name() + "' of context '" + name + "' " + what;
            LOG.log(Level.ERROR, sentence, thrown);
            if (custody.slot() != failed) {
                return;
            }
            trouble = sentence;
            retire(failed, fallbackInsteadOf(failed.plugin()));
        } finally {
            changing.unlock();
        }
    }

    private void retire(PolicySlot leaving, PolicySlot next) {
        closeForRetirement(leaving);
        if (next == null) {
            takeover.takeBack();
            stayParked();
        } else {
            goOnWith(next, takeover.handOver(next));
        }
        Takeover.end(leaving);
    }

    private void closeForRetirement(PolicySlot leaving) {
        if (!takeover.close()) {
            LOG.log(
                    Level.ERROR,
                    "context ''{0}'': calls of policy ''{1}'' that are under way do not return; it is replaced nevertheless",
                    name,
                    leaving.name());
        }
    }

    /**
     * Has a policy take over now or, if it is not there or does not accept its properties, when it comes; the one in charge
     * goes on until then.
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
                trouble = refused.getMessage();
            }
        } finally {
            changing.unlock();
        }
    }

    /** Waits for the end of the change that is under way, if there is one. */
    void awaitChange() {
        changing.await();
    }

    /** Installs the policy the context starts with, if it is there; the context is parked otherwise. */
    void start(Map<String, String> properties) {
        changing.lock();
        try {
            wantedProperties = Map.copyOf(properties);
            resume();
        } finally {
            changing.unlock();
        }
    }

    /** Has a policy of the wanted name take over from none or the fall-back, or the fall-back from none. */
    private void resume() {
        PolicySlot now = custody.slot();
        boolean onWanted = now != null && now.name().equals(wantedPolicy);
        if (closed || onWanted) {
            return;
        }
        PolicySlot next = createOrNull(wantedPolicy, wantedProperties);
        trouble = next == null ? refusal : null;
        if (next == null
                && now == null
                && fallbackPolicy.isPresent()
                && !fallbackPolicy.get().equals(wantedPolicy)) {
            next = createOrNull(fallbackPolicy.get(), Map.of());
        }
        if (next == null) {
            return;
        }
        if (now == null) {
            putInCharge(next);
        } else {
            closeForRetirement(now);
            Throwable thrown = swap(now, next);
            if (thrown != null) {
                trouble = threwAtTasks(next, thrown);
                LOG.log(Level.ERROR, "context '" + name + "': " + trouble, thrown);
            }
        }
    }

    void policyArrived(PolicyPlugin plugin) {
        changing.lock();
        try {
            boolean wanted = plugin.name().equals(wantedPolicy);
            boolean needed = custody.slot() == null
                    && fallbackPolicy.filter(plugin.name()::equals).isPresent();
            if (wanted || needed) {
                resume();
            }
        } finally {
            changing.unlock();
        }
    }

    void policyLeft(PolicyPlugin plugin) {
        changing.lock();
        try {
            PolicySlot now = custody.slot();
            if (closed || now == null || now.plugin() != plugin) {
                return;
            }
            PolicySlot next = createOrNull(wantedPolicy, wantedProperties);
            trouble = next == null ? "policy '" + plugin.name() + "' has left" : null;
            retire(now, next == null ? fallbackAfterLeaving() : next);
        } finally {
            changing.unlock();
        }
    }

    void addWorkers(List<? extends ContextWorker> added) {
        changing.lock();
        Notices notices = notice(added);
        try {
            PolicySlot now = custody.slot();
            closeForWorkers();
            added.forEach(worker -> worker.join(context));
            takeover.add(turnsOf(added));
            setMembers(sorted(Stream.concat(members.stream(), added.stream()).toList()));
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
        Notices notices = notice(removed);
        try {
            PolicySlot now = custody.slot();
            closeForWorkers();
            setMembers(
                    members.stream().filter(worker -> !removed.contains(worker)).toList());
            takeover.remove(turnsOf(removed));
            removed.forEach(worker -> worker.leave(context));
            if (now != null) {
                tellOfWorkers(now, "removeWorkers", () -> now.policy().removeWorkers(sorted(removed)), notices);
            }
        } finally {
            notices.wake();
            changing.unlock();
        }
    }

    private List<Turn> turnsOf(Collection<? extends ContextWorker> workers) {
        return workers.stream().map(worker -> worker.turn(context)).toList();
    }

    private static <W extends Worker> List<W> sorted(Collection<? extends W> workers) {
        return workers.stream()
                .sorted(Comparator.comparingInt(Worker::id))
                .<W>map(worker -> worker)
                .toList();
    }

    /**
     * Begins a change of who belongs here: none of those whom it concerns looks for a task any more, in whatever context. The end of {@link
     * Notices} is that of the change: all look then, those that go for tasks of their own and of other contexts.
     *
     * @param concerned those that come or go
     */
    private Notices notice(Collection<? extends ContextWorker> concerned) {
        Set<ContextWorker> union = new HashSet<>(members);
        union.addAll(concerned);
        return Notices.give(sorted(union), home.currentWorker());
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
            reopen(now);
        } catch (RuntimeException | Error thrown) {
            trouble = "policy '" + now.name() + "' of context '" + name + "' threw in " + method + ": " + thrown;
            LOG.log(Level.ERROR, trouble, thrown);
            notices.end();
            retire(now, fallbackInsteadOf(now.plugin()));
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
