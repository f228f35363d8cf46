package org.asterism.bench.parts.budget;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Splits the time of {@link TaskBudgetBenchmark} into parts.
 *
 * <p>Some ten thousand times a second a thread samples the {@link Part} that the measured thread is in. The time of a
 * part is its share of these samples, taken for submission and running separately. So the times of the parts add up to
 * the processor time that {@link PartClock} has measured.
 */
public final class PartProfiler implements InternalProfiler {
    static final String SUBMITTING = "submitting";
    static final String RUNNING = "running";

    private static final long PAUSE_NANOS = 20_000;

    /** By the part in which the thread began, and the one it is in. */
    private long[][] samples;

    private long submittingBefore;
    private long runningBefore;
    private Thread sampler;
    private volatile boolean isOver;

    @Override
    public String getDescription() {
        return "time of TaskBudgetBenchmark, by parts of a task's way";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        samples = new long[Part.values().length][Part.values().length];
        submittingBefore = submittingNanos();
        runningBefore = runningNanos();
        isOver = false;
        sampler = Thread.ofPlatform().daemon().name("part-sampler").start(this::sample);
    }

    private void sample() {
        while (!isOver) {
            LockSupport.parkNanos(PAUSE_NANOS);
            int base = PartClock.base();
            int current = PartClock.current();
            if (base != PartClock.OUTSIDE && current != PartClock.OUTSIDE) {
                samples[base][current]++;
            }
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        isOver = true;
        try {
            sampler.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        double tasks = result.getMetadata().getMeasuredOps();
        double submitting = (submittingNanos() - submittingBefore) / tasks;
        double running = (runningNanos() - runningBefore) / tasks;
        List<Result<?>> results = new ArrayList<>(List.of(nanos(SUBMITTING, submitting), nanos(RUNNING, running)));
        if (benchmark.getBenchmark().endsWith(TaskBudgetBenchmark.IN_PARTS)) {
            for (Part part : Part.values()) {
                results.add(nanos(
                        part.toString(),
                        submitting * share(part, Part.SUBMIT) + running * share(part, Part.POP, Part.RUN)));
            }
        }
        return results;
    }

    private static long submittingNanos() {
        return PartClock.nanos(Part.SUBMIT);
    }

    private static long runningNanos() {
        return PartClock.nanos(Part.POP) + PartClock.nanos(Part.RUN);
    }

    private double share(Part part, Part... begun) {
        long all = 0;
        long its = 0;
        for (Part base : begun) {
            all += LongStream.of(samples[base.ordinal()]).sum();
            its += samples[base.ordinal()][part.ordinal()];
        }
        return all == 0 ? 0 : its / (double) all;
    }

    private static Result<?> nanos(String label, double nanos) {
        return new ScalarResult(label, nanos, "ns/op", AggregationPolicy.AVG);
    }
}
