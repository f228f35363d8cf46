package org.asterism.report.gantt;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Where times are drawn.
 *
 * @param nanoseconds how long the axis is
 * @param left where it begins, in pixels
 * @param width how wide it is, in pixels
 */
record TimeAxis(double nanoseconds, double left, double width) {
    private static final int DIGITS = 4;

    /** A unit of time. */
    enum Unit {
        NANOSECONDS("ns", 1),
        MICROSECONDS("\u00b5s", 1e3),
        MILLISECONDS("ms", 1e6),
        SECONDS("s", 1e9);

        private final String sign;
        private final double nanoseconds;

        Unit(String sign, double nanoseconds) {
            this.sign = sign;
            this.nanoseconds = nanoseconds;
        }

        String sign() {
            return sign;
        }

        /** The largest unit of which a time has ten, so that ticks are mostly whole numbers. */
        static Unit of(double time) {
            Unit best = NANOSECONDS;
            for (Unit unit : values()) {
                if (time >= 10 * unit.nanoseconds) {
                    best = unit;
                }
            }
            return best;
        }
    }

    /**
     * A mark of the axis.
     *
     * @param x where it is
     * @param label a number in the axis' unit
     */
    record Tick(double x, String label) {}

    TimeAxis {
        nanoseconds = Math.max(1, nanoseconds);
    }

    double x(double time) {
        return left + width * time / nanoseconds;
    }

    Unit unit() {
        return Unit.of(nanoseconds);
    }

    /** Marks at 1, 2 or 5 times a power of ten, about a dozen at most. */
    List<Tick> ticks() {
        double whole = nanoseconds / unit().nanoseconds;
        double rough = whole / 12;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * 10;
        for (double factor : new double[] {5, 2, 1}) {
            if (power * factor >= rough) {
                step = power * factor;
            }
        }
        List<Tick> ticks = new ArrayList<>();
        for (long number = 0; number * step <= whole * (1 + 1e-9); number++) {
            BigDecimal value =
                    BigDecimal.valueOf(number * step).round(new MathContext(8)).stripTrailingZeros();
            ticks.add(new Tick(x(number * step * unit().nanoseconds), value.toPlainString()));
        }
        return ticks;
    }

    /** A time in words, in the unit that suits it. */
    static String inWords(double time) {
        Unit unit = Unit.of(time);
        BigDecimal value = BigDecimal.valueOf(time / unit.nanoseconds);
        int integers = value.precision() - value.scale();
        return value.setScale(Math.max(0, DIGITS - Math.max(1, integers)), RoundingMode.HALF_EVEN)
                        .toPlainString() + " " + unit.sign();
    }
}
