package org.asterism.core.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which policy should be in charge of a context that has ready tasks, as far as that can be said in a few lines. */
final class PolicyModel {
    /** Who brings a policy. One that is broken throws as soon as it is given a task or a worker. */
    static final class Provider {
        final String name;
        final int ranking;
        final boolean isPicky;
        boolean isBroken;

        /** @param isPicky whether it refuses all properties */
        Provider(String name, int ranking, boolean isPicky, boolean isBroken) {
            this.name = name;
            this.ranking = ranking;
            this.isPicky = isPicky;
            this.isBroken = isBroken;
        }

        @Override
        public String toString() {
            return name + "^" + ranking + (isPicky ? " picky" : "") + (isBroken ? " broken" : "");
        }
    }

    /** A policy in charge. */
    record InCharge(Provider provider, Map<String, String> properties, boolean isFallback) {}

    final List<Provider> providers = new ArrayList<>();
    String wanted;
    Map<String, String> properties = Map.of();
    Optional<String> fallback = Optional.empty();
    InCharge inCharge;

    /** Who would bring a policy that works, or null. */
    Provider provider(String name, Map<String, String> given) {
        Provider best = null;
        for (Provider each : providers) {
            if (each.name.equals(name) && (best == null || each.ranking > best.ranking)) {
                best = each;
            }
        }
        return best == null || best.isBroken || best.isPicky && !given.isEmpty() ? null : best;
    }

    /** Whether a policy that works would be put in charge. */
    boolean use(String name, Map<String, String> given) {
        Provider provider = provider(name, given);
        if (provider != null) {
            wanted = name;
            properties = given;
            inCharge = new InCharge(provider, given, false);
        }
        return provider != null;
    }

    /** The policy in charge has broken its contract. */
    void fails() {
        inCharge = null;
        settle();
    }

    /** Whether what was asked for is in charge. */
    boolean isOnWanted() {
        return inCharge != null
                && !inCharge.isFallback
                && inCharge.provider.name.equals(wanted)
                && inCharge.properties.equals(properties);
    }

    /** What follows from whatever has changed. */
    void settle() {
        boolean isThere = inCharge != null && providers.contains(inCharge.provider);
        if (isThere && isOnWanted()) {
            return;
        }
        Provider first = provider(wanted, properties);
        Provider second = fallback.isEmpty() ? null : provider(fallback.get(), Map.of());
        if (first != null) {
            inCharge = new InCharge(first, properties, false);
        } else if (isThere && !inCharge.isFallback) {
            return; // it goes on until the wanted one comes
        } else if (isThere && fallback.isPresent()) {
            boolean isFormer = !inCharge.provider.name.equals(fallback.get());
            inCharge = isFormer && second != null ? new InCharge(second, Map.of(), true) : inCharge;
        } else {
            inCharge = second == null ? null : new InCharge(second, Map.of(), true);
        }
    }
}
