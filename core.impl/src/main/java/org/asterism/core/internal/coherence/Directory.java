package org.asterism.core.internal.coherence;

import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Part;
import org.asterism.api.data.ReplicateState;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;

/**
 * The data that are known to have copies.
 *
 * <p>Data that have never left main memory have no entry, and cost nothing. The first request of a command of the
 * {@link Traffic} creates the entry, a {@link Replicates}. Some data get their entry at once, before any use: data
 * without a home, parts of other data, and data of several forms.
 */
public final class Directory {
    private final NodeMemory main;

    Directory(NodeMemory main) {
        this.main = main;
    }

    /** Makes data known that have no home, or no content there. */
    public void add(Handle handle) {
        if (handle.forms() != null) {
            addForms(handle, false);
            return;
        }
        Replicates copies = new Replicates(handle);
        if (handle.home() != null) {
            copies.on(main).placeAtHome(handle.home());
        }
        handle.setCopies(copies);
    }

    /** Makes data known that are a part of others, within whose copy at home they lie. */
    public void addPart(Handle handle, Handle whole, Part part) {
        Replicates copies = new Replicates(handle, new Replicates.Origin(Replicates.of(whole), part));
        copies.on(main).placeAtHome(handle.home());
        handle.setCopies(copies);
    }

    /** Makes data known that have several forms, of which the standard one may have content at home. */
    public void addForms(Handle handle, boolean hasContent) {
        Forms forms = handle.forms();
        Replicates standard = new Replicates(handle, forms, Forms.STANDARD);
        if (handle.home() != null) {
            Replicate home = standard.on(main);
            home.placeAtHome(handle.home());
            home.setValid(hasContent);
        }
        handle.setCopies(standard);
        forms.standard().setCopies(standard);
        for (int form = 1; form < forms.all().size(); form++) {
            Handle further = forms.all().get(form);
            further.setCopies(new Replicates(further, forms, form));
        }
    }

    /** Returns the state of the copy of data on a node. Any thread may call it. */
    public static ReplicateState stateOn(Handle handle, int node) {
        Replicates copies = Replicates.of(handle);
        if (copies != null) {
            return copies.stateOn(node);
        }
        return node == MemoryNode.MAIN ? ReplicateState.OWNED : ReplicateState.INVALID;
    }

    /** Whether there is memory for a copy of data on a node; for anybody. */
    public static boolean isAllocatedOn(Handle handle, int node) {
        Replicates copies = Replicates.of(handle);
        return copies == null ? node == MemoryNode.MAIN : copies.isAllocatedOn(node);
    }

    /** The copies of data, from now on known; in the seat. */
    Replicates copiesOf(Handle handle) {
        Replicates known = Replicates.of(handle);
        if (known == null) {
            known = new Replicates(handle);
            Replicate home = known.on(main);
            if (handle.home() != null) {
                home.placeAtHome(handle.home());
                home.setValid(true);
            }
            handle.setCopies(known);
        }
        return known;
    }

    /** The copies of each of some data, from now on known; in the seat. */
    List<Replicates> copiesOf(List<Handle> handles) {
        return handles.stream().map(this::copiesOf).toList();
    }
}
