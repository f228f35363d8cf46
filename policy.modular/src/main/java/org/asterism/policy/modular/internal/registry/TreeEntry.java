package org.asterism.policy.modular.internal.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;

/** A declared tree, and the policy that it is. Guarded by the registry's lock. */
final class TreeEntry {
    final String name;
    final TreeSource source;
    private String summary;
    private WrittenTree written;
    private List<String> used;
    private TreeFactory inService;
    private PolicyServices.Registration registration;

    TreeEntry(String name, TreeSource source, String summary, WrittenTree written) {
        this.name = name;
        this.source = source;
        describe(summary, written);
    }

    void describe(String changedSummary, WrittenTree changed) {
        summary = changedSummary;
        written = changed;
        used = UsedKinds.of(changed.description());
    }

    String summary() {
        return summary;
    }

    WrittenTree written() {
        return written;
    }

    /** The missing kinds for a message: with the places where they stand, if the tree was written down. */
    String missingInWords(Map<String, ComponentPlugin> there) {
        return missing(there).stream()
                .map(kind -> written.kinds().containsKey(kind)
                        ? kind + " (" + written.kinds().get(kind) + ")"
                        : kind)
                .collect(Collectors.joining(", "));
    }

    List<String> missing(Map<String, ComponentPlugin> there) {
        return used.stream().filter(kind -> !there.containsKey(kind)).toList();
    }

    DeclaredTree declared(Map<String, ComponentPlugin> there) {
        return new DeclaredTree(name, summary, written.description(), source.words(), missing(there));
    }

    /**
     * Has the policy follow what was declared and which kinds are there. The new policy comes before the old one goes, so that
     * contexts go over without a gap. As long as the old one can stay, it does so rather than to make way for one that would be refused.
     *
     * @param there the kinds to use, by name
     * @param all every kind that is there
     * @return why there is no new one, as there should be; empty if all is well
     */
    List<String> follow(
            Map<String, ComponentPlugin> there, Set<ComponentPlugin> all, TreeMaker maker, PolicyServices services) {
        boolean canStay = inService != null && all.containsAll(inService.kinds().values());
        if (!missing(there).isEmpty()) {
            if (!canStay) {
                withdraw();
            }
            return List.of();
        }
        TreeDescription description = written.description();
        Map<String, ComponentPlugin> kinds = new LinkedHashMap<>();
        used.forEach(kind -> kinds.put(kind, there.get(kind)));
        if (inService != null
                && inService.description().equals(description)
                && inService.kinds().equals(kinds)) {
            return List.of();
        }
        TreeFactory fresh = new TreeFactory(maker, name, description, kinds);
        List<String> parameters;
        List<String> faults;
        try {
            parameters = maker.parameters(description, kinds);
            faults = canStay ? fresh.faults(inService.places()) : List.of();
        } catch (IllegalArgumentException wrong) {
            parameters = List.of();
            faults = List.of(wrong.getMessage());
        }
        if (!faults.isEmpty()) {
            if (!canStay) {
                withdraw();
            }
            return faults;
        }
        PolicyServices.Registration old = registration;
        registration = services.register(name, summary, parameters, source.ranking(), fresh);
        inService = fresh;
        if (old != null) {
            old.unregister();
        }
        return List.of();
    }

    void withdraw() {
        PolicyServices.Registration old = registration;
        registration = null;
        inService = null;
        if (old != null) {
            old.unregister();
        }
    }
}
