package org.asterism.report.text;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;

/**
 * A table, and for people another one below it that has more than fits its cells. For scripts it is a list of the rows
 * of the first.
 *
 * @param <R> what a row is
 */
public final class ListingWithMore<R> extends AbstractList<R> implements Rows {
    private final Listing<R> listing;
    private final Listing<?> more;

    /**
     * Puts a table below another one.
     *
     * @param listing the table
     * @param more only for people, with texts in its last column; left out if it has no rows
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
