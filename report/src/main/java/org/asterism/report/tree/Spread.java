package org.asterism.report.tree;

/**
 * Placement of items in a row close to their wanted positions, in their order and without contact. It minimises the sum
 * of squared distances.
 *
 * <p>Source: pooling of adjacent violators (Ayer, Brunk, Ewing, Reid, Silverman, 1955), after the gaps were subtracted
 * from the positions.
 */
final class Spread {
    private Spread() {}

    /**
     * Places the items.
     *
     * @param wanted wanted centre of each item
     * @param widths width of each item
     * @param gap gap between two items
     * @return centres of the items
     */
    static double[] place(double[] wanted, double[] widths, double gap) {
        int count = wanted.length;
        double[] offsets = new double[count];
        for (int index = 1; index < count; index++) {
            offsets[index] = offsets[index - 1] + (widths[index - 1] + widths[index]) / 2 + gap;
        }
        double[] sums = new double[count];
        int[] sizes = new int[count];
        int blocks = 0;
        for (int index = 0; index < count; index++) {
            sums[blocks] = wanted[index] - offsets[index];
            sizes[blocks++] = 1;
            while (blocks > 1 && sums[blocks - 2] / sizes[blocks - 2] > sums[blocks - 1] / sizes[blocks - 1]) {
                blocks--;
                sums[blocks - 1] += sums[blocks];
                sizes[blocks - 1] += sizes[blocks];
            }
        }
        double[] placed = new double[count];
        int next = 0;
        for (int block = 0; block < blocks; block++) {
            for (int member = 0; member < sizes[block]; member++, next++) {
                placed[next] = sums[block] / sizes[block] + offsets[next];
            }
        }
        return placed;
    }
}
