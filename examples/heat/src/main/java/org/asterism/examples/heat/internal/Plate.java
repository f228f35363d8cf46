package org.asterism.examples.heat.internal;

import java.util.Random;

/**
 * The initial state of the plate: cold, with a hot upper edge, a warm left one, and a few hot discs at random places.
 * Its edges keep their temperatures for ever (Dirichlet borders).
 */
final class Plate {
    /** The lowest temperature there is. */
    static final double COLD = 0;

    /** The highest temperature there is. */
    static final double HOT = 100;

    private static final double WARM = 50;
    private static final int DISCS = 12;

    /**
     * The part of the difference to its four neighbours that a cell makes up for in a step; the explicit scheme is
     * stable up to a quarter.
     */
    static final double DIFFUSION = 0.2;

    final int width;
    final int height;
    private final double[] x = new double[DISCS];
    private final double[] y = new double[DISCS];
    private final double[] radius = new double[DISCS];

    Plate(int width, int height, long seed) {
        this.width = width;
        this.height = height;
        Random places = new Random(seed);
        for (int disc = 0; disc < DISCS; disc++) {
            x[disc] = places.nextDouble() * width;
            y[disc] = places.nextDouble() * height;
            radius[disc] = (0.02 + 0.08 * places.nextDouble()) * Math.min(width, height);
        }
    }

    /** The temperature of a cell at the beginning. */
    double temperature(int row, int column) {
        if (row == 0) {
            return HOT;
        }
        if (column == 0) {
            return WARM;
        }
        if (row == height - 1 || column == width - 1) {
            return COLD;
        }
        for (int disc = 0; disc < DISCS; disc++) {
            if (Math.hypot(column - x[disc], row - y[disc]) < radius[disc]) {
                return HOT;
            }
        }
        return COLD;
    }

    /** The plate after some steps, computed by one thread in arrays, without tasks. */
    double[][] reference(int steps) {
        double[][] now = new double[height][width];
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                now[row][column] = temperature(row, column);
            }
        }
        double[][] next = new double[height][];
        for (int row = 0; row < height; row++) {
            next[row] = now[row].clone();
        }
        for (int step = 0; step < steps; step++) {
            for (int row = 1; row < height - 1; row++) {
                double[] above = now[row - 1];
                double[] here = now[row];
                double[] below = now[row + 1];
                double[] target = next[row];
                for (int column = 1; column < width - 1; column++) {
                    target[column] =
                            cell(above[column], here[column - 1], here[column], here[column + 1], below[column]);
                }
            }
            double[][] former = now;
            now = next;
            next = former;
        }
        return now;
    }

    /**
     * A cell's temperature after a step; always computed in this order, so that every way to do it gives the same bits.
     */
    static double cell(double above, double left, double here, double right, double below) {
        return here + DIFFUSION * (above + below + left + right - 4 * here);
    }
}
