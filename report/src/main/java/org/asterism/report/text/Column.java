package org.asterism.report.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Column of a listing.
 *
 * @param <R> type of a row
 * @param title title in the text form; empty if the column is not part of it
 * @param field name in JSON, with its unit; empty if the column is not part of it
 * @param value value of a row: a number, boolean, string, null, or maps and collections of these
 */
public record Column<R>(String title, String field, Function<? super R, ?> value) {
    /**
     * Returns a column with the same name in text and JSON.
     *
     * @param <R> type of a row
     * @param field name in JSON; in the title, spaces replace underscores
     * @param value value of a row
     * @return the column
     */
    public static <R> Column<R> of(String field, Function<? super R, ?> value) {
        return new Column<>(field.replace('_', ' '), field, value);
    }

    /**
     * Formats a value as text.
     *
     * @param value value; see {@link #value}
     * @return one line; empty for null
     */
    public static String text(Object value) {
        return switch (value) {
            case null -> "";
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .sorted(Comparator.comparing(entry -> entry.getKey().toString(), NaturalOrder.NAMES))
                        .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
                        .collect(Collectors.joining(" "));
            case Collection<?> collection ->
                collection.stream().map(Column::text).collect(Collectors.joining(", "));
            case Double number -> rounded(number);
            default -> value.toString();
        };
    }

    /**
     * Shortens a line.
     *
     * @param text one line
     * @param width maximum number of characters, at least 1
     * @return the text, or its beginning with an ellipsis
     */
    public static String cut(String text, int width) {
        return Table.cut(text, width);
    }

    /** Rounds a number for text to six digits; the other forms have all digits. */
    private static String rounded(double number) {
        double size = Math.abs(number);
        if (size == 0 || (size >= 1e-4 && size < 1e15)) {
            BigDecimal exact = BigDecimal.valueOf(number);
            int places = Math.max(0, 6 - (exact.precision() - exact.scale()));
            return exact.setScale(Math.min(places, Math.max(0, exact.scale())), RoundingMode.HALF_EVEN)
                    .toPlainString();
        }
        return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3e", number) : Double.toString(number);
    }
}
