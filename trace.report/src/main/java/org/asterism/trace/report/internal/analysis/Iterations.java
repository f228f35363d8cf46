package org.asterism.trace.report.internal.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceThread;

/** The iterations that the program has marked. */
final class Iterations {
    /** Later ones are counted only, so that the page stays small. */
    static final int MOST = 10_000;

    /** The iterations that each thread is in, the outermost first. */
    private final Map<TraceThread, List<IterationCourse>> open = new HashMap<>();

    private final List<IterationCourse> all = new ArrayList<>();
    private long count;

    void add(TraceEvent event, LiveTask task) {
        switch (event) {
            case TraceEvent.IterationBegan it -> {
                List<IterationCourse> path = upTo(it.level() - 1, it.thread());
                List<Long> numbers = new ArrayList<>(numbersOf(path));
                numbers.add(it.number());
                begin(path, numbers, it.thread()).began(it.time());
            }
            case TraceEvent.IterationEnded it -> {
                List<IterationCourse> path = upTo(it.level(), it.thread());
                if (path.size() == it.level()) {
                    path.removeLast().ended(it.time());
                }
            }
            case TraceEvent.Submitted it -> {
                if (!it.iterations().isEmpty()) {
                    task.iterations = List.copyOf(path(it));
                    task.iterations.forEach(IterationCourse::submitted);
                }
            }
            case TraceEvent.Executed it ->
                task.iterations.forEach(iteration -> iteration.executed(it.begin(), it.end()));
            default -> {
                // Other events concern no iteration.
            }
        }
    }

    private List<IterationCourse> upTo(int levels, TraceThread thread) {
        List<IterationCourse> path = open.computeIfAbsent(thread, _ -> new ArrayList<>());
        while (path.size() > levels) {
            path.removeLast();
        }
        return path;
    }

    private static List<Long> numbersOf(List<IterationCourse> path) {
        return path.isEmpty() ? List.of() : path.getLast().numbers();
    }

    private IterationCourse begin(List<IterationCourse> path, List<Long> numbers, TraceThread thread) {
        IterationCourse course = new IterationCourse(List.copyOf(numbers), thread.name());
        path.add(course);
        if (count++ < MOST) {
            all.add(course);
        }
        return course;
    }

    /** The iterations of a new task. Those that began before the recording are not known yet. */
    private List<IterationCourse> path(TraceEvent.Submitted it) {
        List<IterationCourse> path = open.computeIfAbsent(it.thread(), _ -> new ArrayList<>());
        if (!numbersOf(path).equals(it.iterations())) {
            path.clear();
            for (int level = 1; level <= it.iterations().size(); level++) {
                begin(path, it.iterations().subList(0, level), it.thread());
            }
        }
        return path;
    }

    /** The first ones, in the order in which they began. */
    List<IterationCourse> all() {
        return all;
    }

    /** The number of all. */
    long count() {
        return count;
    }
}
