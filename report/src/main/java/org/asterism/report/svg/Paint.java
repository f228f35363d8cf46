package org.asterism.report.svg;

import java.util.regex.Pattern;

/**
 * Colour with one value for light pages and one for dark pages. Viewers that know no colour scheme show the light one.
 *
 * <p>{@link SvgWriter} finds the dark value by the light one. So two paints of a picture never share a light value.
 *
 * @param light on a light page, as {@code #rrggbb}
 * @param dark on a dark page, as {@code #rrggbb}
 */
public record Paint(String light, String dark) {
    private static final Pattern COLOUR = Pattern.compile("#[0-9a-f]{6}");

    /** The page itself. */
    public static final Paint PAPER = new Paint("#ffffff", "#0d1117");

    /** Text and marks. */
    public static final Paint INK = new Paint("#1f2933", "#e6edf3");

    /** Text and lines of less importance. */
    public static final Paint FAINT = new Paint("#5f6c7b", "#9aa7b5");

    /** Lines behind the contents. */
    public static final Paint GRID = new Paint("#e3e7ec", "#2d3541");

    /** Rows that bars lie in. */
    public static final Paint TRACK = new Paint("#f0f2f5", "#1c232d");

    /** Warnings, bounds and limits. */
    public static final Paint LIMIT = new Paint("#c0262d", "#ff7b72");

    /**
     * Checks the two values.
     *
     * @throws IllegalArgumentException if one is not written as {@code #rrggbb}
     */
    public Paint {
        for (String value : new String[] {light, dark}) {
            if (!COLOUR.matcher(value).matches()) {
                throw new IllegalArgumentException("colour '" + value + "' is not #rrggbb in lower case:"
                        + " write six hexadecimal digits behind a #, such as #1f2933");
            }
        }
    }

    /**
     * Makes a paint that suits light and dark pages.
     *
     * @param value on every page, as {@code #rrggbb}
     * @return the paint
     * @throws IllegalArgumentException if the value is not written so
     */
    public static Paint everywhere(String value) {
        return new Paint(value, value);
    }
}
