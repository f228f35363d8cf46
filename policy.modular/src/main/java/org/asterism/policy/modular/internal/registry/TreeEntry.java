package org.asterism.policy.modular.internal.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;

/** A declared tree, and the policy that it is. Changed under the registry's lock. */
final class TreeEntry {
    /** The declaration of a tree; replaced as a whole. */
    record Text(String summary, WrittenTree written, List<String> used) {
        static Text of(String summary, WrittenTree written) {
            return new Text(summary, written, UsedKinds.of(written.description()));
        }

        TreeDescription description() {
            return written.description();
        }

        List<String> missing(Map<String, ComponentPlugin> there) {
            return used.stream().filter(kind -> !there.containsKey(kind)).toList();
        }
    }

    final String name;
    final TreeSource source;
    private volatile Text text;

    /** In service, or about to be; null if there is none. */
    private PolicyOffer offer;

    TreeEntry(String name, TreeSource source, Text text) {
        this.name = name;
        this.source = source;
        this.text = text;
    }

    Text text() {
        return text;
    }

    /** Leaves the tree without a policy; the former one, or null. */
    PolicyOffer takeOffer() {
        PolicyOffer former = offer;
        offer = null;
        return former;
    }

    /** The missing kinds for a message: with the places where they stand, if the tree was written down. */
    String missingInWords(Map<String, ComponentPlugin> there) {
        WrittenTree written = text.written();
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

    /**
     * Whether the declaration, or the policy in service, has a component of one of the kinds. Called under the
     * registry's lock.
     */
    boolean usesAny(Set<String> kindNames) {
        return text.used().stream().anyMatch(kindNames::contains)
                || offer != null && offer.factory().kinds().keySet().stream().anyMatch(kindNames::contains);
    }

    /** Compares the tree as it is to be with the one in service. */
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
     * A step from the policy in service to another one. It is prepared without the registry's lock and made under it.
     * As long as the former policy can stay, it does so rather than make way for one that would be refused.
     *
     * @param before the declaration as it was
     * @param wanted the declaration as it is to be
     * @param kinds the components to use, by name; null if some are missing
     * @param former in service; null if there is none
     * @param canStay whether all components of the former are there
     */
    record Revision(
            TreeEntry tree,
            Text before,
            Text wanted,
            Map<String, ComponentPlugin> kinds,
            PolicyOffer former,
            boolean canStay) {

        /** Finds the next policy. This calls components. */
        Outcome prepare(TreeMaker maker) {
            PolicyOffer remaining = canStay ? former : null;
            if (kinds == null) {
                return new Outcome(remaining, List.of());
            }
            if (former != null
                    && former.factory().description().equals(wanted.description())
                    && former.factory().kinds().equals(kinds)) {
                return new Outcome(former, List.of());
            }
            TreeFactory fresh = new TreeFactory(maker, tree.name, wanted.description(), kinds);
            try {
                List<String> parameters = maker.parameters(wanted.description(), kinds);
                List<String> faults = canStay ? fresh.faults(former.factory().places()) : List.of();
                PolicyOffer next =
                        new PolicyOffer(tree.name, wanted.summary(), parameters, tree.source.ranking(), fresh);
                return new Outcome(faults.isEmpty() ? next : remaining, faults);
            } catch (IllegalArgumentException wrong) {
                return new Outcome(remaining, List.of(wrong.getMessage()));
            }
        }

        /** Whether a later look has found the same: components that are not used may have come and gone. */
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
     * The policy that a tree is to be.
     *
     * @param next null if there is to be none
     * @param faults the reasons for which it is not the wanted one; empty if all is well
     */
    record Outcome(PolicyOffer next, List<String> faults) {}
}
