package org.asterism.profile;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How a profiler works.
 *
 * @param finishedTasks how many finished tasks are remembered; the oldest are forgotten first
 * @param lateWakeUp the time from the push of a task to the wake-up of its worker above which the wake-up is late;
 *     shorter ones are scheduling overhead
 * @param holding how long an awake worker may look for a task, while the policy has others for it than the one that it
 *     takes then, before the policy is said to hold them back; shorter times are scheduling overhead
 * @param powercap the folder with the energy counters of the operating system
 * @param nvml the name or path of NVIDIA's management library, which is loaded if there are workers of CUDA
 */
public record ProfilerSettings(int finishedTasks, Duration lateWakeUp, Duration holding, Path powercap, String nvml) {
    private static final int USUAL_FINISHED_TASKS = 10_000;
    private static final int MOST_FINISHED_TASKS = 100_000_000;

    /** Checks the values. */
    public ProfilerSettings {
        if (finishedTasks < 0 || finishedTasks > MOST_FINISHED_TASKS) {
            throw new IllegalArgumentException(
                    "finishedTasks is " + finishedTasks + ": give a number from 0 to " + MOST_FINISHED_TASKS);
        }
        requireNotNegative("lateWakeUp", lateWakeUp);
        requireNotNegative("holding", holding);
    }

    private static void requireNotNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " is " + value + ": give a duration of 0 or more");
        }
    }

    /**
     * The usual settings: 10,000 finished tasks, a wake-up is late after 50 us, holding begins after 100 us.
     *
     * @return always equal
     */
    public static ProfilerSettings defaults() {
        return new ProfilerSettings(
                USUAL_FINISHED_TASKS,
                Duration.ofNanos(50_000),
                Duration.ofNanos(100_000),
                Path.of("/sys/class/powercap"),
                "libnvidia-ml.so.1");
    }

    /**
     * The same with another number of finished tasks.
     *
     * @param tasks how many to remember, from 0 to 100,000,000
     * @return new settings
     */
    public ProfilerSettings withFinishedTasks(int tasks) {
        return new ProfilerSettings(tasks, lateWakeUp, holding, powercap, nvml);
    }
}
