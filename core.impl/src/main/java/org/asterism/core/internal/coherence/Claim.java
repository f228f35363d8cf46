package org.asterism.core.internal.coherence;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Shortage;

/**
 * The needs of a task or the program on a memory node: memory for all its data at once, and the content of the data
 * that it reads. These copies stay on the node until the claim is released.
 *
 * <p>Its creator hands it to the {@link Traffic}. From then on only the traffic's commands change it. The creator reads
 * it when it {@link #isSettled is settled}.
 */
public final class Claim {
    /** One piece of data. A claim has one item per piece of data, even if it names the data several times. */
    static final class Item {
        final Handle handle;
        boolean reads;
        boolean writes;
        Replicate replicate;

        /** The view of the copy for the creator of the claim; set when the claim is settled. */
        private DataView view;

        /** Whether the claim keeps the copy where it is. */
        private boolean pins;

        Item(Handle handle) {
            this.handle = handle;
        }

        /** Keeps the copy where it is. */
        void pin() {
            if (!pins) {
                pins = true;
                replicate.pin();
            }
        }

        /** Lets the copy go, if the claim keeps it. */
        void unpin() {
            if (pins) {
                pins = false;
                replicate.unpin();
            }
        }
    }

    private static final byte PINNED = 1;
    private static final byte WRITES_HISTORY = 2;
    private static final byte TASK_FAILED = 4;

    private final NodeMemory node;
    private final Object owner;
    private final int priority;
    private final Runnable whenSettled;
    private final BooleanSupplier stillWanted;

    /** The data in the order in which they were added. A piece of data that is named twice is there twice. */
    private Item[] byPosition;

    private int positions;

    /**
     * The items once each, followed by what they are converted from. Replaced when that changes; there when the claim
     * is complete.
     */
    private Item[] items;

    /** The plan for data of several forms; null if there are none. */
    private FormPlan forms;

    /** Number of copies that are on their way. */
    int missing;

    /**
     * What is true of it, in one byte, since more would make each claim eight bytes longer. The seat changes it, and
     * the claim's maker before it releases the claim, when the seat leaves it alone.
     */
    private byte marks;

    /** Whether its data get memory of their own, since that of the whole around them leaves no room for all. */
    boolean isApart;

    private Throwable failure;
    private volatile boolean settled;

    /** Reason why its task could not be run elsewhere, once it was given up; or null. */
    private String obstacle;

    private volatile boolean givenUp;

    /**
     * Begins a claim.
     *
     * @param size the number of pieces of data that will be added
     */
    Claim(NodeMemory node, Object owner, int priority, int size, Runnable whenSettled, BooleanSupplier stillWanted) {
        this.node = node;
        byPosition = new Item[size];
        this.owner = owner;
        this.priority = priority;
        this.whenSettled = whenSettled;
        this.stillWanted = stillWanted;
    }

    /** Adds a piece of data, in its standard form if it has several; before the claim is made. */
    public void add(Handle data, Access mode) {
        add(data, mode, null, false);
    }

    /**
     * Adds a piece of data in the form that somebody sees; before the claim is made.
     *
     * @param reader the worker that will use the data
     * @param described whether kernels need not be there, since they are not executed
     */
    public void add(Handle data, Access mode, Architecture reader, boolean described) {
        Handle handle = data;
        if (data.forms() != null) {
            forms = forms == null ? new FormPlan(reader, described, this) : forms;
            handle = forms.formOf(data);
        }
        Item item = itemOf(handle);
        if (item == null) {
            item = new Item(handle);
        }
        item.reads |= mode.reads();
        // Scratch memory has no content before, and none after.
        item.writes |= mode.writes();
        byPosition[positions] = item;
        positions++;
    }

    private Item itemOf(Handle handle) {
        for (int position = 0; position < positions; position++) {
            if (byPosition[position].handle == handle) {
                return byPosition[position];
            }
        }
        return null;
    }

    /** Is told that nothing more will be added. */
    void isComplete() {
        Item[] once = byPosition;
        int found = 0;
        for (Item item : byPosition) {
            boolean first = true;
            for (int before = 0; before < found; before++) {
                first &= once[before] != item;
            }
            if (first) {
                if (once == byPosition && byPosition[found] != item) {
                    once = byPosition.clone(); // something before was named twice
                }
                once[found] = item;
                found++;
            }
        }
        items = found == once.length ? once : Arrays.copyOf(once, found);
        if (forms != null) {
            forms.isComplete();
        }
    }

    /** Adds what other items are converted from. */
    void addSource(Item source) {
        items = Arrays.copyOf(items, items.length + 1);
        items[items.length - 1] = source;
    }

    /** Forgets all items but so many. */
    void keepItems(int number) {
        if (number < items.length) {
            items = Arrays.copyOf(items, number);
        }
    }

    /** Returns the plan for data of several forms; null if there are none. */
    FormPlan forms() {
        return forms;
    }

    /** Whether an item's content is made on the node, not copied there. */
    boolean converts(Item item) {
        return forms != null && forms.conversionTo(item) != null;
    }

    /** Whether an item's content was to be made on the node and has not been. */
    boolean isUnconverted(Item item) {
        Conversion conversion = forms == null ? null : forms.conversionTo(item);
        return conversion != null && !conversion.done;
    }

    /**
     * Returns the conversions that must be made before the data can be used, in this order; none for most claims. Call
     * it once the claim is settled.
     */
    public List<Conversion> conversions() {
        return forms == null ? List.of() : forms.conversions();
    }

    /** Whether nothing is to be run but conversions. */
    public boolean onlyConverts() {
        return forms != null && forms.onlyConverts();
    }

    NodeMemory node() {
        return node;
    }

    /** The task or acquisition that has made it. */
    Object owner() {
        return owner;
    }

    /** Notes that its task has failed, so that what it has written is not what its kernel makes of its data. */
    public void taskHasFailed() {
        mark(TASK_FAILED, true);
    }

    /** Whether its task writes data that have a history. */
    boolean writesHistory() {
        return (marks & WRITES_HISTORY) != 0;
    }

    void writesHistory(boolean now) {
        mark(WRITES_HISTORY, now);
    }

    private void mark(byte mark, boolean now) {
        marks = (byte) (now ? marks | mark : marks & ~mark);
    }

    boolean isTaskFailed() {
        return (marks & TASK_FAILED) != 0;
    }

    int priority() {
        return priority;
    }

    /** The pieces of data, each once; the array is not changed. */
    Item[] items() {
        return items;
    }

    boolean isPinned() {
        return (marks & PINNED) != 0;
    }

    void setPinned(boolean now) {
        mark(PINNED, now);
    }

    void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
    }

    /**
     * Fails it because a plug-in, the core or the virtual machine has thrown.
     *
     * @param what could not be done for it, in words that follow its name
     */
    void breaks(String what, Throwable thrown) {
        Throwable why = thrown;
        try {
            why = new IllegalStateException(this + " " + what + ": " + thrown, thrown);
        } catch (Throwable noWords) {
            // There is no memory for the message, or what was thrown cannot describe itself.
        }
        fail(why);
    }

    /**
     * Fails it because there is no room for its data on its node.
     *
     * @param shortage the memory that it needs, and the memory that there is
     * @param remedy the remedy, for the message
     */
    void lacksRoom(Shortage shortage, String remedy) {
        if (failure == null) {
            failure = new LackOfRoomException(
                    this + " needs " + Shortage.list(List.of(shortage)) + ": " + remedy, shortage);
        }
    }

    /** Fails it for now, whatever else has failed: its maker makes it again later. */
    void failsForNow(Throwable why) {
        failure = why;
    }

    /** Forgets what has failed: there is another way. */
    void beginAnew() {
        failure = null;
    }

    /** Creates the view of the data for the claim's maker. If the layout cannot create it, the claim fails. */
    void makeViews() {
        try {
            for (Item item : byPosition) {
                item.view = item.replicate.view();
            }
            if (forms != null) {
                forms.conversions().forEach(Conversion::makeViews);
            }
        } catch (Throwable thrown) {
            breaks("cannot be shown its data: their layout threw", thrown);
        }
    }

    /** Whether its maker still wants it, who can take it back until this was asked for. */
    boolean isWanted() {
        return stillWanted.getAsBoolean();
    }

    /** Ends the wait of its maker. */
    void settle() {
        settled = true;
        whenSettled.run();
    }

    /** The item at a position. */
    Item item(int position) {
        return byPosition[position];
    }

    /** Ends the wait of its maker, who gives it up. */
    void isGivenUp(String given) {
        obstacle = given;
        givenUp = true;
        whenSettled.run();
    }

    /** Whether it was taken back from a task that was on a lost device. */
    public boolean isGivenUp() {
        return givenUp;
    }

    /**
     * Returns the reason why that task could not be run elsewhere, in words, or null; once it is {@link #isGivenUp
     * given up}.
     */
    public String obstacle() {
        return obstacle;
    }

    /** Whether it has been met, or has failed. */
    public boolean isSettled() {
        return settled;
    }

    /** Returns the reason why it cannot be met, or null; once it is settled. */
    public Throwable failure() {
        return failure;
    }

    /**
     * Returns the shortage because of which the claim cannot be met; null if there is none. Call it once the claim is
     * settled.
     */
    public Shortage shortage() {
        return failure instanceof LackOfRoomException lack ? lack.shortage() : null;
    }

    /** The data at a position, as a kernel sees them; once it is settled. */
    public DataView view(int position) {
        return byPosition[position].view;
    }

    @Override
    public String toString() {
        return owner.toString();
    }
}
