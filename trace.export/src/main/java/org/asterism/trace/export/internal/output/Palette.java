package org.asterism.trace.export.internal.output;

import java.util.HashMap;
import java.util.Map;

/**
 * Colours of codelets, by the order of their first appearance. Their hues follow the golden ratio, so that neighbours
 * differ however many there are.
 */
public final class Palette {
    private static final double GOLDEN = 0.618033988749895;
    private static final double DARK = 0.45;
    private static final double BRIGHT = 0.85;
    private static final int LEVELS = 255;

    private final Map<String, double[]> colours = new HashMap<>();

    /**
     * Returns the colour of a codelet.
     *
     * @param codelet its name
     * @return red, green and blue, from 0 to 1; always the same array for the same name
     */
    public double[] rgb(String codelet) {
        return colours.computeIfAbsent(codelet, _ -> colour(colours.size()));
    }

    /**
     * Returns the colour of a codelet in hexadecimal notation.
     *
     * @param codelet its name
     * @return the colour, such as {@code #40c0d9}
     */
    public String hex(String codelet) {
        double[] rgb = rgb(codelet);
        return "#%02x%02x%02x".formatted(level(rgb[0]), level(rgb[1]), level(rgb[2]));
    }

    private static int level(double share) {
        return (int) Math.round(share * LEVELS);
    }

    private static double[] colour(int index) {
        double hue = (1.0 / 3 + index * GOLDEN) % 1;
        return new double[] {channel(hue + 1.0 / 3), channel(hue), channel(hue - 1.0 / 3)};
    }

    private static double channel(double hue) {
        double distance = Math.abs((hue + 1) % 1 * 6 - 3) - 1;
        double value = DARK + (BRIGHT - DARK) * Math.clamp(1 - distance, 0.0, 1.0);
        return Math.round(value * 100) / 100.0;
    }
}
