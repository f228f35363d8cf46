package org.asterism.report.text;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;

/**
 * Table that in the text form has a second table below it, with texts that do not fit its cells. For scripts it is a
 * list of the rows of the first table.
 *
 * @param <R> type of a row
 */
public final class ListingWithMore<R> extends AbstractList<R> implements Rows {
    private final Listing<R> listing;
    private final Listing<?> more;

    /**
     * Combines two tables.
     *
     * @param listing first table
     * @param more second table, only in the text form, with texts in its last column; omitted if it has no rows
     */
    public ListingWithMore(Listing<R> listing, Listing<?> more) {
        this.listing = listing;
        this.more = more;
    }

    @Override
    public R get(int index) {
        return listing.get(index);
    }

    @Override
    public int size() {
        return listing.size();
    }

    @Override
    public String text(int width) {
        return more.isEmpty() ? listing.text(width) : listing.text(width) + "\n\n" + more.whole(width);
    }

    @Override
    public List<Map<String, Object>> records() {
        return listing.records();
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
