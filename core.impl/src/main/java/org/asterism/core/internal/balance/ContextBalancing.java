package org.asterism.core.internal.balance;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.asterism.api.BalancerChoice;
import org.asterism.api.Balancing;
import org.asterism.api.Clock;
import org.asterism.api.UnknownBalancerException;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.BalancerContext;
import org.asterism.spi.policy.PolicyProperties;

/**
 * Determines the balancer in charge of a runtime's contexts: the one requested last, while its bundle is there and it
 * does not fail.
 *
 * <p>Any thread may use it. The lock is held for assignments only: balancers are created and ended without it.
 */
public final class ContextBalancing {
    /** The environment that a balancer is created with. */
    private record Surroundings(PolicyProperties properties, Clock clock) implements BalancerContext {}

    private static final Logger LOG = System.getLogger(ContextBalancing.class.getName());

    private final BalanceScene scene;
    private final Ledger ledger = new Ledger();
    private BalanceSettings wanted;
    private Incumbent inCharge;
    private String trouble;
    private boolean closed;

    public ContextBalancing(BalanceScene scene) {
        this.scene = scene;
    }

    /** Puts a balancer in charge; refuses one that is not there. */
    public void use(BalancerChoice choice) {
        scene.refusePolicies("balance(" + choice.name() + ")");
        BalancerPlugin plugin = scene.plugins()
                .balancer(choice.name())
                .orElseThrow(() -> new UnknownBalancerException(
                        choice.name(), scene.plugins().balancerNames()));
        BalanceSettings settings = settings(choice);
        Incumbent fresh = make(plugin, settings);
        Incumbent old;
        synchronized (this) {
            old = closed ? fresh : replace(settings, fresh, null);
        }
        end(old);
        if (old == fresh) {
            throw new IllegalStateException("the runtime is closed: make another one with RuntimeFactory.create(...)");
        }
        begin(fresh);
    }

    /** Puts a balancer in charge now or, if it is not there, when it comes. */
    public void wish(BalancerChoice choice) {
        try {
            use(choice);
        } catch (UnknownBalancerException absent) {
            end(replace(settings(choice), null, "waits for a balancer '" + choice.name() + "', which is not there"));
            LOG.log(Level.INFO, "{0}", absent.getMessage());
            scene.plugins().balancer(choice.name()).ifPresent(this::arrived);
        }
    }

    /** Takes the balancer out of charge. */
    public void stop() {
        scene.refusePolicies("stopBalancing()");
        end(replace(null, null, null));
    }

    /** Ends balancing for good. */
    public void close() {
        Incumbent old;
        synchronized (this) {
            closed = true;
            old = replace(wanted, null, trouble);
        }
        end(old);
    }

    /** Changes the balancer in charge. Returns the one until now, which the caller ends without the lock, or null. */
    private synchronized Incumbent replace(BalanceSettings settings, Incumbent fresh, String why) {
        Incumbent old = inCharge;
        wanted = settings;
        inCharge = fresh;
        trouble = why;
        return old;
    }

    /** The state of balancing, for programs. */
    public synchronized Balancing report() {
        return ledger.report(
                Optional.ofNullable(wanted).map(BalanceSettings::choice),
                inCharge != null,
                Optional.ofNullable(trouble));
    }

    // Plug-ins that come and go.

    /** Called when a balancer has come. */
    public void arrived(BalancerPlugin plugin) {
        BalanceSettings settings;
        synchronized (this) {
            settings = wanted;
            if (closed
                    || settings == null
                    || inCharge != null
                    || !settings.choice().name().equals(plugin.name())) {
                return;
            }
        }
        Incumbent fresh;
        try {
            fresh = make(plugin, settings);
        } catch (RuntimeException refused) {
            synchronized (this) {
                trouble = refused.getMessage();
            }
            LOG.log(Level.ERROR, refused.getMessage(), refused);
            return;
        }
        boolean taken;
        synchronized (this) {
            taken = !closed && wanted == settings && inCharge == null;
            if (taken) {
                replace(settings, fresh, null);
            }
        }
        if (taken) {
            LOG.log(Level.INFO, "balancer ''{0}'' is there and in charge", plugin.name());
            begin(fresh);
        } else {
            fresh.end();
        }
    }

    /** Called when a balancer's bundle leaves; does not return before the balancer has ended. */
    public void left(BalancerPlugin plugin) {
        Incumbent old;
        synchronized (this) {
            if (inCharge == null || inCharge.plugin() != plugin) {
                return;
            }
            old = replace(
                    wanted,
                    null,
                    "its bundle has left: workers stay where they are until a balancer '" + plugin.name() + "' comes");
        }
        LOG.log(Level.INFO, "balancer ''{0}'' has left: workers stay where they are", plugin.name());
        old.end();
        scene.plugins().balancer(plugin.name()).ifPresent(this::arrived);
    }

    private void failed(Incumbent incumbent, Throwable thrown) {
        String name = incumbent.plugin().name();
        synchronized (this) {
            if (inCharge == incumbent) {
                replace(wanted, null, "it failed and was taken out of charge: " + thrown);
            }
        }
        LOG.log(
                Level.ERROR,
                "balancer '" + name + "' failed and is taken out of charge, workers stay where they are: " + thrown,
                thrown);
        incumbent.end();
    }

    private Incumbent make(BalancerPlugin plugin, BalanceSettings settings) {
        Balancer balancer;
        try {
            balancer = plugin.factory().create(new Surroundings(settings.own(), scene.clock()));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    "balancer '" + plugin.name() + "' does not accept "
                            + settings.own().values() + ": " + refused.getMessage() + "; every balancer takes "
                            + BalanceSettings.NAMES + " besides",
                    refused);
        } catch (RuntimeException | LinkageError failure) {
            throw new IllegalStateException(
                    "balancer '" + plugin.name() + "' of " + plugin.provider() + " could not be made: " + failure
                            + "; ask its author",
                    failure);
        }
        if (balancer == null) {
            throw new IllegalStateException("balancer '" + plugin.name() + "' of " + plugin.provider()
                    + " gave null rather than a balancer: ask its author");
        }
        return new Incumbent(scene, plugin, settings, balancer, ledger, this::failed);
    }

    private static BalanceSettings settings(BalancerChoice choice) {
        try {
            return BalanceSettings.of(choice);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("balancer '" + choice.name() + "': " + wrong.getMessage(), wrong);
        }
    }

    private void begin(Incumbent fresh) {
        fresh.begin();
        // If its bundle left before it was in charge, left(...) did nothing.
        if (!scene.plugins().has(fresh.plugin())) {
            left(fresh.plugin());
        }
    }

    private static void end(Incumbent old) {
        if (old != null) {
            old.end();
        }
    }
}
