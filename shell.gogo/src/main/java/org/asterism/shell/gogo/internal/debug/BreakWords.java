package org.asterism.shell.gogo.internal.debug;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Breakpoints;
import org.asterism.debug.Condition;
import org.asterism.debug.Point;
import org.asterism.debug.Target;
import org.asterism.shell.gogo.internal.command.NamedTask;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;

/**
 * The words that describe a breakpoint.
 *
 * @param point where tasks stop
 * @param target the tasks
 * @param condition must hold
 */
record BreakWords(Point point, Target target, Condition condition) {
    static final String CODELET = "codelet=";
    static final String DATA = "data=";
    static final String IF = "if";

    private static final int MOST_NAMED = 5;

    private static final String TARGETS = "a task such as gemm#12, codelet=NAME or data=NAME";

    static BreakWords of(List<String> words, Runtimes runtimes) {
        Point point = point(words.getFirst());
        if (words.size() < 2) {
            throw new UsageException("say what shall stop at " + point.word() + ": " + TARGETS);
        }
        Condition condition = condition(words.subList(2, words.size()));
        return new BreakWords(point, target(words.get(1), runtimes), condition);
    }

    private static Point point(String typed) {
        return Arrays.stream(Point.values())
                .filter(each -> each.word().equals(typed))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no point '" + typed + "'; allowed are "
                        + Arrays.stream(Point.values())
                                .map(each -> each.word() + " (" + each.meaning() + ")")
                                .collect(Collectors.joining(", "))));
    }

    private static Condition condition(List<String> words) {
        if (words.isEmpty()) {
            return Condition.ALWAYS;
        }
        if (!words.getFirst().equals(IF)) {
            throw new UsageException("'" + words.getFirst() + "' stands where 'if CONDITION' is expected");
        }
        return refusing(() -> Condition.parse(String.join(" ", words.subList(1, words.size()))));
    }

    private static Target target(String typed, Runtimes runtimes) {
        if (typed.startsWith(CODELET)) {
            return refusing(() -> new Target.OfCodelet(typed.substring(CODELET.length())));
        }
        if (typed.startsWith(DATA)) {
            return refusing(() -> new Target.UsingData(typed.substring(DATA.length())));
        }
        String id = typed.substring(typed.lastIndexOf('#') + 1);
        if (id.isEmpty() || id.length() > 18 || !id.chars().allMatch(Character::isDigit)) {
            throw new UsageException("'" + typed + "' names no tasks; give " + TARGETS);
        }
        String name = typed.equals(id) ? "#" + id : typed;
        return NamedTask.findUnfinished(runtimes, name)
                .<Target>map(found -> new Target.OneTask(found.task()))
                .orElseThrow(() -> missing(typed, Long.parseLong(id), runtimes));
    }

    private static UsageException missing(String typed, long id, Runtimes runtimes) {
        boolean was = runtimes.all().stream()
                .anyMatch(each -> id > 0 && id <= each.runtime().tasks(0).submitted());
        return new UsageException("there is no task '" + typed + "' that has not ended"
                + (was ? ": it has ended" : ": none has this number yet")
                + "; for a task that comes later write codelet=NAME if id = " + id);
    }

    /**
     * Notes that no task of the codelet is known, which may come later.
     *
     * @return words to be put behind the breakpoint; empty if nothing is to be said
     */
    String note(Runtimes runtimes) {
        if (!(target instanceof Target.OfCodelet(String name))) {
            return "";
        }
        List<String> known = runtimes.all().stream()
                .filter(each -> each.runtime().hasBegun())
                .flatMap(each -> each.runtime().unfinishedTasks().stream())
                .map(task -> task.codelet().name())
                .distinct()
                .sorted()
                .toList();
        if (known.contains(name)) {
            return "";
        }
        String some = known.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (known.size() > MOST_NAMED ? " and " + (known.size() - MOST_NAMED) + " more" : "");
        return "; no unfinished task has this codelet now"
                + (known.isEmpty() ? ", as there is none" : ", only " + some);
    }

    Breakpoint set(Breakpoints breakpoints, boolean wholeRuntime) {
        return refusing(() -> breakpoints.set(point, target, condition, wholeRuntime));
    }

    private interface Work<T> {
        T result();
    }

    /** Says that the words are wrong, as opposed to work that has failed. */
    private static <T> T refusing(Work<T> work) {
        try {
            return work.result();
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(wrong.getMessage());
        }
    }
}
