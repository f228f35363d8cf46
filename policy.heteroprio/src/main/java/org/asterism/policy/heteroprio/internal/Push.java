package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.policy.DataPlacement;

/**
 * Strategies that choose the memory node of a task, with their names in the literature (B. Bramas, 2019). Each computes
 * the cost of a node; the cheapest node is chosen.
 */
enum Push {
    /** Node of the worker that released the task. */
    WORKER,
    /** Node with the least transfer time. */
    LCS {
        @Override
        double cost(Task task, int node, DataPlacement placement) {
            double nanos = 0;
            for (int index = 0; index < task.dataCount(); index++) {
                if (task.accessMode(index).reads()) {
                    nanos += placement.transferNanos(task.handle(index), node);
                }
            }
            return nanos;
        }
    },
    /** Node with the most bytes of the data. */
    LS_SDH {
        @Override
        double cost(Task task, int node, DataPlacement placement) {
            double present = 0;
            for (int index = 0; index < task.dataCount(); index++) {
                present += presentBytes(task.handle(index), node, placement);
            }
            return -present;
        }
    },
    /** Node with the most bytes of the data, where written data count by the square of their size. */
    LS_SDH2 {
        @Override
        double cost(Task task, int node, DataPlacement placement) {
            double present = 0;
            for (int index = 0; index < task.dataCount(); index++) {
                double bytes = presentBytes(task.handle(index), node, placement);
                present += task.accessMode(index).writes() ? bytes * bytes : bytes;
            }
            return -present;
        }
    },
    /**
     * Node with the fewest missing bytes. Written data have a greater weight, which decreases with their share of the
     * data.
     */
    LS_SDHB {
        @Override
        double cost(Task task, int node, DataPlacement placement) {
            int count = task.dataCount();
            double read = 0;
            double written = 0;
            int writes = 0;
            for (int index = 0; index < count; index++) {
                DataHandle handle = task.handle(index);
                double missing = placement.isValidOrRequested(handle, node) ? 0 : handle.bytes();
                if (task.accessMode(index).writes()) {
                    written += missing;
                    writes++;
                } else {
                    read += missing;
                }
            }
            return count == 0 ? 0 : read + written * (2 - (double) writes / count);
        }
    },
    /** Node with the most bytes of the data. The weight of written data is a thousand times their number. */
    LC_SMWB {
        @Override
        double cost(Task task, int node, DataPlacement placement) {
            double read = 0;
            double written = 0;
            int writes = 0;
            for (int index = 0; index < task.dataCount(); index++) {
                double bytes = presentBytes(task.handle(index), node, placement);
                if (task.accessMode(index).writes()) {
                    written += bytes;
                    writes++;
                } else {
                    read += bytes;
                }
            }
            return -(read + 1000 * written * writes);
        }
    },
    /** The strategy that predicted the executing nodes best. */
    AUTO;

    private static double presentBytes(DataHandle handle, int node, DataPlacement placement) {
        return placement.isValidOrRequested(handle, node) ? handle.bytes() : 0;
    }

    /** Returns the cost of a node; 0 for strategies that do not compare costs. */
    double cost(Task task, int node, DataPlacement placement) {
        return 0;
    }
}
