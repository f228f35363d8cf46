package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.SchedulingPolicy;

/** Makes policies of the plug-ins that are there, each with the context's workers and a number of its own; within changes of the context. */
final class PolicyMaker {
    private static final Logger LOG = System.getLogger(PolicyMaker.class.getName());

    private final Context context;
    private final ContextHome home;
    private final Members members;
    private String refusal;
    private short lastNumber;

    PolicyMaker(Context context, ContextHome home, Members members) {
        this.context = context;
        this.home = home;
        this.members = members;
    }

    /** Makes a policy, or throws what a program is to know. */
    PolicySlot create(String policy, Map<String, String> properties) {
        return create(policy, properties, false);
    }

    private PolicySlot create(String policy, Map<String, String> properties, boolean isFallback) {
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
            fresh = PolicySlot.of(nextNumber(), plugin, Map.copyOf(properties), isFallback, made);
        } catch (RuntimeException | Error thrown) {
            throw new PolicyRefusedException(policy, reason(thrown), thrown);
        }
        List<ContextWorker> there = members.all();
        if (!there.isEmpty()) {
            try {
                fresh.policy().addWorkers(List.copyOf(there));
            } catch (RuntimeException | Error thrown) {
                Takeover.end(fresh);
                throw new PolicyRefusedException(policy, reason(thrown), thrown);
            }
        }
        return fresh;
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
