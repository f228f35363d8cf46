package org.asterism.core.internal.context;

import static org.asterism.core.internal.context.PolicyTransitions.Action.*;

/**
 * The rules for changes of a context's policy: one action for each event in each state. {@link PolicyLifecycle} reports
 * outside events. {@link PolicyChange} carries out the actions, and their results are events in turn.
 */
final class PolicyTransitions {
    /** The policy in charge, compared with the policy that is wanted now. */
    enum State {
        /** No policy is in charge; ready tasks wait until there is one. */
        PARKED,
        /** The wanted policy is in charge. */
        IN_CHARGE,
        /** The policy that was wanted before is in charge until the wanted one is available. */
        SUPERSEDED,
        /** The fall-back is in charge until the wanted policy is available. */
        FALLBACK,
        /** A policy is in charge that was the fall-back before. */
        FORMER_FALLBACK,
        /** The policy in charge has failed, or its plug-in has left: this change must replace it. */
        REPLACING,
        /** The context is closed for good. */
        CLOSED
    }

    /** The reaction to an event. */
    enum Action {
        /** Nothing; or nothing more, after the result of another action. */
        KEEP,
        /** Create nothing: the context is closed. */
        REFUSE,
        /** Create the policy that a program or a description asks for. */
        TRY_REQUESTED,
        /** Create the wanted policy. */
        TRY_WANTED,
        /** Create the fall-back. */
        TRY_FALLBACK,
        /** Hand the tasks over to the created policy; if it throws, the one in charge goes on. */
        SWAP,
        /** Give the created policy all tasks; if it throws, the tasks are parked. */
        INSTALL,
        /** Close the created policy, which is not needed any more. */
        DISCARD,
        /** Take all tasks back from the policy in charge and close it. */
        PARK,
        /** Add or remove workers while no policy is in charge. */
        MOVE_WORKERS,
        /** Add or remove workers and tell the policy. */
        MOVE_AND_TELL,
        /** Take all tasks back and close the policy for good. */
        SHUT_DOWN
    }

    /** An event. The constants list their actions in the order of the {@link State states}. */
    enum Event {
        // From outside.

        /** The context starts, or a plug-in of the wanted name has come or left. */
        WANTED_PLUGIN_CHANGED(TRY_WANTED, KEEP, TRY_WANTED, TRY_WANTED, TRY_WANTED, KEEP, KEEP),
        /** A plug-in of the fall-back's name has come or left. */
        FALLBACK_PLUGIN_CHANGED(TRY_WANTED, KEEP, KEEP, KEEP, TRY_WANTED, KEEP, KEEP),
        /** The plug-in of the policy in charge has left. */
        PLUGIN_LEFT(KEEP, TRY_WANTED, TRY_WANTED, TRY_WANTED, TRY_WANTED, KEEP, KEEP),
        /** A policy that was in charge in this state has thrown, did not return or broke its contract. */
        POLICY_FAILED(KEEP, TRY_WANTED, TRY_FALLBACK, TRY_FALLBACK, TRY_FALLBACK, KEEP, KEEP),
        /** A program or a description asks for a policy. */
        POLICY_REQUESTED(TRY_REQUESTED, TRY_REQUESTED, TRY_REQUESTED, TRY_REQUESTED, TRY_REQUESTED, KEEP, REFUSE),
        /** A description asks for another fall-back than before, and for the same policy. */
        FALLBACK_CONFIGURED(TRY_FALLBACK, KEEP, KEEP, KEEP, TRY_FALLBACK, KEEP, KEEP),
        /** Workers come or go. */
        WORKERS_CHANGED(MOVE_WORKERS, MOVE_AND_TELL, MOVE_AND_TELL, MOVE_AND_TELL, MOVE_AND_TELL, KEEP, MOVE_WORKERS),
        /** The context closes. */
        CONTEXT_CLOSED(KEEP, SHUT_DOWN, SHUT_DOWN, SHUT_DOWN, SHUT_DOWN, KEEP, KEEP),

        // Results of actions.

        /** The requested policy was created. */
        REQUESTED_CREATED(INSTALL, SWAP, SWAP, SWAP, SWAP, KEEP, DISCARD),
        /** The requested policy threw when it got the tasks. */
        REQUESTED_THREW(TRY_FALLBACK, KEEP, KEEP, KEEP, KEEP, KEEP, KEEP),
        /**
         * The requested policy did not return when it got the tasks; the one that handed them over is parked with it.
         */
        REQUESTED_STUCK(TRY_WANTED, KEEP, KEEP, KEEP, KEEP, KEEP, KEEP),
        /** The wanted policy was created. */
        WANTED_CREATED(INSTALL, DISCARD, SWAP, SWAP, SWAP, INSTALL, DISCARD),
        /** The wanted policy could not be created, or failed when it got the tasks. */
        WANTED_FAILED(TRY_FALLBACK, KEEP, KEEP, KEEP, TRY_FALLBACK, TRY_FALLBACK, KEEP),
        /** The fall-back was created. */
        FALLBACK_CREATED(INSTALL, DISCARD, DISCARD, DISCARD, SWAP, INSTALL, DISCARD),
        /** The fall-back could not be created, or failed when it got the tasks. */
        FALLBACK_FAILED(KEEP, KEEP, KEEP, KEEP, KEEP, PARK, KEEP),
        /** No fall-back is asked for. */
        NO_FALLBACK(KEEP, KEEP, KEEP, KEEP, PARK, PARK, KEEP),
        /** Another policy or fall-back has been asked for while one was created. */
        OUTDATED(KEEP, KEEP, KEEP, KEEP, KEEP, TRY_WANTED, KEEP);

        private final Action[] actions;

        Event(Action... actions) {
            this.actions = actions;
        }
    }

    private PolicyTransitions() {}

    static Action action(Event event, State state) {
        return event.actions[state.ordinal()];
    }
}
