package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.core.internal.context.CallRecord.AbandonedError;
import org.asterism.core.internal.context.CallRecord.Call;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.SchedulingPolicy;

/** Makes policies of the plug-ins that are there, each with the context's workers and a number of its own; within changes of the context. */
final class PolicyMaker {
    private static final Logger LOG = System.getLogger(PolicyMaker.class.getName());

    private final Context context;
    private final ContextHome home;
    private final Members members;
    private final ChangeLock changing;
    private final PolicySupervisor supervisor;
    private boolean closed;
    private String refusal;
    private short lastNumber;

    PolicyMaker(Context context, ContextHome home, Members members, ChangeLock changing, PolicySupervisor supervisor) {
        this.context = context;
        this.home = home;
        this.members = members;
        this.changing = changing;
        this.supervisor = supervisor;
    }

    /** Makes no further policy: the context is closed. */
    void close() {
        closed = true;
    }

    /**
     * Makes a policy, or throws what a program is to know. Its factory is called without the lock for changes, because
     * it may call services: another change may come in between.
     */
    PolicySlot create(String policy, Map<String, String> properties) {
        return create(policy, properties, false);
    }

    private PolicySlot create(String policy, Map<String, String> properties, boolean isFallback) {
        while (true) {
            PolicyPlugin plugin = home.plugins()
                    .policy(policy)
                    .orElseThrow(() ->
                            new UnknownPolicyException(policy, home.plugins().policyNames()));
            try {
                PolicySlot fresh = create(plugin, properties, isFallback);
                if (home.plugins().has(plugin)) {
                    return fresh;
                }
                context.custody().takeover().end(fresh);
            } catch (RuntimeException | Error thrown) {
                if (provider(policy) == plugin) {
                    throw new PolicyRefusedException(policy, reason(thrown), thrown);
                }
            }
            // It has left or was replaced while it made the policy: the next one of the name is asked.
        }
    }

    private PolicySlot create(PolicyPlugin plugin, Map<String, String> properties, boolean isFallback) {
        SchedulingPolicy made = changing.without(() -> supervisor.run(() -> call(plugin, properties)));
        if (made == null) {
            throw new IllegalStateException("its factory made nothing");
        }
        PolicySlot fresh = PolicySlot.of(nextNumber(), plugin, Map.copyOf(properties), isFallback, made);
        try {
            if (closed) {
                throw new IllegalStateException("context '" + context.name() + "' was closed meanwhile");
            }
            List<ContextWorker> there = members.all();
            if (!there.isEmpty()) {
                supervisor.run(() -> {
                    supervisor.record().enter(Call.of(fresh, "addWorkers"));
                    fresh.policy().addWorkers(List.copyOf(there));
                    supervisor.record().leave();
                    return null;
                });
            }
            return fresh;
        } catch (RuntimeException | Error thrown) {
            context.custody().takeover().end(fresh);
            throw thrown;
        }
    }

    private SchedulingPolicy call(PolicyPlugin plugin, Map<String, String> properties) {
        CallRecord record = supervisor.record();
        record.enter(new Call(plugin.name(), null, "create", null));
        SchedulingPolicy made =
                plugin.factory().create(new PolicyView(context, home, new PolicyProperties(properties)));
        try {
            record.leave();
        } catch (AbandonedError late) {
            if (made != null) {
                made.close(); // nobody else will
            }
            throw late;
        }
        return made;
    }

    /** Who brings a policy now, or null. */
    PolicyPlugin provider(String policy) {
        return home.plugins().policy(policy).orElse(null);
    }

    private short nextNumber() {
        do {
            lastNumber++;
        } while (lastNumber == PolicySlot.NOBODY);
        return lastNumber;
    }

    private static String reason(Throwable thrown) {
        return thrown instanceof IllegalArgumentException && thrown.getMessage() != null
                        || thrown instanceof StuckPolicyException
                ? thrown.getMessage()
                : thrown.toString();
    }

    /** Makes a policy, or says in {@link #refusal} why that cannot be. */
    PolicySlot createOrNull(String policy, Map<String, String> properties) {
        return createOrNull(policy, properties, false);
    }

    /** Makes a fall-back, which has no properties, or null. */
    PolicySlot createFallback(String policy) {
        return createOrNull(policy, Map.of(), true);
    }

    private PolicySlot createOrNull(String policy, Map<String, String> properties, boolean isFallback) {
        if (provider(policy) == null) {
            refusal = "there is no policy '" + policy + "'";
            return null;
        }
        try {
            return create(policy, properties, isFallback);
        } catch (PolicyRefusedException | UnknownPolicyException refused) {
            LOG.log(Level.ERROR, "context '" + context.name() + "': " + refused.getMessage(), refused);
            refusal = refused.getMessage();
            return null;
        }
    }

    /** Why the last policy that was to be made was not. */
    String refusal() {
        return refusal;
    }
}
