package org.asterism.examples.heat.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Picture of a plate with one pixel per cell, and beside it a scale that tells which temperature a colour means. The
 * scale is as high as the plate, but never too low for its labels. If the plate is lower than the scale, the space
 * below it has the colour of paper.
 */
final class HeatPicture {
    /** Pixels of a dot of digits in small pictures; large ones have larger dots, since viewers shrink them. */
    private static final int LEAST_DOT = 2;

    private static final int PIXELS_PER_DOT = 500;
    private static final int LEAST_PIXELS_PER_DOT = 80;

    // Widths and heights of the scale, in dots.
    private static final int MARGIN = 5;
    private static final int BAR = 8;
    private static final int TICK = 3;
    private static final int LEAST_HEIGHT = 44;
    private static final int HEIGHT_OF_FIVE = 70;

    private final Plate plate;
    private final int dot;
    private final int width;
    private final int height;
    private final String[] labels;

    HeatPicture(Plate plate) {
        this.plate = plate;
        int longer = Math.max(plate.width, plate.height);
        int shorter = Math.min(plate.width, plate.height);
        dot = Math.max(LEAST_DOT, Math.min(longer / PIXELS_PER_DOT, shorter / LEAST_PIXELS_PER_DOT));
        height = Math.max(plate.height, LEAST_HEIGHT * dot);
        int intervals = height < HEIGHT_OF_FIVE * dot ? 2 : 4;
        labels = new String[intervals + 1];
        Arrays.setAll(labels, at -> Math.round(Plate.HOT - (Plate.HOT - Plate.COLD) * at / intervals) + "\u00b0");
        int widest = Arrays.stream(labels).mapToInt(Digits::width).max().orElseThrow();
        width = plate.width + (MARGIN + BAR + TICK + 2 + widest + MARGIN) * dot;
    }

    /** Gives the temperatures of a row of the plate. */
    @FunctionalInterface
    interface Temperatures {
        void read(int row, double[] temperatures);
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** Returns the column of the middle of the scale's bar. */
    int barColumn() {
        return plate.width + (MARGIN + BAR / 2) * dot;
    }

    void write(OutputStream file, Temperatures rows) throws IOException {
        double[] temperatures = new double[plate.width];
        PngWriter.write(file, width, height, Palette.colours(), (row, pixels) -> {
            Arrays.fill(pixels, Palette.PAPER);
            if (row < plate.height) {
                rows.read(row, temperatures);
                for (int column = 0; column < temperatures.length; column++) {
                    pixels[column] = Palette.index(temperatures[column]);
                }
            }
            scale(row, pixels);
        });
    }

    private void scale(int row, byte[] pixels) {
        int top = MARGIN * dot;
        int last = height - 1 - top;
        int left = plate.width + MARGIN * dot;
        int right = left + BAR * dot;
        if (row >= top && row <= last) {
            double share = (double) (last - row) / (last - top);
            byte colour = Palette.index(Plate.COLD + share * (Plate.HOT - Plate.COLD));
            Arrays.fill(pixels, left, right, colour);
        }
        for (int at = 0; at < labels.length; at++) {
            int middle = top + Math.round((float) (last - top) * at / (labels.length - 1));
            if (Math.abs(row - middle) < (dot + 1) / 2) {
                Arrays.fill(pixels, right, right + TICK * dot, Palette.INK);
            }
            label(row - middle + Digits.HEIGHT * dot / 2, pixels, right + (TICK + 2) * dot, labels[at]);
        }
    }

    /** Draws a row of pixels of a label; the row is counted from the label's top. */
    private void label(int row, byte[] pixels, int left, String text) {
        if (row < 0 || row >= Digits.HEIGHT * dot) {
            return;
        }
        for (int column = 0; column < Digits.width(text) * dot; column++) {
            if (Digits.isInk(text, row / dot, column / dot)) {
                pixels[left + column] = Palette.INK;
            }
        }
    }
}
