package org.asterism.driver.opencl.internal.kernel;

import java.util.Arrays;

/**
 * Chooses the size of a kernel's work groups, if its grid does not define it.
 *
 * <p>A platform's own choice would be groups that divide the grid, which can be groups of one. So grids are rounded up
 * to groups of a good size.
 */
final class WorkGroups {
    /**
     * Good on all kinds of devices: several of the bundles that GPUs run, and not too many for a processor to share
     * out.
     */
    private static final long[][] GOOD = {{128}, {16, 8}, {8, 4, 4}};

    private final GroupLimits limits;
    private final long largest;
    private final long[] required;

    /**
     * Groups of one kernel.
     *
     * @param limits of the device
     * @param largest the greatest number of items in a group of this kernel
     * @param required the groups it was compiled for; zeros if it takes any
     */
    WorkGroups(GroupLimits limits, long largest, long[] required) {
        this.limits = limits;
        this.largest = largest;
        this.required = required;
    }

    /**
     * The group for a grid.
     *
     * @param kernel for messages
     * @param asked the size in the grid; empty if the driver chooses
     * @throws IllegalArgumentException if the device or the kernel cannot have what the grid asks for
     */
    long[] of(LaunchableKernel kernel, long[] items, long[] asked) {
        if (asked.length == 0) {
            return required[0] == 0 ? chosen(items) : Arrays.copyOf(required, items.length);
        }
        long size = 1;
        for (int dimension = 0; dimension < asked.length; dimension++) {
            size *= asked[dimension];
            if (required[0] != 0 && asked[dimension] != required[dimension]) {
                throw new IllegalArgumentException(kernel + " was written for groups of "
                        + Arrays.toString(required) + " work items, but its grid asks for groups of "
                        + Arrays.toString(asked) + ": leave them out, or give the same");
            }
            if (asked[dimension] > limits.perDimension()[dimension]) {
                throw new IllegalArgumentException("the grid of " + kernel + " asks for groups of "
                        + Arrays.toString(asked) + " work items: the device has at most "
                        + Arrays.toString(limits.perDimension()));
            }
        }
        if (size > largest) {
            throw new IllegalArgumentException("the grid of " + kernel + " asks for groups of "
                    + Arrays.toString(asked) + " work items, " + size + " in all: on this device the kernel can have "
                    + largest);
        }
        return asked;
    }

    /** A small grid gets a group of its own size; a large one the good size, halved until the kernel can have it. */
    private long[] chosen(long[] items) {
        long[] group = GOOD[items.length - 1].clone();
        for (int dimension = 0; dimension < group.length; dimension++) {
            group[dimension] = Math.min(Math.min(group[dimension], items[dimension]), limits.perDimension()[dimension]);
        }
        while (size(group) > largest) {
            int widest = 0;
            for (int dimension = 1; dimension < group.length; dimension++) {
                widest = group[dimension] > group[widest] ? dimension : widest;
            }
            group[widest] = (group[widest] + 1) / 2;
        }
        return group;
    }

    private static long size(long[] group) {
        long size = 1;
        for (long count : group) {
            size *= count;
        }
        return size;
    }

    static long roundedUp(long items, long group) {
        return Math.multiplyExact((items - 1) / group + 1, group);
    }
}
