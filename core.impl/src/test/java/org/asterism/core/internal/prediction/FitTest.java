package org.asterism.core.internal.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.asterism.core.internal.prediction.CurveFit.Point;
import org.asterism.core.internal.prediction.ModelContent.Curve;
import org.junit.jupiter.api.Test;

class FitTest {
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private List<Point> points(double a, double b, double c, double noise) {
        List<Point> points = new ArrayList<>();
        for (double size = 1000; size < 1e7; size *= 1.3) {
            double value = a * Math.pow(size, b) + c;
            points.add(new Point(size, value * (1 + noise * random.nextGaussian()), 10));
        }
        return points;
    }

    private static CurveFit fit(List<Point> points) {
        return new CurveFit(points, 10L * points.size(), 10);
    }

    @Test
    void shouldFindAPowerOfTheSize() {
        Curve power = fit(points(0.25, 1.5, 0, 0)).power();
        assertEquals(0.25, power.coefficients()[0], 1e-6);
        assertEquals(1.5, power.coefficients()[1], 1e-9);
        assertEquals(1000, power.smallest());
    }

    @Test
    void shouldFindAPowerAndAConstant() {
        Curve curve = fit(points(0.25, 1.2, 5e4, 0)).powerAndConstant();
        assertEquals(5e4, curve.coefficients()[2], 500);
        assertEquals(1.2, curve.coefficients()[1], 0.01);
        for (double size : new double[] {1000, 12_345, 1_234_567, 9e6}) {
            double truth = 0.25 * Math.pow(size, 1.2) + 5e4;
            assertEquals(truth, curve.at(size), 0.01 * truth);
        }
    }

    @Test
    void shouldFindNoConstantWhereThereIsNone() {
        Curve curve = fit(points(3, 1, 0, 0)).powerAndConstant();
        assertEquals(0, curve.coefficients()[2], 1);
        assertEquals(3000, curve.at(1000), 10);
    }

    @Test
    void shouldHardlyBeBentByTheFirstSizesThatWereSlow() {
        List<Point> points = points(2, 1, 0, 0.02);
        for (int index = 0; index < 4; index++) {
            Point slow = points.get(index);
            points.set(index, new Point(slow.size(), 50 * slow.value(), slow.weight()));
        }
        CurveFit fit = fit(points);
        assertEquals(2e6, fit.power().at(1e6), 0.05 * 2e6, "seed " + seed);
        assertEquals(2e5, fit.power().at(1e5), 0.05 * 2e5, "seed " + seed);
        assertEquals(2e6, fit.powerAndConstant().at(1e6), 0.05 * 2e6, "seed " + seed);
    }

    @Test
    void shouldNotFitACurveToASingleSizeOrTooFewSamples() {
        assertNull(fit(List.of(new Point(1000, 5, 30), new Point(1050, 5, 30))).power());
        assertNull(new CurveFit(points(1, 1, 0, 0), 9, 10).power());
        assertNull(fit(List.of()).power());
        assertNull(fit(List.of()).powerAndConstant());
        assertNull(fit(List.of(new Point(0, 0, 3), new Point(0, Double.NaN, 3))).power());
    }

    @Test
    void shouldReachALittleBeyondWhatWasMeasured() {
        Curve curve = fit(points(1, 1, 0, 0)).power();
        assertTrue(curve.reaches(905));
        assertTrue(!curve.reaches(890));
        assertTrue(curve.reaches(1.09 * curve.largest()));
        assertTrue(!curve.reaches(1.11 * curve.largest()));
    }

    @Test
    void shouldFindTheCoefficientsOfProductsInSpiteOfSpikes() {
        List<List<Integer>> exponents = List.of(List.of(1, 1, 0), List.of(1, 1, 1));
        List<double[]> samples = new ArrayList<>();
        for (int index = 0; index < 200; index++) {
            double m = 10 + random.nextInt(500);
            double n = 10 + random.nextInt(500);
            double k = 10 + random.nextInt(500);
            double value = 1e4 + 2 * m * n + 0.5 * m * n * k;
            samples.add(new double[] {index % 20 == 0 ? 30 * value : value, m, n, k});
        }
        double[] fitted = ParameterFit.fit(samples, exponents);
        assertNotNull(fitted);
        assertEquals(0.5, fitted[2], 0.01, "seed " + seed);
        double[] parameters = {300, 200, 400};
        double truth = 1e4 + 2 * 6e4 + 0.5 * 24e6;
        double value = ParameterFit.value(fitted, ParameterFit.products(parameters, 0, exponents));
        assertEquals(truth, value, 0.02 * truth, "seed " + seed);
    }

    @Test
    void shouldNotFitProductsThatSamplesDoNotTellApart() {
        List<double[]> samples = new ArrayList<>();
        for (int index = 0; index < 50; index++) {
            samples.add(new double[] {100, 5, 5});
        }
        assertNull(ParameterFit.fit(samples, List.of(List.of(1, 0), List.of(0, 1))));
        assertNull(ParameterFit.fit(samples.subList(0, 3), List.of(List.of(1, 0), List.of(0, 1))));
    }
}
