package org.asterism.core.internal.prediction;

import java.util.Arrays;
import java.util.List;

/**
 * Fits a sum of products of powers of parameters to measurements.
 *
 * <p>It solves least squares by Householder reflections, reweighted with Huber's weights until they settle, as in
 * {@link CurveFit}. So outliers have no more influence than other points.
 */
final class ParameterFit {
    private static final double SINGULAR = 1e-12;
    private static final int ROUNDS = 15;

    private ParameterFit() {}

    /** The value of the products for parameters, which begin at an index, the constant's first. */
    static double[] products(double[] parameters, int from, List<List<Integer>> exponents) {
        double[] products = new double[exponents.size() + 1];
        products[0] = 1;
        for (int index = 0; index < exponents.size(); index++) {
            double product = 1;
            List<Integer> powers = exponents.get(index);
            for (int parameter = 0; parameter < powers.size(); parameter++) {
                product *= Math.pow(parameters[from + parameter], powers.get(parameter));
            }
            products[index + 1] = product;
        }
        return products;
    }

    static double value(double[] coefficients, double[] products) {
        double sum = 0;
        for (int index = 0; index < products.length; index++) {
            sum += coefficients[index] * products[index];
        }
        return sum;
    }

    /**
     * The coefficients, the constant first; null if there are too few samples, or they do not tell the products apart.
     *
     * @param samples each a value and the parameters
     */
    static double[] fit(List<double[]> samples, List<List<Integer>> exponents) {
        int rows = samples.size();
        int columns = exponents.size() + 1;
        if (rows <= columns) {
            return null;
        }
        double[][] products = new double[rows][];
        double[] values = new double[rows];
        for (int row = 0; row < rows; row++) {
            products[row] = products(samples.get(row), 1, exponents);
            values[row] = samples.get(row)[0];
        }
        double[] scales = scale(products, columns);
        double[] weights = new double[rows];
        Arrays.fill(weights, 1);
        double[] fitted = solve(products, values, weights, columns);
        double[] distances = new double[rows];
        for (int round = 0; fitted != null && round < ROUNDS; round++) {
            for (int row = 0; row < rows; row++) {
                distances[row] = Math.abs(values[row] - value(fitted, products[row]));
            }
            double deviation = RobustMean.DEVIATION_PER_DISTANCE * RobustMean.median(distances, 0, rows);
            if (deviation == 0) {
                break;
            }
            for (int row = 0; row < rows; row++) {
                double excess = distances[row] / (CurveFit.TUNING * deviation);
                weights[row] = excess <= 1 ? 1 : 1 / excess;
            }
            fitted = solve(products, values, weights, columns);
        }
        if (fitted != null) {
            for (int column = 0; column < columns; column++) {
                fitted[column] /= scales[column];
            }
        }
        return fitted;
    }

    /** Brings columns to a like size, as products may differ by many powers of ten. */
    private static double[] scale(double[][] products, int columns) {
        double[] scales = new double[columns];
        for (int column = 0; column < columns; column++) {
            double most = 0;
            for (double[] row : products) {
                most = Math.max(most, Math.abs(row[column]));
            }
            scales[column] = most == 0 ? 1 : most;
            for (double[] row : products) {
                row[column] /= scales[column];
            }
        }
        return scales;
    }

    private static double[] solve(double[][] products, double[] values, double[] weights, int columns) {
        int rows = values.length;
        double[][] matrix = new double[rows][columns];
        double[] right = new double[rows];
        for (int row = 0; row < rows; row++) {
            double root = Math.sqrt(weights[row]);
            right[row] = root * values[row];
            for (int column = 0; column < columns; column++) {
                matrix[row][column] = root * products[row][column];
            }
        }
        for (int column = 0; column < columns; column++) {
            if (!reflect(matrix, right, column, columns)) {
                return null;
            }
        }
        double[] solution = new double[columns];
        for (int column = columns - 1; column >= 0; column--) {
            double rest = right[column];
            for (int later = column + 1; later < columns; later++) {
                rest -= matrix[column][later] * solution[later];
            }
            solution[column] = rest / matrix[column][column];
        }
        return solution;
    }

    /** Makes a column zero below its diagonal; false if it depends on those before. */
    private static boolean reflect(double[][] matrix, double[] right, int column, int columns) {
        int rows = right.length;
        double length = 0;
        for (int row = column; row < rows; row++) {
            length += matrix[row][column] * matrix[row][column];
        }
        length = Math.sqrt(length);
        if (length < SINGULAR * Math.sqrt(rows)) {
            return false;
        }
        double diagonal = matrix[column][column] > 0 ? -length : length;
        double[] mirror = new double[rows];
        for (int row = column; row < rows; row++) {
            mirror[row] = matrix[row][column];
        }
        mirror[column] -= diagonal;
        double square = 0;
        for (int row = column; row < rows; row++) {
            square += mirror[row] * mirror[row];
        }
        for (int other = column; other <= columns; other++) {
            double along = 0;
            for (int row = column; row < rows; row++) {
                along += mirror[row] * (other == columns ? right[row] : matrix[row][other]);
            }
            double factor = 2 * along / square;
            for (int row = column; row < rows; row++) {
                if (other == columns) {
                    right[row] -= factor * mirror[row];
                } else {
                    matrix[row][other] -= factor * mirror[row];
                }
            }
        }
        return true;
    }
}
