package org.asterism.policy.modular.internal.registry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.asterism.spi.policy.PolicyRegistry;

/**
 * Policy of a tree as a service, from its registration to its withdrawal. Registration and withdrawal change contexts,
 * which call factories on other threads, and these may call the registry. So no lock is held during either of them, and
 * a thread may withdraw an offer while another one is still registering it.
 *
 * <p><b>Threads.</b> Any.
 */
final class PolicyOffer {
    private static final Logger LOG = System.getLogger(PolicyOffer.class.getName());

    /**
     * Timeout for the other thread. It is shorter than the time after which the core gives up a factory that does not
     * return.
     */
    private static final long PATIENCE_SECONDS = 5;

    private enum State {
        NEW,
        REGISTERING,
        REGISTERED,
        LEAVING
    }

    private final String name;
    private final String summary;
    private final List<String> parameters;
    private final int ranking;
    private final TreeFactory factory;
    private final CountDownLatch gone = new CountDownLatch(1);
    private State state = State.NEW;
    private PolicyRegistry.Registration registration;

    /** Thread that is registering or unregistering the service. */
    private Thread caller;

    PolicyOffer(String name, String summary, List<String> parameters, int ranking, TreeFactory factory) {
        this.name = name;
        this.summary = summary;
        this.parameters = parameters;
        this.ranking = ranking;
        this.factory = factory;
    }

    TreeFactory factory() {
        return factory;
    }

    boolean isOf(String tree) {
        return name.equals(tree);
    }

    boolean uses(ComponentPlugin kind) {
        return factory.kinds().containsValue(kind);
    }

    /** Registers the service once, unless it was withdrawn before. */
    void register(PolicyRegistry services) {
        synchronized (this) {
            if (state != State.NEW) {
                return;
            }
            state = State.REGISTERING;
            caller = Thread.currentThread();
        }
        PolicyRegistry.Registration made = null;
        try {
            made = services.register(name, summary, parameters, ranking, factory);
        } finally {
            if (mustLeave(made)) {
                unregister(made);
            }
        }
    }

    /** Stores the registration, and returns whether the offer was withdrawn meanwhile. */
    private synchronized boolean mustLeave(PolicyRegistry.Registration made) {
        registration = made;
        boolean isWithdrawn = state == State.LEAVING;
        if (!isWithdrawn) {
            state = State.REGISTERED;
        }
        return isWithdrawn;
    }

    /**
     * Unregisters the service. If another thread is registering or unregistering it, this method waits until no context
     * uses the policy any more. The wait has a timeout, because the other thread may wait for the caller.
     */
    void withdraw() {
        boolean isOurs;
        boolean isOthers;
        synchronized (this) {
            isOurs = state == State.NEW || state == State.REGISTERED;
            isOthers = !isOurs && caller != Thread.currentThread();
            caller = isOurs ? Thread.currentThread() : caller;
            state = State.LEAVING;
        }
        if (isOurs) {
            unregister(registration);
        } else if (isOthers) {
            awaitGone();
        }
    }

    private void unregister(PolicyRegistry.Registration made) {
        try {
            if (made != null) {
                made.unregister();
            }
        } finally {
            gone.countDown();
        }
    }

    private void awaitGone() {
        boolean interrupted = false;
        while (true) {
            try {
                if (!gone.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    LOG.log(
                            Level.WARNING,
                            "policy ''{0}'' is still being replaced by another thread: contexts may use its components"
                                    + " although they leave",
                            name);
                }
                break;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
