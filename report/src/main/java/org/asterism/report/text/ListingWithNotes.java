package org.asterism.report.text;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;

/**
 * A table, and for people sentences below it that are too long for its cells. For scripts it is a list of its rows.
 *
 * @param <R> what a row is
 */
public final class ListingWithNotes<R> extends AbstractList<R> implements Rows {
    private static final int INDENT = 4;

    private final Listing<R> listing;
    private final List<String> notes;

    /**
     * Puts sentences below a table.
     *
     * @param listing the table
     * @param notes only for people, a line each
     */
    public ListingWithNotes(Listing<R> listing, List<String> notes) {
        this.listing = listing;
        this.notes = List.copyOf(notes);
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
        String table = listing.text(width);
        if (notes.isEmpty()) {
            return table;
        }
        StringBuilder text = new StringBuilder(table).append('\n');
        notes.forEach(note -> text.append('\n').append(Wrapped.lines("", note.replaceAll("\\s+", " "), width, INDENT)));
        return text.toString();
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
