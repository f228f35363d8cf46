package org.asterism.core.internal.context;

import java.util.List;
import java.util.Optional;

/**
 * The reports of a context about its policies. One thread at a time changes them, within a change of the context; any
 * thread reads them.
 */
final class PolicyStatus {
    /** A problem, or null, and a replacement text while calls from some slots have not returned. */
    record Trouble(String sentence, String whileBusy, List<GateSlot> busy) {
        static final Trouble NONE = new Trouble(null, null, List.of());
    }

    private volatile Trouble trouble = Trouble.NONE;
    private volatile long takeovers;

    /**
     * Returns the last problem. It stays until a policy takes over without problems, or until the calls have returned
     * because of which a policy was refused.
     */
    Optional<String> trouble() {
        Trouble known = trouble;
        boolean isBusy = known.busy.stream().anyMatch(GateSlot::isInside);
        return Optional.ofNullable(isBusy ? known.whileBusy : known.sentence);
    }

    /** Returns the state to which {@link #restore} returns. */
    Trouble save() {
        return trouble;
    }

    void restore(Trouble before) {
        trouble = before;
    }

    /** Reports what goes wrong; null for nothing. */
    void report(String sentence) {
        trouble = new Trouble(sentence, null, List.of());
    }

    /** Reports calls of the policy in charge that do not return, until they do. */
    void reportBusy(String sentence, List<GateSlot> busy) {
        trouble = new Trouble(trouble.sentence, sentence, busy);
    }

    long takeovers() {
        return takeovers;
    }

    void countTakeover() {
        takeovers++;
    }

    static String threwAtTasks(String policy, Throwable thrown) {
        if (thrown instanceof StuckPolicyException) {
            return thrown.getMessage();
        }
        return "policy '" + policy + "' threw when it was given the tasks: " + thrown;
    }
}
