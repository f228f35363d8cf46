package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.core.internal.context.CallRecord.AbandonedError;
import org.asterism.core.internal.context.CallRecord.Call;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Creates and closes the policies of a context, each with the context's workers and a new number. Used within changes
 * of the context.
 */
final class PolicyInstances {
    private static final Logger LOG = System.getLogger(PolicyInstances.class.getName());

    private final Context context;
    private final ContextHome home;
    private final ContextWorkers members;
    private final ChangeLock changing;
    private final PolicySupervisor supervisor;
    private final BooleanSupplier isClosed;
    private short lastNumber;

    PolicyInstances(
            Context context,
            ContextHome home,
            ContextWorkers members,
            ChangeLock changing,
            PolicySupervisor supervisor,
            BooleanSupplier isClosed) {
        this.context = context;
        this.home = home;
        this.members = members;
        this.changing = changing;
        this.supervisor = supervisor;
        this.isClosed = isClosed;
    }

    /** The plug-in of a name that is used now, or null. */
    PolicyPlugin provider(String policy) {
        return home.plugins().policy(policy).orElse(null);
    }

    /**
     * Creates a policy. Its factory is called without the lock for changes, because it may call services: another
     * change may be made in between.
     *
     * @throws UnknownPolicyException if no plug-in has the name
     * @throws PolicyRefusedException if the factory or the policy throws or does not return, or the context closes
     *     meanwhile
     */
    PolicyInstance create(String policy, Map<String, String> properties, boolean isFallback) {
        while (true) {
            PolicyPlugin plugin = home.plugins()
                    .policy(policy)
                    .orElseThrow(() ->
                            new UnknownPolicyException(policy, home.plugins().policyNames()));
            try {
                PolicyInstance created = create(plugin, properties, isFallback);
                if (home.plugins().has(plugin)) {
                    return created;
                }
                close(created);
            } catch (RuntimeException | Error thrown) {
                if (provider(policy) == plugin) {
                    throw new PolicyRefusedException(policy, reason(thrown), thrown);
                }
            }
            // The plug-in has left or was replaced meanwhile: the next one of the name is asked.
        }
    }

    private PolicyInstance create(PolicyPlugin plugin, Map<String, String> properties, boolean isFallback) {
        SchedulingPolicy policy = changing.without(() -> supervisor.run(() -> callFactory(plugin, properties)));
        if (policy == null) {
            throw new IllegalStateException("its factory made nothing");
        }
        PolicyInstance created = PolicyInstance.of(nextNumber(), plugin, Map.copyOf(properties), isFallback, policy);
        try {
            if (isClosed.getAsBoolean()) {
                throw new IllegalStateException("context '" + context.name() + "' was closed meanwhile");
            }
            List<ContextWorker> there = members.all();
            if (!there.isEmpty()) {
                call(created, "addWorkers", it -> it.addWorkers(List.copyOf(there)));
            }
            return created;
        } catch (RuntimeException | Error thrown) {
            close(created);
            throw thrown;
        }
    }

    private SchedulingPolicy callFactory(PolicyPlugin plugin, Map<String, String> properties) {
        CallRecord record = supervisor.record();
        record.enter(new Call(plugin.name(), null, "create", null));
        SchedulingPolicy created =
                plugin.factory().create(new PolicyView(context, home, new PolicyProperties(properties)));
        try {
            record.leave();
        } catch (AbandonedError late) {
            if (created != null) {
                created.close(); // nobody else will
            }
            throw late;
        }
        return created;
    }

    private short nextNumber() {
        do {
            lastNumber++;
        } while (lastNumber == PolicyInstance.NOBODY);
        return lastNumber;
    }

    private static String reason(Throwable thrown) {
        return thrown instanceof IllegalArgumentException && thrown.getMessage() != null
                        || thrown instanceof StuckPolicyException
                ? thrown.getMessage()
                : thrown.toString();
    }

    /**
     * Calls a method of a policy.
     *
     * @throws StuckPolicyException if it does not return in time
     */
    private void call(PolicyInstance instance, String method, Consumer<SchedulingPolicy> call) {
        supervisor.run(() -> {
            supervisor.record().enter(Call.of(instance, method));
            call.accept(instance.policy());
            supervisor.record().leave();
            return null;
        });
    }

    /** Closes a policy that has no task any more, unless it is stuck; null for none. */
    void close(PolicyInstance instance) {
        if (instance == null || instance.isStuck()) {
            return;
        }
        try {
            call(instance, "close", SchedulingPolicy::close);
        } catch (StuckPolicyException reported) {
            // It has no task any more.
        } catch (Throwable thrown) {
            SafeLog.log(LOG, Level.ERROR, "policy '" + instance.name() + "' threw in close", thrown);
        }
    }
}
