package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.Part;
import org.asterism.api.data.ReplicateState;
import org.asterism.core.internal.data.Attachment;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;

/**
 * The copies of one piece of data, at most one per memory node.
 *
 * <p>It is created when the data are first used outside of main memory, or at once if they have no home there. Only
 * commands of the {@link Traffic} change it; any thread may ask for states, which are hints.
 */
public final class Replicates implements Attachment {
    /**
     * The position of a part within other data.
     *
     * @param whole the data that the part was cut from
     * @param part the position within a copy of the whole
     */
    record Origin(Replicates whole, Part part) {}

    private final Handle handle;
    private final Origin origin;
    private final List<BufferShape> shapes;
    private final long bytes;

    /** The forms of the data, one of which these copies have; null if they have one form only. */
    private final Forms forms;

    /** Number of the form. */
    private final int form;

    /** The claim of the task that is about to make this form from another one, or null. */
    Claim converter;

    /** The claims that wait for that. */
    private final List<Claim> waiters;

    /**
     * By the ids of the nodes, without gaps: these only grow, and data that live for long would remember all nodes that
     * ever came. The array is never changed.
     */
    private volatile Replicate[] byNode = {};

    private volatile List<Replicates> parts = List.of();

    /** Whether they were put together on another node than main memory when that was done last. */
    private boolean isTogetherElsewhere;

    /** Number of times in a row that the data were brought home after they had been put together elsewhere. */
    private int timesBroughtHome;

    /** Reason why there is no value any more, or null. */
    Throwable lost;

    /** The versions and producers of the data; null unless they are known, or others are computed from these. */
    History history;

    /** To which nodes every new value is copied. */
    private int[] writeThrough = {};

    /** The copies of data; null as long as these are at home only. */
    public static Replicates of(Handle handle) {
        return (Replicates) handle.copies();
    }

    Replicates(Handle handle) {
        this(handle, null, null, 0);
    }

    /** Makes the copies of a part of other data. */
    Replicates(Handle handle, Origin origin) {
        this(handle, origin, null, 0);
    }

    /** Makes the copies of one form of data that have several. */
    Replicates(Handle handle, Forms forms, int form) {
        this(handle, null, forms, form);
    }

    private Replicates(Handle handle, Origin origin, Forms forms, int form) {
        this.handle = handle;
        this.origin = origin;
        this.forms = forms;
        this.form = form;
        waiters = forms == null ? List.of() : new ArrayList<>(0);
        shapes = handle.layout().buffers();
        bytes = handle.layout().bytes();
    }

    /** The forms of the data; null if they have one only. */
    Forms forms() {
        return forms;
    }

    /** Returns the number of the form of these copies. */
    int form() {
        return form;
    }

    List<Claim> waiters() {
        return waiters;
    }

    /**
     * The copies from which a node is supplied: those of the form that its workers see if that is up to date, else of
     * one that is. Anybody may ask.
     */
    Replicates movedTo(NodeMemory node) {
        if (forms == null) {
            return this;
        }
        Replicates wanted = Replicates.of(forms.of(node.architecture()));
        if (wanted.validCopies() > 0) {
            return wanted;
        }
        Replicates other = upToDate(forms);
        return other == null ? wanted : other;
    }

    /** The copies of the first form that is up to date; null if none is. */
    static Replicates upToDate(Forms forms) {
        for (Handle form : forms.all()) {
            if (of(form).validCopies() > 0) {
                return of(form);
            }
        }
        return null;
    }

    Handle handle() {
        return handle;
    }

    /** Returns the origin from which they were cut; null if they are no part. */
    Origin origin() {
        return origin;
    }

    List<BufferShape> shapes() {
        return shapes;
    }

    long bytes() {
        return bytes;
    }

    /** The copy on a node, or null if there never was one. */
    Replicate at(int node) {
        Replicate[] known = byNode;
        // As there are no gaps in the array, none is further right than its node's id says, and there are only few.
        for (int place = Math.min(node, known.length - 1); place >= 0; place--) {
            int id = known[place].node.id();
            if (id <= node) {
                return id == node ? known[place] : null;
            }
        }
        return null;
    }

    /** The copy on a node, made if there was none. */
    Replicate on(NodeMemory node) {
        Replicate there = at(node.id());
        if (there == null) {
            Replicate[] known = byNode;
            Replicate[] more = Arrays.copyOf(known, known.length + 1);
            there = new Replicate(this, node);
            int place = known.length;
            for (; place > 0 && known[place - 1].node.id() > node.id(); place--) {
                more[place] = known[place - 1];
            }
            more[place] = there;
            byNode = more;
        }
        return there;
    }

    /** Forgets a node that has left. */
    void forget(NodeMemory node) {
        if (at(node.id()) != null) {
            byNode = Arrays.stream(byNode).filter(copy -> copy.node != node).toArray(Replicate[]::new);
        }
    }

    /** The copies there are, valid or not, by the ids of their nodes. */
    Replicate[] copies() {
        return byNode;
    }

    /** Whether there is a value at all, in any form. */
    boolean hasValue() {
        return bytes == 0 || validCopies() > 0 || forms != null && upToDate(forms) != null;
    }

    /** Notes why there is no value any more in any form, or with null that there is one. */
    void lost(Throwable why) {
        lost = why;
        if (forms != null) {
            forms.all().forEach(form -> Replicates.of(form).lost = why);
        }
    }

    int validCopies() {
        int valid = 0;
        for (Replicate copy : byNode) {
            if (copy.isValid()) {
                valid++;
            }
        }
        return valid;
    }

    /** Whether another copy than this one is valid. */
    boolean isValidBeside(Replicate replicate) {
        for (Replicate copy : byNode) {
            if (copy != replicate && copy.isValid()) {
                return true;
            }
        }
        return false;
    }

    int[] writeThrough() {
        return writeThrough;
    }

    void setWriteThrough(int[] nodes) {
        writeThrough = nodes;
    }

    // For anybody.

    /** Returns the state of the copy on a node. */
    public ReplicateState stateOn(int node) {
        return forms == null ? ownStateOn(node) : stateOfAnyFormOn(node);
    }

    private ReplicateState stateOfAnyFormOn(int node) {
        boolean here = false;
        boolean elsewhere = false;
        for (Handle each : forms.all()) {
            for (Replicate copy : Replicates.of(each).copies()) {
                if (copy.isValid()) {
                    here |= copy.node.id() == node;
                    elsewhere |= copy.node.id() != node;
                }
            }
        }
        return here ? elsewhere ? ReplicateState.SHARED : ReplicateState.OWNED : ReplicateState.INVALID;
    }

    private ReplicateState ownStateOn(int node) {
        Replicate copy = at(node);
        if (copy == null || !copy.isValid()) {
            return ReplicateState.INVALID;
        }
        return isValidBeside(copy) ? ReplicateState.SHARED : ReplicateState.OWNED;
    }

    /** Whether there is memory for a copy on a node, in any form. */
    public boolean isAllocatedOn(int node) {
        if (forms == null) {
            return hasMemoryOn(node);
        }
        for (Handle each : forms.all()) {
            if (Replicates.of(each).hasMemoryOn(node)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasMemoryOn(int node) {
        Replicate copy = at(node);
        return copy != null && copy.isAllocated();
    }

    /**
     * Whether a copy is valid on a node or on its way there, or becomes valid there without a copy since the whole
     * around it is.
     */
    public boolean isValidOrRequested(int node) {
        Replicate copy = at(node);
        return copy != null && (copy.isValid() || copy.loading() != null) || isWithinValid(node);
    }

    private boolean isWithinValid(int node) {
        if (origin == null) {
            return false;
        }
        Replicate part = at(node);
        Replicate whole = origin.whole().at(node);
        return (part == null || part.maySeeWhole())
                && (whole != null && whole.isValid() || origin.whole().isWithinValid(node));
    }

    /** The copies that have the value of these: these, or those of the whole while that is not cut. */
    Replicates source() {
        Replicates source = this;
        while (source.validCopies() == 0 && source.origin != null) {
            source = source.origin.whole();
        }
        return source;
    }

    /** The parts that have the value while these are cut to be written; none else. Anybody may ask. */
    List<Replicates> parts() {
        return parts;
    }

    /** Notes where they are put together. */
    void isPutTogether(NodeMemory place) {
        isTogetherElsewhere = !place.isMain();
    }

    /** Notes what became of what was put together, before it is cut again. */
    void isCutAgain() {
        if (isTogetherElsewhere) {
            timesBroughtHome = isValidAtHome() ? timesBroughtHome + 1 : 0;
        }
    }

    /** Whether main memory seems to need what is put together: once may have been by chance. */
    boolean areNeededAtHome() {
        return timesBroughtHome > 1;
    }

    /** Notes in which parts the value is; none if it is here. */
    void setParts(List<Replicates> given) {
        parts = given;
    }

    /** Whether main memory has a valid copy. */
    public boolean isValidAtHome() {
        Replicate copy = at(MemoryNode.MAIN);
        return copy != null && copy.isValid();
    }
}
