package org.asterism.policy.modular.internal.language;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.TreeDescriptionException;
import org.junit.jupiter.api.Test;

/** What those are told who slip while they write a description. */
final class TreeDescriptionErrorsTest {
    private static final String STEP = "there could stand a component, 'each', '[' or '@'";

    private static void refuses(String text, int line, int column, String... says) {
        TreeDescriptionException refused = assertThrows(TreeDescriptionException.class, () -> parse(text), text);
        String message = refused.getMessage();
        assertEquals(line + ":" + column, refused.line() + ":" + refused.column(), text + "\n" + message);
        assertTrue(message.startsWith("line " + line + ", column " + column + ": "), message);
        for (String part : says) {
            assertTrue(message.contains(part), text + "\n" + message + "\nlacks: " + part);
        }
    }

    @Test
    void shouldSayThatThereIsNothing() {
        refuses("", 1, 1, "there is no description, such as: fifo");
        refuses(" \n -- only a comment\n", 1, 1, "there is no description");
    }

    @Test
    void shouldSayWhatCouldFollow() {
        refuses(
                "fifo eager",
                1,
                6,
                "found 'eager' behind 'fifo'",
                "there could stand '#', '(', '/', 'where' or the end");
        refuses("fifo(ntasks=2) eager", 1, 16, "there could stand '/', 'where' or the end");
        refuses("fifo#a eager", 1, 8, "there could stand '(', '/', 'where' or the end");
        refuses("x(a: fifo eager)", 1, 11, "there could stand '#', '(', '/', ',' or ')'");
        refuses("[a / b] c", 1, 9, "there could stand '#', '/', 'where' or the end");
        refuses("@a b where a = c", 1, 4, "there could stand 'where' or the end");
    }

    @Test
    void shouldSayWhereAStepIsMissing() {
        refuses("fifo / / eager", 1, 8, "found '/' behind '/'", STEP);
        refuses("fifo /  \n\n", 1, 7, "found the end of the description behind '/'", STEP);
        refuses("fifo\n  / eager(\n    x: y,\n    z: )", 4, 8, "found ')' behind ':'", STEP);
        refuses("fifo where end = ", 1, 17, STEP);
        refuses("where a = b", 1, 1, "found 'where'", STEP);
    }

    @Test
    void shouldSayWhichParenthesisIsNotClosed() {
        refuses("fifo(ntasks=30, ready", 1, 22, "while the '(' in line 1, column 5 is not closed");
        refuses("a(b: c\nwhere d = e", 2, 1, "while the '(' in line 1, column 2 is not closed");
        refuses("a(b: c]", 1, 7, "while the '(' in line 1, column 2 is not closed");
        refuses("[a / b", 1, 7, "while the '[' in line 1, column 1 is not closed", "there could stand '/' or ']'");
        refuses("a(b: prio(ready / c, d: e)", 1, 17, "while the '(' in line 1, column 10 is not closed");
        refuses("fifo)", 1, 5, "found ')' behind 'fifo', which closes nothing");
    }

    @Test
    void shouldNameTheLevels() {
        refuses(
                "fifo / each wroker: prio",
                1,
                13,
                "found 'wroker' behind 'each'; there could stand one of: machine, numa-node, socket, cache, "
                        + "memory-node,"
                        + " architecture, worker");
        refuses("each", 1, 5, "one of: machine");
        refuses("each (arch=cuda): prio", 1, 6, "one of: machine");
    }

    @Test
    void shouldTellHowGroupsGoOn() {
        refuses("each worker / prio", 1, 13, "found '/' behind 'each worker'; there could stand ':'");
        refuses("each worker prio", 1, 13, "there could stand a filter as (arch=cuda), ':', 'where' or the end");
        refuses(
                "each worker (a=b) prio",
                1,
                19,
                "found 'prio' behind '(a=b)'; there could stand ':', 'where' or the end");
        refuses("eager / each-worker: prio", 1, 20, "Groups of workers are written 'each worker: ...'");
    }

    @Test
    void shouldSayWhatIsWrongWithAFilter() {
        refuses("each worker (arch=cuda: prio", 1, 13, "the '(' here, which begins a filter, is not closed");
        refuses("each worker (arch): prio", 1, 18, "found ')' in a filter; there could stand '='");
        refuses("each worker (=cuda): prio", 1, 14, "names no property");
        refuses("each worker\n (&(a=b)(c>d)): x", 2, 12, "found 'd' in a filter; there could stand '=' of '>='");
        refuses("each worker (&): x", 1, 15, "found ')' in a filter; there could stand '(' of a filter");
        refuses("each worker (!(a=b)(c=d)): x", 1, 20, "found '(' in a filter; there could stand ')'");
        refuses("each worker (a=(b)): x", 1, 16, "found '(' in a value", "'\\('");
        refuses("each worker " + "(!".repeat(100) + ": x", 1, 143, "more than 64 deep");
    }

    @Test
    void shouldTellParametersFromBranches() {
        refuses("x(perf= mct(beta=1) / y)", 1, 12, "If 'perf' is a branch, write 'perf: mct(...'");
        refuses(
                "x(sorted=yes / y",
                1,
                14,
                "found '/' behind 'yes'",
                "there could stand ',' or ')'",
                "write 'sorted: yes / ...'");
        refuses("x(ntasks: 30)", 1, 11, "found '30', which is no component", "A parameter is written with '='");
        refuses("x(ntasks 30)", 1, 10, "there could stand '=' and a value, ':' and a branch, ',' or ')'");
        refuses("x(ntasks=30 ready)", 1, 13, "found 'ready' behind '30'; there could stand ',' or ')'");
        refuses("x(ntasks=, ready)", 1, 10, "there could stand a value of 'ntasks'", "10ms");
        refuses("x(ready, )", 1, 10, "found ')' behind ','; there could stand a parameter or a branch of 'x'");
        refuses("x(-a)", 1, 3, "begins with a letter or digit");
        refuses("x(a=1,\n  a=2)", 2, 3, "'x' has 'a' twice; the first is in line 1, column 3");
        refuses("x(a=1, a: b)", 1, 8, "'x' has 'a' twice");
    }

    @Test
    void shouldSayThatNothingCanBeBelowBranches() {
        refuses("x(a: b) / c", 1, 9, "'x', which has branches", "'where end = ...'");
        refuses("@end / x where end = y", 1, 6, "found '/' behind '@end'", "write what is below there");
    }

    @Test
    void shouldSayWhatACompositionCannotHave() {
        refuses("[a / each worker: b]", 1, 6, "found 'each' within '[...]'; there could stand a component");
        refuses("[a / [b / c]]", 1, 6, "found '[' within '[...]'");
        refuses("[a / b(l: c)]", 1, 6, "'b' has branches");
        refuses("[a#b]#c", 1, 6, "cannot be named '#b' and '#c'");
        refuses("[]", 1, 2, "there could stand a component");
        refuses("[a / b](c=1)", 1, 8, "found '(' behind ']'");
    }

    @Test
    void shouldNamePartsThatAreMissingOrThereTwice() {
        refuses("a / @edn where end = b", 1, 5, "there is no part 'edn'; those that are defined: end");
        refuses("a / @end", 1, 5, "there is no part 'end'; one is defined at the end: where NAME = ...");
        refuses("a where b = c where b = d", 1, 21, "there are two parts 'b'; the first is in line 1, column 9");
        refuses("a where b c", 1, 11, "there could stand '=' and what 'b' is");
        refuses("a#n / b#n", 1, 7, "two components named '#n'");
        refuses("a / [b#n / c]\nwhere d = e#n", 2, 11, "two components named '#n'");
        refuses("a#n / [b / c]#n", 1, 7, "two components named '#n'");
    }

    @Test
    void shouldFindCirclesOfParts() {
        refuses("x where a = @a", 1, 13, "'@a' leads back to part 'a': a -> a");
        refuses(
                "@a\nwhere a = @b\nwhere b = y(l: @c)\nwhere c = x / z(k: end, l: @b)",
                4,
                28,
                "'@b' leads back to part 'b': b -> c -> b");
        assertEquals(
                3,
                parse("x(l: @a, m: @b) where a = @c where b = @c where c = y")
                        .parts()
                        .size());
    }

    @Test
    void shouldSayWhichQuoteIsNotClosed() {
        refuses("x(a=\"open)\n/ y", 1, 5, "the '\"' here is not closed in its line");
        refuses("x(a=\"b\\", 1, 5, "is not closed");
        refuses("x(a=\"b\\q\")", 1, 7, "found '\\q' within quotes");
    }

    @Test
    void shouldTakeQuotedSignsForTexts() {
        refuses("fifo \"/\" eager", 1, 6, "found the text \"/\" behind 'fifo'");
        refuses("x(a=b\",\" c)", 1, 6, "found the text \",\"", "there could stand ',' or ')'");
    }

    @Test
    void shouldUnderstandOtherNotationsWellEnoughToNameItsOwn() {
        refuses("fifo -> eager", 1, 6, "found '->' behind 'fifo'", "What is below is written behind '/'");
        refuses("fifo → eager", 1, 6, "What is below is written behind '/'");
        refuses("fifo(a='b')", 1, 8, "\"straight double quotes\"");
        refuses("fifo(a=“b”)", 1, 8, "\"straight double quotes\"");
        refuses("fifo \uD83D\uDE00 eager", 1, 6, "found '\uD83D\uDE00'");
        refuses("fifo \u0000", 1, 6, "found the character U+0000");
        refuses("fifo / 2eager", 1, 8, "found '2eager', which is no component: their names begin with a letter");
    }

    @Test
    void shouldReadBlanksThatCameAlongWithACopy() {
        assertEquals("fifo / eager", written(parse("\uFEFFfifo\u00A0/\u2003eager")));
    }

    @Test
    void shouldCountLinesAndColumnsFromOne() {
        refuses("fifo /\r\n\teager !", 2, 8, "found '!'");
        refuses("fifo -- comment )\n!", 2, 1, "found '!'");
        refuses("each worker (a=b\n): fifo !", 2, 9, "found '!'");
    }

    @Test
    void shouldRefuseNestingThatNobodyCouldRead() {
        String nested = "a(b: ".repeat(64) + "c" + ")".repeat(64);
        assertEquals(1, parse(nested).root().steps().size());
        refuses("a(b: ".repeat(100_000), 1, 322, "found '(' within 64 others that are not closed yet", "'@name'");

        Chain chain = parse(nested).root();
        SequencedMap<String, Chain> branch = new LinkedHashMap<>(Map.of("b", chain));
        Step.Component outer = new Step.Component("a", "", new LinkedHashMap<>(), branch);
        TreeDescription deep = new TreeDescription(new Chain(List.of(outer)), new LinkedHashMap<>());
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Coherence.check(deep));
        assertTrue(refused.getMessage().contains("64 deep"), refused.getMessage());
    }

    @Test
    void shouldReadLongChainsAndManyParts() {
        StringBuilder text = new StringBuilder("fifo" + " / fifo".repeat(1_000) + " / @p0");
        for (int part = 0; part < 900; part++) {
            text.append(" where p").append(part).append(" = ").append(part < 899 ? "@p" + (part + 1) : "eager");
        }
        assertEquals(1_002, parse(text.toString()).root().steps().size());
    }

    @Test
    void shouldRefuseTreesThatAreTooLargeAtOnceAndStateTheLimit() {
        String large = "fifo -- " + "x".repeat(10_000_000);
        String wide = "perfmodel-select(" + branches(20_000) + ")";
        String deep = "fifo" + " / fifo".repeat(9_999);
        assertTimeoutPreemptively(Duration.ofSeconds(1), () -> {
            refuses(large, 1, 1, "has 10000008 characters; at most 1048576 are read");
            assertTrue(refusal(wide).contains("more than 1000 branches, the most that a description may have"));
            assertTrue(refusal(deep).contains("more than 2000 components, the most that a description may have"));
        });
    }

    private static String branches(int number) {
        return IntStream.range(0, number)
                .mapToObj(each -> "b" + each + ": eager")
                .collect(Collectors.joining(", "));
    }

    private static String refusal(String text) {
        return assertThrows(TreeDescriptionException.class, () -> parse(text)).getMessage();
    }
}
