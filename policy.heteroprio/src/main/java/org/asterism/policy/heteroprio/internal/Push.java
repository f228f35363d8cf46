package org.asterism.policy.heteroprio.internal;

import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.policy.DataPlacement;

/**
 * The ways to choose the memory node that a task is put at, under the names of the reference (B. Bramas, 2019). Each
 * says what a node costs; the cheapest is chosen.
 */
enum Push {
    /** The node of the worker that released the task. */
    WORKER,
    /** Where transfers take the least time. */
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
    /** Where most of the data are. */
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
    /** Where most of the data are; what is written counts by the square of its size. */
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
    /** Where least has to be brought; what is written counts more, the more so the fewer of the data are written. */
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
    /** Where most of the data are; what is written counts a thousand times and by how many are written. */
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
    /** Whichever has foretold best where tasks were run. */
    AUTO;

    private static double presentBytes(DataHandle handle, int node, DataPlacement placement) {
        return placement.isValidOrRequested(handle, node) ? handle.bytes() : 0;
    }

    /** What a node costs that is not chosen by who releases the task. */
    double cost(Task task, int node, DataPlacement placement) {
        return 0;
    }
}
