package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.core.internal.data.Converter;
import org.asterism.core.internal.data.Handle;

/**
 * The additional state of a {@link Claim} on data of several forms: the worker that will use them, and the conversions
 * for it.
 */
final class FormPlan {
    private final Architecture reader;
    private final boolean described;
    private final Claim claim;
    private final List<Conversion> conversions = new ArrayList<>(1);

    /** Whether a form itself was asked for, so that nothing is to be run but conversions. */
    private boolean onlyConverts;

    /** Number of the items that were requested. The items after them are the forms from which these are made. */
    private int asked;

    /**
     * Begins the plan of a claim.
     *
     * @param reader the architecture that will see the data; null for the program
     * @param described whether kernels need not be there, since they are not executed
     */
    FormPlan(Architecture reader, boolean described, Claim claim) {
        this.reader = reader;
        this.described = described;
        this.claim = claim;
    }

    /** The form of data that is claimed for them. */
    Handle formOf(Handle data) {
        onlyConverts |= data.isForm();
        return data.seenBy(reader);
    }

    boolean onlyConverts() {
        return onlyConverts;
    }

    /** Is told that no more is asked for. */
    void isComplete() {
        asked = claim.items().length;
    }

    /** Whether the thread that made the claim can run a conversion. */
    boolean canRun(Converter converter) {
        return described || reader != null && converter.codelet().runsOn(reader);
    }

    /** Converts the content of one item from a form, or from a former result. */
    void convert(Claim.Item from, Claim.Item to, Converter converter) {
        from.reads |= conversionTo(from) == null;
        conversions.add(new Conversion(from, to, converter));
    }

    /** Adds what something else is made of. */
    Claim.Item addSource(Handle form) {
        Claim.Item item = new Claim.Item(form);
        claim.addSource(item);
        return item;
    }

    /** Forgets what was planned. */
    void clear() {
        conversions.clear();
        claim.keepItems(asked);
    }

    /** Lets go of what was only needed to make something else. */
    void dropSources(boolean arePinned) {
        Claim.Item[] items = claim.items();
        for (int source = asked; arePinned && source < items.length; source++) {
            items[source].unpin();
        }
        claim.keepItems(asked);
    }

    /** Returns the conversions that must be made, in this order. */
    List<Conversion> conversions() {
        return conversions;
    }

    /** Returns the conversion that makes an item's content on the node; null if the content is copied. */
    Conversion conversionTo(Claim.Item item) {
        for (Conversion conversion : conversions) {
            if (conversion.to == item) {
                return conversion;
            }
        }
        return null;
    }

    boolean areAllDone() {
        return conversions.stream().allMatch(conversion -> conversion.done);
    }
}
