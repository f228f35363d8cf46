package org.asterism.policy.modular.internal.language;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeBuilder;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;
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
        return new Step.Component(kind, "", parameters(parameters), new LinkedHashMap<>());
    }

    private static Chain chain(Step... steps) {
        return new Chain(List.of(steps));
    }

    private static void assertPrinted(String printed, String text) {
        TreeDescription description = parse(text);
        assertEquals(printed, written(description));
        assertEquals(description, parse(printed));
    }

    @Test
    void shouldTellWhereATextNamesEachKindOfComponentFirst() {
        WrittenTree written =
                DescriptionReader.read("fifo /\n [eager / prio] /\n  x(a: fifo, b: @end) where end = eager");
        assertEquals(parse(written(written.description())), written.description());
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
                chain(component("prio"), new Step.Component("perfmodel-select", "", new LinkedHashMap<>(), branches));

        assertEquals(
                new TreeDescription(root, new LinkedHashMap<>()),
                parse("prio / perfmodel-select(perf: mct(beta=1) / each worker: prio(ntasks=30, ready, exp)"
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
                parse("[fifo#store / eager]#front / each memory-node (&(arch=cuda)(!(device=0))): @end"
                        + " where end = stage / best-implementation"));
    }

    @Test
    void shouldKeepTheOrderOfParametersBranchesAndParts() {
        String text = "x(b=1, a=2, z: m, y: n / @q) where r = p where q = o";
        assertEquals(text, written(parse(text)));
    }

    @Test
    void shouldReadTextsInQuotesAndWriteQuotesWhereTheyAreNeeded() {
        String text = "a(b=\"\", c=\"two words\", d=\"say \\\"no\\\\\\n\", e=\"--\")";
        TreeDescription description = parse(text);
        assertEquals(
                component("a", "b", "", "c", "two words", "d", "say \"no\\\n", "e", "--"),
                description.root().steps().getFirst());
        assertEquals(text, written(description));
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
                "user-choice(heteroprio: heteroprio / each worker: fifo(ntasks=30, ready, exp) / @end, heft: prio / "
                        + "heft"
                        + " / each worker: prio(ntasks=30, ready, exp) / @end) where end = stage / "
                        + "best-implementation");
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
    void shouldRefuseDescriptionsMadeByProgramsThatDoNotFitTogether() {
        assertRefused("(arch=cuda", chain(new Step.Each(Level.WORKER, "(arch=cuda")));
        assertRefused("there is no part 'end'", chain(new Step.Reference("end")));
        assertRefused(
                "'#a'",
                chain(component("fifo").withName("a"), component("eager").withName("a")));
        TreeDescription circle = TreeBuilder.from("x")
                .toPart("a")
                .where("a", TreeBuilder.from("y").toPart("a"))
                .build();
        assertThrows(IllegalArgumentException.class, () -> Coherence.check(circle));
    }

    private static void assertRefused(String says, Chain root) {
        TreeDescription description = new TreeDescription(root, new LinkedHashMap<>());
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Coherence.check(description));
        assertTrue(refused.getMessage().contains(says), refused.getMessage());
    }

    @Test
    void shouldStripFilters() {
        assertEquals(parse("each worker(a=b)").root().steps().getFirst(), new Step.Each(Level.WORKER, " (a=b)\n"));
    }
}
