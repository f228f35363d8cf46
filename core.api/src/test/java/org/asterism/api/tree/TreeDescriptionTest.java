package org.asterism.api.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/** How descriptions are read and written. */
final class TreeDescriptionTest {
    private static SequencedMap<String, String> parameters(String... namesAndValues) {
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            parameters.put(namesAndValues[index], namesAndValues[index + 1]);
        }
        return parameters;
    }

    private static Step.Component component(String kind, String... parameters) {
        return new Step.Component(kind, "", parameters(parameters), Ordered.copy(Map.of()));
    }

    private static Chain chain(Step... steps) {
        return new Chain(List.of(steps));
    }

    private static void assertPrinted(String printed, String text) {
        TreeDescription description = TreeDescription.parse(text);
        assertEquals(printed, description.toString());
        assertEquals(description, TreeDescription.parse(printed));
    }

    @Test
    void shouldTellWhereATextNamesEachKindOfComponentFirst() {
        WrittenTree written = WrittenTree.parse("fifo /\n [eager / prio] /\n  x(a: fifo, b: @end) where end = eager");
        assertEquals(TreeDescription.parse(written.description().toString()), written.description());
        assertEquals(
                "{fifo=line 1, column 1, eager=line 2, column 3, prio=line 2, column 11, x=line 3, column 3}",
                written.kinds().toString());
    }

    @Test
    void shouldReadTheExampleThatTheNotationWasMadeFor() {
        SequencedMap<String, Chain> branches = new LinkedHashMap<>();
        branches.put(
                "perf",
                chain(
                        component("mct", "beta", "1"),
                        new Step.Each(Level.WORKER, ""),
                        component("prio", "ntasks", "30", "ready", "true", "exp", "true"),
                        component("best-implementation")));
        branches.put("calibrate", chain(component("eager-calibration")));
        branches.put("else", chain(component("eager")));
        Chain root =
                chain(component("prio"), new Step.Component("perfmodel-select", "", Ordered.copy(Map.of()), branches));

        assertEquals(
                new TreeDescription(root, Ordered.copy(Map.of())),
                TreeDescription.parse(
                        "prio / perfmodel-select(perf: mct(beta=1) / each worker: prio(ntasks=30, ready, exp)"
                                + " / best-implementation, calibrate: eager-calibration, else: eager)"));
    }

    @Test
    void shouldReadNamesPartsAndComposedComponents() {
        SequencedMap<String, Chain> parts = new LinkedHashMap<>();
        parts.put("end", chain(component("stage"), component("best-implementation")));

        assertEquals(
                new TreeDescription(
                        chain(
                                new Step.Composed(
                                        "front", List.of(component("fifo").withName("store"), component("eager"))),
                                new Step.Each(Level.MEMORY_NODE, "(&(arch=cuda)(!(device=0)))"),
                                new Step.Reference("end")),
                        parts),
                TreeDescription.parse("[fifo#store / eager]#front / each memory-node (&(arch=cuda)(!(device=0))): @end"
                        + " where end = stage / best-implementation"));
    }

    @Test
    void shouldKeepTheOrderOfParametersBranchesAndParts() {
        String text = "x(b=1, a=2, z: m, y: n / @q) where r = p where q = o";
        assertEquals(text, TreeDescription.parse(text).toString());
    }

    @Test
    void shouldReadTextsInQuotesAndWriteQuotesWhereTheyAreNeeded() {
        String text = "a(b=\"\", c=\"two words\", d=\"say \\\"no\\\\\\n\", e=\"--\")";
        TreeDescription description = TreeDescription.parse(text);
        assertEquals(
                component("a", "b", "", "c", "two words", "d", "say \"no\\\n", "e", "--"),
                description.root().steps().getFirst());
        assertEquals(text, description.toString());
    }

    @Test
    void shouldReadNumbersAndDurationsWithoutQuotes() {
        assertPrinted("a(b=-1.5e+9, c=10ms, d=50%, e=0.5, f=µs)", "a(b=-1.5e+9,c=10ms , d = \"50%\",e=0.5,f=µs)");
    }

    @Test
    void shouldWriteAFlagForWhatIsTrue() {
        assertPrinted("fifo(ready, sorted=false)", "fifo(ready=true, sorted=false)");
    }

    @Test
    void shouldPassOverBlanksAndComments() {
        assertPrinted("fifo / eager / each worker: prio(ntasks=2)", """
                -- the store
                fifo /  -- never full
                \teager/each worker:\r
                prio ( ntasks = 2 ) -- the end""");
        assertPrinted("fifo(a=b)", "fifo--comment\n(a=b--c\n)");
        assertPrinted("each worker (a=b -- c)", "each worker (a=b -- c)--d");
    }

    @Test
    void shouldTakeEmptyParenthesesAndSingleBracketsAway() {
        assertPrinted("fifo / eager#here", "fifo() / [eager]#here");
    }

    @Test
    void shouldReadOneLevelWithinAnother() {
        assertPrinted(
                "eager / each socket: each architecture: prio / eager / each worker",
                "eager/each socket:each architecture:prio/eager/each worker");
    }

    @Test
    void shouldPutEachBranchOfALongDescriptionOnALine() {
        assertPrinted(
                """
                prio / perfmodel-select(
                    perf: mct(beta=1) / each worker: prio(ntasks=30, ready, exp) / best-implementation,
                    calibrate: eager-calibration,
                    else: eager)""",
                "prio / perfmodel-select(perf: mct(beta=1) / each worker: prio(ntasks=30, ready, exp)"
                        + " / best-implementation, calibrate: eager-calibration, else: eager)");
        assertPrinted(
                """
                user-choice(
                    heteroprio: heteroprio / each worker: fifo(ntasks=30, ready, exp) / @end,
                    heft: prio / heft / each worker: prio(ntasks=30, ready, exp) / @end)
                where end = stage / best-implementation""",
                "user-choice(heteroprio: heteroprio / each worker: fifo(ntasks=30, ready, exp) / @end, heft: prio / heft"
                        + " / each worker: prio(ntasks=30, ready, exp) / @end) where end = stage / best-implementation");
    }

    @Test
    void shouldBreakALongChainBetweenItsSteps() {
        String step = "component-of-a-kind(parameter=12345678)";
        assertPrinted(
                step + " / " + step + "\n    / " + step + " / " + step + "\n    / each worker: " + step + " / end(\n"
                        + "        a: " + step + ",\n        b: " + step + ")",
                String.join(
                        " / ",
                        step,
                        step,
                        step,
                        step,
                        "each worker: " + step,
                        "end(a: " + step + ", b: " + step + ")"));
    }

    @Test
    void shouldRefuseDescriptionsMadeByProgramsThatCouldNotBeReadBack() {
        assertRefused("kind 'each'", () -> component("each"));
        assertRefused("kind 'a--b'", () -> component("a--b"));
        assertRefused("kind '2fifo'", () -> component("2fifo"));
        assertRefused("parameter 'a b'", () -> component("fifo", "a b", "1"));
        assertRefused("name 'a/b'", () -> component("fifo").withName("a/b"));
        assertRefused("part ''", () -> new Step.Reference(""));
        assertRefused("at least two", () -> new Step.Composed("", List.of(component("fifo"))));
        assertRefused("at least one", () -> chain());
        assertRefused("'@end'", () -> chain(new Step.Reference("end"), component("fifo")));
        assertRefused("(arch=cuda", () -> new Step.Each(Level.WORKER, "(arch=cuda"));
        assertRefused("there is no part 'end'", () -> new TreeDescription(chain(new Step.Reference("end")), noParts()));
        assertRefused(
                "'#a'",
                () -> new TreeDescription(
                        chain(
                                component("fifo").withName("a"),
                                component("eager").withName("a")),
                        noParts()));
    }

    @Test
    void shouldStripFilters() {
        assertEquals(
                TreeDescription.parse("each worker(a=b)").root().steps().getFirst(),
                new Step.Each(Level.WORKER, " (a=b)\n"));
    }

    private static SequencedMap<String, Chain> noParts() {
        return Ordered.copy(Map.of());
    }

    private static void assertRefused(String says, Runnable attempt) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, attempt::run);
        assertEquals(true, refused.getMessage().contains(says), refused.getMessage());
    }
}
