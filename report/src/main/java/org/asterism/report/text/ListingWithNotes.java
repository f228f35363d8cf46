package org.asterism.report.text;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;

/**
 * Table that in the text form has sentences below it that are too long for its cells. For scripts it is a list of its
 * rows.
 *
 * @param <R> type of a row
 */
public final class ListingWithNotes<R> extends AbstractList<R> implements Rows {
    private static final int INDENT = 4;

    private final Listing<R> listing;
    private final List<String> notes;

    /**
     * Combines a table and sentences.
     *
     * @param listing the table
     * @param notes sentences, only in the text form, one line each
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
