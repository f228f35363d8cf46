package org.asterism.report.gantt;

import java.util.Locale;

/**
 * The colours of codelets. The first ones can be told apart with any kind of colour vision (Tol, "Colour schemes", SRON
 * technical note, 2021: bright and muted); further ones go round the circle of hues by the golden angle.
 */
final class Palette {
    static final String TRANSFER = "#8796a5";

    private static final String[] COLOURS = {
        "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#e69f00", "#44aa99", "#332288", "#999933",
        "#882255", "#88ccee"
    };
    private static final double GOLDEN_ANGLE = 137.508;

    private Palette() {}

    static String colour(int number) {
        return number < COLOURS.length
                ? COLOURS[number]
                : String.format(Locale.ROOT, "hsl(%.0f,55%%,%d%%)", number * GOLDEN_ANGLE % 360, 40 + number % 3 * 12);
    }
}
