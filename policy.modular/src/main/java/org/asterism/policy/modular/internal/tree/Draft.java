package org.asterism.policy.modular.internal.tree;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import org.asterism.api.CombinedWorker;
import org.asterism.spi.component.WorkerSet;

/** Planned place in a tree, before its component is found or created. */
final class Draft {
    final String name;
    final String composite;
    final Plan.Part part;

    /** The combined worker, if this is the end of a way to one. */
    CombinedWorker combined;

    final LinkedHashSet<Draft> parents = new LinkedHashSet<>();
    final LinkedHashSet<Draft> children = new LinkedHashSet<>();
    final SequencedMap<String, Draft> labelled = new LinkedHashMap<>();
    WorkerSet workers;
    Node node;

    Draft(String name, String composite, Plan.Part part) {
        this.name = name;
        this.composite = composite;
        this.part = part;
    }

    void above(List<Draft> below) {
        for (Draft child : below) {
            children.add(child);
            child.parents.add(this);
        }
    }
}
