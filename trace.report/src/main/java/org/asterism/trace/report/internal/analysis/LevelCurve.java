package org.asterism.trace.report.internal.analysis;

/** Course of a number that changes in steps: its largest value in each column. */
final class LevelCurve {
    private final Columns columns;
    private final float[] most;
    private int column;
    private double level;
    private double peak;

    LevelCurve(Columns columns) {
        this.columns = columns;
        most = new float[columns.count()];
    }

    /** Changes the level by some amount; times may not decrease. A level is never below 0. */
    void change(long time, double amount) {
        go(columns.at(time));
        level = Math.max(0, level + amount);
        if (time < columns.to()) {
            peak = Math.max(peak, level);
            most[column] = Math.max(most[column], (float) level);
        }
    }

    private void go(int next) {
        while (column < next) {
            most[++column] = (float) level;
        }
    }

    double peak() {
        return peak;
    }

    /** The largest values; no change may follow. */
    float[] values() {
        go(columns.count() - 1);
        return most;
    }
}
