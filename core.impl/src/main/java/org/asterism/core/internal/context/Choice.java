package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import org.asterism.api.ContextDescription;
import org.asterism.core.internal.plugin.PolicyPlugin;

/**
 * Which policy a context shall have, and which of those that are there is in charge for it: the wanted one; until that comes and accepts,
 * the one that was in charge when it was asked for; if that leaves or fails, the fall-back; or none. Within changes of the context, but
 * for what is asked for, which any thread may read.
 */
final class Choice {
    private static final Logger LOG = System.getLogger(Choice.class.getName());

    private final String context;
    private final Custody custody;
    private final PolicyMaker maker;
    private final Succession succession;
    private volatile String policy;
    private volatile Map<String, String> properties;

    Choice(String context, Custody custody, PolicyMaker maker, Succession succession, ContextDescription description) {
        this.context = context;
        this.custody = custody;
        this.maker = maker;
        this.succession = succession;
        policy = description.policy();
        properties = description.policyProperties();
    }

    /** The name of the wanted policy. */
    String policy() {
        return policy;
    }

    Map<String, String> properties() {
        return properties;
    }

    /** Asks for another policy, which is in charge already or will be when {@link #resume} can put it there. */
    void want(String wanted, Map<String, String> given) {
        policy = wanted;
        properties = Map.copyOf(given);
    }

    /** Has a policy of the wanted name take over from none, the fall-back or whichever there is, or else the fall-back if it is needed. */
    void resume() {
        PolicySlot now = custody.slot();
        if (isWanted(now)) {
            return;
        }
        String wanted = policy;
        Map<String, String> given = properties;
        PolicySlot next = maker.createOrNull(wanted, given);
        // While a policy is made, another change may come.
        now = custody.slot();
        if (isWanted(now) || !policy.equals(wanted) || !properties.equals(given)) {
            succession.discard(next);
            return;
        }
        succession.trouble(next == null ? maker.refusal() : null);
        boolean isInCharge = next != null && takesOver(now, next);
        if (!isInCharge && !isFallbackWanted()) {
            fallBack();
        }
    }

    private boolean isWanted(PolicySlot slot) {
        return slot != null
                && !slot.isFallback()
                && slot.name().equals(policy)
                && slot.properties().equals(properties);
    }

    /** Whether what refuses to be the policy would refuse to be the fall-back as well. */
    private boolean isFallbackWanted() {
        return properties.isEmpty()
                && succession.fallbackPolicy().filter(policy::equals).isPresent();
    }

    /** Has the fall-back take over from none, or from another one that was the fall-back before; what the trouble was is told as before. */
    void fallBack() {
        PolicySlot now = custody.slot();
        if (!needsFallback(now)) {
            return;
        }
        PolicySlot next = succession.fallback();
        now = custody.slot();
        if (!needsFallback(now)) {
            succession.discard(next);
        } else if (next != null) {
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
        Throwable thrown = succession.swap(now, next, succession.trouble(), false);
        if (thrown != null) {
            succession.trouble(Succession.threwAtTasks(next, thrown));
            LOG.log(Level.ERROR, "context '" + context + "': " + succession.trouble(), thrown);
        }
        return thrown == null;
    }

    /** Whether a policy that is waited for may come from somebody else when a plug-in has come or gone. */
    boolean concerns(PolicyPlugin plugin) {
        boolean isFallback =
                succession.fallbackPolicy().filter(plugin.name()::equals).isPresent();
        return plugin.name().equals(policy) || isFallback && needsFallback(custody.slot());
    }

    /** Replaces the policy in charge, which leaves. */
    void replaceLeaving(PolicySlot now) {
        PolicySlot next = maker.createOrNull(policy, properties);
        boolean isWanted = next != null;
        if (!isWanted && !isFallbackWanted()) {
            next = succession.fallback();
        }
        if (custody.slot() != now) {
            succession.discard(next);
            return;
        }
        succession.trouble(isWanted ? null : "policy '" + now.name() + "' has left");
        succession.retire(now, next);
    }

    /** Replaces a policy that has failed. */
    void replaceFailed(PolicySlot failed, String sentence) {
        PolicySlot now = custody.slot(); // none if its tasks were taken without it
        succession.trouble(sentence);
        PolicySlot next = insteadOf(failed);
        if (custody.slot() != now) {
            succession.discard(next);
            return;
        }
        succession.retire(failed, next);
        if (isWanted(custody.slot())) {
            succession.trouble(null);
        }
    }

    /** Who takes over from a policy that has failed: one of the wanted name that somebody else brings, or the fall-back, or none. */
    private PolicySlot insteadOf(PolicySlot failed) {
        PolicySlot next = failed.name().equals(policy) && maker.provider(policy) != failed.plugin()
                ? maker.createOrNull(policy, properties)
                : null;
        return next == null ? succession.fallbackInsteadOf(failed.plugin()) : next;
    }
}
