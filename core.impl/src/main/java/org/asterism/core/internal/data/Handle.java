package org.asterism.core.internal.data;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.Layout;

/**
 * One piece of data, as all packages of the core see it: layout, home memory, and whether its value is intact.
 *
 * <p>Two packages attach objects to it: the order of the tasks on the data, and the copies on other memory nodes.
 */
public abstract class Handle implements DataHandle {
    private final long id;
    private final Layout layout;

    /**
     * The memory that the program gave, or native memory in its stead: a buffer, a list of several, or null if there is
     * none.
     */
    private final Object home;

    /** View of the data at home; null if they have no home. */
    private final DataView view;

    /** The program's memory, kept reachable: a view may name it by address only. */
    private final Object kept;

    /**
     * The scopes that the program may close too early, one per buffer of its memory if there are several; null if the
     * memory is the runtime's.
     */
    private final Object lent;

    /** The order of the tasks on the data. */
    private final Attachment order;

    /** The copies elsewhere; null as long as the data are at home only. */
    private volatile Attachment copies;

    /** 0 as long as nobody has asked for it. */
    private int footprint;

    /** Size according to the layout, which creates objects to compute it; 0 until the first request. */
    private long bytes;

    /** The forms of data that have several: of these, or those that this is one of. Null for most. */
    private Forms forms;

    private volatile String name;
    private volatile Throwable corruption;

    /**
     * Makes a handle.
     *
     * @param id unique in its runtime; who locks several orders takes them by it
     * @param home the memory of each buffer of the layout, or null for data without a home
     * @param kept the program's buffers, or the handle that this one is a part of; null if the memory is the runtime's
     * @param order the order of the tasks on the data
     */
    protected Handle(long id, Layout layout, Buffer[] home, Object kept, Attachment order) {
        this.id = id;
        this.layout = layout;
        this.home = home == null ? null : home.length == 1 ? home[0] : List.of(home);
        this.view = home == null ? null : layout.view(home());
        this.kept = kept;
        this.lent =
                kept instanceof Handle parent ? parent.lent : kept == null ? null : HomeCheck.scopes((Buffer[]) kept);
        this.order = order;
    }

    /** Says which forms the data have, or which this is one of; while nobody else knows the handle. */
    protected final void setForms(Forms given) {
        forms = given;
    }

    @Override
    public final String name() {
        if (isForm()) {
            return forms.nameOf(this);
        }
        String given = name;
        return given == null ? layout.kind() + "#" + id : given;
    }

    @Override
    public final DataHandle named(String given) {
        name = given;
        return this;
    }

    @Override
    public final long bytes() {
        long known = bytes;
        if (known == 0) { // or there are none
            known = layout.bytes();
            bytes = known;
        }
        return known;
    }

    /** Returns the layout's {@link Layout#footprint footprint}, which many tasks request. */
    public final int footprint() {
        int known = footprint;
        if (known == 0) {
            known = layout.footprint();
            footprint = known;
        }
        return known;
    }

    @Override
    public final boolean isCorrupt() {
        return corruption != null;
    }

    public final long id() {
        return id;
    }

    @Override
    public final Layout layout() {
        return layout;
    }

    /** The forms of data that have several: of these, or those that this is one of. Null for most. */
    public final Forms forms() {
        return forms;
    }

    /** Whether these are data that have several forms, not one of the forms. */
    public final boolean hasForms() {
        return forms != null && forms.whole() == this;
    }

    /** Whether these are one form of data that have several. */
    public final boolean isForm() {
        return forms != null && forms.whole() != this;
    }

    /** The forms of the data, or the data themselves if they have no several: each has copies of its own. */
    public final List<Handle> ownForms() {
        return hasForms() ? forms.all() : List.of(this);
    }

    /** The data as an architecture sees them, or the program for none: these but for data that have several forms. */
    public final Handle seenBy(Architecture architecture) {
        return hasForms() ? forms.of(architecture) : this;
    }

    /** Returns the view of the data at home; null if they have no home. */
    public final DataView view() {
        return view;
    }

    /** Returns the location of the data at home, one buffer per buffer of the layout; null if they have no home. */
    @SuppressWarnings("unchecked") // the constructor puts nothing else there
    public final List<Buffer> home() {
        return home instanceof Buffer single ? List.of(single) : (List<Buffer>) home;
    }

    /** Whether the program has closed the arena that the data lie in. */
    public final boolean hasLostItsMemory() {
        return lent != null && HomeCheck.isAnyClosed(lent);
    }

    /** The order of the tasks on the data. */
    public final Attachment order() {
        return order;
    }

    /** The copies elsewhere; null as long as the data are at home only. */
    public final Attachment copies() {
        return copies;
    }

    /** Makes the copies known. */
    public final void setCopies(Attachment known) {
        copies = known;
    }

    /** Returns the reason why the data are not valid, or null. */
    public final Throwable corruption() {
        return corruption;
    }

    /** Marks what a task has, or has not, written; only while that task holds its place in the order. */
    public final void markCorrupt(Throwable cause) {
        corruption = cause;
    }

    /**
     * Keeps the native memory behind the data from ever being freed, since a kernel that was given up may still use it.
     */
    public abstract void keepHome();

    @Override
    public final String toString() {
        return name();
    }
}
