package org.asterism.policy.modular.internal.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;

/** Declared tree with its policy. Changed under the registry's lock. */
final class TreeEntry {
    /**
     * Declaration of a tree; replaced as a whole.
     *
     * @param summary purpose of the tree
     * @param tree the tree, which may be read when it is first asked for
     * @param used kinds of components that bundles must provide
     * @param outline outline of the tree with the kinds of the distribution; null if only a plan yields it
     */
    record Text(String summary, Supplier<WrittenTree> tree, List<String> used, Outline outline) {
        static Text of(String summary, WrittenTree written) {
            return new Text(summary, () -> written, UsedKinds.of(written.description()), null);
        }

        /** Returns the declaration of a tree whose text need not be read yet. */
        static Text of(String summary, Supplier<WrittenTree> tree, Outline outline) {
            return new Text(summary, tree, outline.kinds(), outline);
        }

        TreeDescription description() {
            return tree.get().description();
        }

        List<String> missing(Map<String, ComponentPlugin> there) {
            List<String> missing = new ArrayList<>();
            for (String kind : used) {
                if (!there.containsKey(kind)) {
                    missing.add(kind);
                }
            }
            return missing;
        }

        /** Returns the parameters of the policy. Components of other bundles may refuse the tree, so it is planned. */
        List<String> parameters(TreeMaker maker, Map<String, ComponentPlugin> kinds) {
            return outline != null && areOfDistribution(kinds)
                    ? outline.parameters(kinds)
                    : maker.parameters(description(), kinds);
        }

        private static boolean areOfDistribution(Map<String, ComponentPlugin> kinds) {
            for (ComponentPlugin kind : kinds.values()) {
                if (!kind.provider().startsWith(DISTRIBUTION)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final String DISTRIBUTION = "org.asterism.components.modular.";

    final String name;
    final TreeSource source;
    private volatile Text text;

    /** Offer in service or about to be; null if there is none. */
    private PolicyOffer offer;

    TreeEntry(String name, TreeSource source, Text text) {
        this.name = name;
        this.source = source;
        this.text = text;
    }

    Text text() {
        return text;
    }

    /** Removes the policy of the tree, and returns it, or null if there is none. */
    PolicyOffer takeOffer() {
        PolicyOffer former = offer;
        offer = null;
        return former;
    }

    /** Returns the missing kinds for a message, with their positions if the tree has a text. */
    String missingInWords(Map<String, ComponentPlugin> there) {
        WrittenTree written = text.tree().get();
        return missing(there).stream()
                .map(kind -> written.kinds().containsKey(kind)
                        ? kind + " (" + written.kinds().get(kind) + ")"
                        : kind)
                .collect(Collectors.joining(", "));
    }

    List<String> missing(Map<String, ComponentPlugin> there) {
        return text.missing(there);
    }

    DeclaredTree declared(Map<String, ComponentPlugin> there) {
        Text now = text;
        return new DeclaredTree(name, now.summary(), now.description(), source.words(), now.missing(there));
    }

    /** Whether the declaration or the policy in service uses one of the kinds. Called under the registry's lock. */
    boolean usesAny(Set<String> kindNames) {
        return !Collections.disjoint(text.used(), kindNames)
                || offer != null && offer.factory().kinds().keySet().stream().anyMatch(kindNames::contains);
    }

    /** Compares the wanted tree with the one in service. */
    Revision revision(Text wanted, Map<String, ComponentPlugin> best, Set<ComponentPlugin> all) {
        Map<String, ComponentPlugin> kinds = null;
        if (wanted.missing(best).isEmpty()) {
            kinds = new LinkedHashMap<>();
            for (String kind : wanted.used()) {
                kinds.put(kind, best.get(kind));
            }
        }
        boolean canStay =
                offer != null && all.containsAll(offer.factory().kinds().values());
        return new Revision(this, text, wanted, kinds, offer, canStay);
    }

    /**
     * Step from the policy in service to another one. It is prepared without the registry's lock and applied under it.
     * The former policy stays if it can and the new one would be refused.
     *
     * @param before former declaration
     * @param wanted new declaration
     * @param kinds kinds of components to use, by name; null if some are missing
     * @param former policy in service; null if there is none
     * @param canStay whether all components of the former policy are still available
     */
    record Revision(
            TreeEntry tree,
            Text before,
            Text wanted,
            Map<String, ComponentPlugin> kinds,
            PolicyOffer former,
            boolean canStay) {

        /** Prepares the next policy. This calls components. */
        Outcome prepare(TreeMaker maker) {
            PolicyOffer remaining = canStay ? former : null;
            if (kinds == null) {
                return new Outcome(remaining, List.of());
            }
            if (former != null
                    && former.factory().kinds().equals(kinds)
                    && former.factory().description().equals(wanted.description())) {
                return new Outcome(former, List.of());
            }
            TreeFactory fresh = new TreeFactory(maker, tree.name, wanted::description, kinds);
            try {
                List<String> parameters = wanted.parameters(maker, kinds);
                List<String> faults = canStay ? fresh.faults(former.factory().places()) : List.of();
                PolicyOffer next =
                        new PolicyOffer(tree.name, wanted.summary(), parameters, tree.source.ranking(), fresh);
                return new Outcome(faults.isEmpty() ? next : remaining, faults);
            } catch (IllegalArgumentException wrong) {
                return new Outcome(remaining, List.of(wrong.getMessage()));
            }
        }

        /** Whether a later comparison has the same result. Components that are not used may have changed. */
        boolean holds(Revision now) {
            return before == now.before
                    && Objects.equals(kinds, now.kinds)
                    && former == now.former
                    && canStay == now.canStay;
        }

        void make(Outcome outcome) {
            tree.offer = outcome.next();
            if (outcome.faults().isEmpty()) {
                tree.text = wanted;
            }
        }
    }

    /**
     * Result of a revision.
     *
     * @param next next policy; null if there should be none
     * @param faults reasons why it is not the wanted policy; empty on success
     */
    record Outcome(PolicyOffer next, List<String> faults) {}
}
