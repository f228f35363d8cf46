package org.asterism.report.svg;

import java.util.Locale;

/**
 * Look of an area: a colour, with or without stripes.
 *
 * @param paint its colour
 * @param hatching its stripes
 */
public record Swatch(Paint paint, Hatching hatching) {
    /**
     * Makes a swatch without stripes.
     *
     * @param paint its colour
     * @return the swatch
     */
    public static Swatch plain(Paint paint) {
        return new Swatch(paint, Hatching.NONE);
    }

    /**
     * Returns the colour for formats without stripes: the paler, the later the stripes come in {@link Hatching}.
     *
     * @return the paint itself without stripes
     */
    public Paint solid() {
        return hatching == Hatching.NONE
                ? paint
                : paint.mixed(Paint.PAPER, (double) hatching.ordinal() / Hatching.values().length);
    }

    /** Returns the name of the pattern within the document. Equal swatches have equal names. */
    String id() {
        return hatching.name().toLowerCase(Locale.ROOT) + "-" + paint.light().substring(1);
    }
}
