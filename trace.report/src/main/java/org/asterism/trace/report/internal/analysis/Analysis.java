package org.asterism.trace.report.internal.analysis;

import java.util.List;
import java.util.Optional;
import org.asterism.profile.Activity;
import org.asterism.profile.Profile;
import org.asterism.trace.Trace;

/**
 * What a recording says.
 *
 * @param name how to call it, such as the name of its file
 * @param trace the recording
 * @param from the first submission, in nanoseconds; the period that all figures cover begins here
 * @param to the end of the last kernel, in nanoseconds
 * @param lost how many events are missing because the buffer of a thread was full
 * @param finished how many tasks were completed
 * @param unfinished how many submitted tasks were not, up to the end of the recording
 * @param profile where the time went
 * @param area the area bound, in nanoseconds
 * @param least the length of the longest chain of tasks if each took the least time of its kind, in nanoseconds
 * @param chain the last task of the longest chain by measured times; empty without kernels
 * @param gantt the Gantt chart
 * @param tasks the courses of submitted and ready tasks
 * @param busy the course of the number of workers in kernels
 * @param links the courses of the busiest links, in MB/s
 * @param memories the courses of the fullest memories, in MB
 * @param nodes the use of memories
 * @param failed copies that failed
 * @param iterations the iterations of the program, in the order in which they began; the first 10,000
 * @param iterationCount the number of all iterations
 * @param trees the trees of contexts, in the order in which they came
 * @param outliers kernels that took much longer than others of their kind, the longest first
 * @param predictions what models expected
 * @param paces how fast each worker that ran kernels was
 */
public record Analysis(
        String name,
        Trace trace,
        long from,
        long to,
        long lost,
        long finished,
        long unfinished,
        Profile profile,
        double area,
        long least,
        Optional<ChainLink> chain,
        Gantt gantt,
        List<Curve> tasks,
        Curve busy,
        List<Curve> links,
        List<Curve> memories,
        List<NodeUse> nodes,
        List<FailedCopy> failed,
        List<IterationCourse> iterations,
        long iterationCount,
        List<TreeUse> trees,
        List<Execution> outliers,
        List<Prediction> predictions,
        List<Pace> paces) {
    /**
     * Returns the time from the first submission to the end of the last kernel.
     *
     * @return nanoseconds, at least 1
     */
    public long makespan() {
        return to - from;
    }

    /**
     * Returns the time of all workers together.
     *
     * @return nanoseconds
     */
    public double workerTime() {
        return (double) makespan() * Math.max(1, profile.workers().size());
    }

    /**
     * Returns the time that workers spent in kernels.
     *
     * @return nanoseconds
     */
    public double busyTime() {
        return profile.workers().stream()
                .mapToDouble(worker -> worker.exclusive().get(Activity.EXECUTING))
                .sum();
    }

    /**
     * Returns the share of the time of all workers that they spent in kernels.
     *
     * @return 0 to 1
     */
    public double utilisation() {
        return busyTime() / workerTime();
    }

    /**
     * Returns a time in which no schedule of these kernels on this machine can be beaten, as far as measurements tell.
     *
     * @return nanoseconds
     */
    public double bound() {
        return Math.max(area, least);
    }
}
