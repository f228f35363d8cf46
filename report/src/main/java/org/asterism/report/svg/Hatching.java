package org.asterism.report.svg;

/** Stripes over a colour. They tell two areas of the same colour apart. */
public enum Hatching {
    /** No stripes. */
    NONE(),

    /** Stripes from bottom left to top right. */
    RISING(45),

    /** Stripes from top left to bottom right. */
    FALLING(135),

    /** Upright stripes. */
    UPRIGHT(0),

    /** Level stripes. */
    LEVEL(90),

    /** Rising and falling stripes. */
    CROSSED(45, 135);

    private static final double TILE = 6;
    private static final double STRIPE = 1.8;

    private final int[] angles;

    Hatching(int... angles) {
        this.angles = angles;
    }

    /**
     * Writes the pattern of a swatch. The tile is turned, so stripes in it are upright or level.
     *
     * @param svg to which the method writes
     * @param swatch with stripes
     */
    void define(SvgWriter svg, Swatch swatch) {
        svg.open(
                "pattern",
                "id",
                swatch.id(),
                "width",
                TILE,
                "height",
                TILE,
                "patternUnits",
                "userSpaceOnUse",
                "patternTransform",
                "rotate(" + angles[0] + ")");
        svg.element("rect", "width", TILE, "height", TILE, "fill", swatch.paint());
        svg.element("rect", "width", STRIPE, "height", TILE, "fill", Paint.PAPER);
        if (angles.length > 1) {
            svg.element("rect", "width", TILE, "height", STRIPE, "fill", Paint.PAPER);
        }
        svg.close("pattern");
    }
}
