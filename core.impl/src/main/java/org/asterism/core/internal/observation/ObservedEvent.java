package org.asterism.core.internal.observation;

import java.lang.reflect.Method;
import org.asterism.api.observation.RuntimeObserver;

/** The events of a {@link RuntimeObserver}, each with the method that reports it. */
enum ObservedEvent {
    SUBMITTED("submitted"),
    READY("ready"),
    PUSHED("pushed"),
    DECIDED("decided"),
    STORED("stored"),
    POPPED("popped"),
    FETCHING("fetching"),
    FETCHED("fetched"),
    STARTING("starting"),
    LAUNCHED("launched"),
    EXECUTED("executed"),
    TOOK_PART("tookPart"),
    COMPLETED("completed"),
    ITERATION_BEGAN("iterationBegan"),
    ITERATION_ENDED("iterationEnded"),
    CALLBACK_BEGAN("callbackBegan"),
    CALLBACK_ENDED("callbackEnded"),
    SLEPT("slept"),
    WOKE("woke"),
    TRANSFER_BEGAN("transferBegan"),
    TRANSFERRED("transferred"),
    TRANSFER_FAILED("transferFailed"),
    ALLOCATED("allocated"),
    FREED("freed"),
    POLICY_CHANGED("policyChanged"),
    TREE_CHANGED("treeChanged"),
    JOINED("joined"),
    LEFT("left"),
    LOST("lost"),
    HELD("held"),
    CONTINUED("continued");

    /** The events that tell when kernels ran. */
    static final int TIMES = LAUNCHED.bit() | EXECUTED.bit() | TOOK_PART.bit();

    /** The events that tell when copies were made. */
    static final int TRANSFERS = TRANSFER_BEGAN.bit() | TRANSFERRED.bit() | TRANSFER_FAILED.bit();

    private final String method;

    ObservedEvent(String method) {
        this.method = method;
    }

    int bit() {
        return 1 << ordinal();
    }

    /** The events whose methods a class of observers overrides, as bits. */
    static int overriddenBy(Class<? extends RuntimeObserver> observer) {
        int events = 0;
        for (Method found : observer.getMethods()) {
            for (ObservedEvent event : values()) {
                if (found.getName().equals(event.method) && found.getDeclaringClass() != RuntimeObserver.class) {
                    events |= event.bit();
                }
            }
        }
        return events;
    }
}
