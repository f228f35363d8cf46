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
 * One column of a listing.
 *
 * @param <R> what a row is
 * @param title above the column; empty if the column is only for machines
 * @param field the name in JSON, with its unit; empty if the column is only for people
 * @param value what the column shows of a row: a number, boolean, string, null, or maps and collections of these
 */
public record Column<R>(String title, String field, Function<? super R, ?> value) {
    /**
     * A column of people's and machines' listings, under the same name.
     *
     * @param <R> what a row is
     * @param field the name in JSON; the title has spaces where it has underscores
     * @param value what the column shows of a row
     * @return a column
     */
    public static <R> Column<R> of(String field, Function<? super R, ?> value) {
        return new Column<>(field.replace('_', ' '), field, value);
    }

    /**
     * A value in words.
     *
     * @param value see {@link #value}
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
     * @param width how many characters there is room for, at least 1
     * @return at most that many, the last of them an ellipsis if some are missing
     */
    public static String cut(String text, int width) {
        return Table.cut(text, width);
    }

    /** People compare six digits at most; machines get them all. */
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
