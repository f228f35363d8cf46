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
     * Returns the parts of the light value.
     *
     * @return red, green and blue, from 0 to 255
     */
    public int[] rgb() {
        int value = Integer.parseInt(light.substring(1), 16);
        return new int[] {value >> 16, value >> 8 & 0xff, value & 0xff};
    }

    /**
     * Returns whether black text reads better on the light value than white text.
     *
     * @return whether it is a bright colour
     */
    public boolean isBright() {
        int[] rgb = rgb();
        return 0.2126 * luminance(rgb[0]) + 0.7152 * luminance(rgb[1]) + 0.0722 * luminance(rgb[2]) > 0.18;
    }

    /** Luminance of a channel as WCAG 2 defines it. */
    private static double luminance(int level) {
        double share = level / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    /** Mixes the light value with that of another paint, for every page. */
    Paint mixed(Paint other, double share) {
        int[] one = rgb();
        int[] two = other.rgb();
        StringBuilder mixed = new StringBuilder("#");
        for (int channel = 0; channel < one.length; channel++) {
            mixed.append(String.format("%02x", Math.round(one[channel] * (1 - share) + two[channel] * share)));
        }
        return everywhere(mixed.toString());
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
