package org.asterism.balancer.completion.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.report.linear.LinearProgramme;

/**
 * Computes fractional shares of the workers, so that the last context ends as early as possible.
 *
 * <p>A linear programme in the shares and in z, the inverse of the time until the last end. It maximises z. For each
 * context the sum of its shares times their speeds is at least its work times z. The shares of a kind do not exceed its
 * workers, and the workers of a context are within its bounds. The formulation is that of StarPU's hypervisor, policy
 * {@code feft_lp}: A. Hugo, A. Guermouche, P.-A. Wacrenier, R. Namyst, Composing multiple StarPU applications over
 * heterogeneous machines: a supervised approach, IPDPSW 2013.
 */
final class FractionalShares {
    private FractionalShares() {}

    /**
     * Solves a problem.
     *
     * @return per context and kind, or null if the bounds cannot be met or no context has work
     */
    static double[][] of(Problem problem) {
        if (Arrays.stream(problem.work()).noneMatch(work -> work > 0)) {
            return null;
        }
        int kinds = problem.kinds();
        int inverse = problem.contexts() * kinds;
        double scale = scale(problem);
        List<double[]> sums = new ArrayList<>();
        List<Double> bounds = new ArrayList<>();
        for (int context = 0; context < problem.contexts(); context++) {
            double[] size = new double[inverse + 1];
            Arrays.fill(size, context * kinds, (context + 1) * kinds, 1);
            sums.add(size);
            bounds.add((double) problem.most()[context]);
            if (problem.least()[context] > 0) {
                double[] negative = new double[inverse + 1];
                Arrays.fill(negative, context * kinds, (context + 1) * kinds, -1);
                sums.add(negative);
                bounds.add(-(double) problem.least()[context]);
            }
            if (problem.work()[context] > 0) {
                double[] speed = new double[inverse + 1];
                for (int kind = 0; kind < kinds; kind++) {
                    speed[context * kinds + kind] = -problem.speeds()[context][kind] / problem.work()[context] / scale;
                }
                speed[inverse] = 1;
                sums.add(speed);
                bounds.add(0.0);
            }
        }
        for (int kind = 0; kind < kinds; kind++) {
            double[] used = new double[inverse + 1];
            for (int context = 0; context < problem.contexts(); context++) {
                used[context * kinds + kind] = 1;
            }
            sums.add(used);
            bounds.add((double) problem.workers()[kind]);
        }
        double[] goal = new double[inverse + 1];
        goal[inverse] = 1;
        double[] found = LinearProgramme.maximise(
                        goal,
                        sums.toArray(new double[0][]),
                        bounds.stream().mapToDouble(Double::doubleValue).toArray())
                .map(LinearProgramme.Solution::variables)
                .orElse(null);
        if (found == null) {
            return null;
        }
        double[][] shares = new double[problem.contexts()][];
        for (int context = 0; context < shares.length; context++) {
            shares[context] = Arrays.copyOfRange(found, context * kinds, (context + 1) * kinds);
        }
        return shares;
    }

    /** Returns the factor that brings the coefficients of the speeds to numbers around 1. */
    private static double scale(Problem problem) {
        double greatest = Double.MIN_NORMAL;
        for (int context = 0; context < problem.contexts(); context++) {
            for (double speed : problem.speeds()[context]) {
                if (problem.work()[context] > 0) {
                    greatest = Math.max(greatest, speed / problem.work()[context]);
                }
            }
        }
        return greatest;
    }
}
