package org.asterism.policy.modular.internal.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.TreeDescriptionException;
import org.asterism.api.tree.WrittenTree;

/** Reader of tree descriptions, by recursive descent. The grammar is in {@code docs/tree-notation.md}. */
public final class DescriptionReader {
    private static final String STEP = "a component, 'each', '[' or '@'";

    /**
     * Maximum length of a text. Longer texts were not written as trees, and the time to check one grows faster than its
     * size.
     */
    private static final int MOST_CHARACTERS = 1 << 20;

    private static final int MOST_STEPS = 2_000;

    private static final int MOST_BRANCHES = 1_000;

    private final Cursor cursor;
    private final Map<Object, Token> places = new IdentityHashMap<>();
    private final SequencedMap<String, WrittenTree.Place> kinds = new LinkedHashMap<>();

    private int steps;
    private int branches;

    private DescriptionReader(String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw new TreeDescriptionException(
                    1,
                    1,
                    "the description has " + text.length() + " characters; at most " + MOST_CHARACTERS
                            + " are read, use 'each' for what repeats itself");
        }
        cursor = new Cursor(text);
    }

    /**
     * Reads a description.
     *
     * @param text as {@code docs/tree-notation.md} describes it
     * @return the description, with the positions of each kind of component
     * @throws TreeDescriptionException if the text cannot be read
     */
    public static WrittenTree read(String text) {
        DescriptionReader reader = new DescriptionReader(text);
        return new WrittenTree(reader.description(), reader.kinds);
    }

    private TreeDescription description() {
        if (cursor.peek().isEnd()) {
            throw cursor.peek()
                    .flaw("there is no description, such as: fifo / eager / each worker: best-implementation");
        }
        Chain root = chain();
        SequencedMap<String, Chain> parts = new LinkedHashMap<>();
        while (!cursor.peek().isEnd()) { // a chain ends here, or at a 'where'
            cursor.next();
            Token name = cursor.name("the name of a part");
            cursor.expect("=", "'=' and what '" + name.text() + "' is");
            Chain part = chain();
            places.put(part, name);
            if (parts.putIfAbsent(name.text(), part) != null) {
                throw name.flaw("there are two parts '" + name.text() + "'; the first is in "
                        + places.get(parts.get(name.text())).place());
            }
        }
        TreeDescription description = new TreeDescription(root, parts);
        try {
            Coherence.check(description);
            return description;
        } catch (Coherence.Flaw flaw) {
            TreeDescriptionException placed = places.get(flaw.node()).flaw(flaw.getMessage());
            placed.initCause(flaw);
            throw placed;
        }
    }

    private Chain chain() {
        List<Step> steps = new ArrayList<>();
        while (true) {
            Step step = step();
            steps.add(step);
            boolean each = step instanceof Step.Each;
            if (each && cursor.peek().is("/")) {
                throw cursor.peek()
                        .flaw("found '/' behind '" + DescriptionWriter.written(step)
                                + "'; there could stand ':' and what is below each of them");
            }
            if (!cursor.peek().is(each ? ":" : "/")) {
                endOfChain(step);
                return new Chain(steps);
            }
            if (step.endsChain()) {
                throw cursor.peek().flaw(nothingBelow(step));
            }
            cursor.next();
        }
    }

    /** Throws an exception that names what else could have followed, while the preceding step is known. */
    private void endOfChain(Step step) {
        Token token = cursor.peek();
        boolean ends = token.isEnd() && !cursor.isWithin()
                || token.isWord(Words.WHERE) && !cursor.isWithin()
                || (token.is(",") || token.is(")")) && cursor.isWithin();
        if (ends) {
            return;
        }
        List<String> could = new ArrayList<>();
        switch (step) {
            case Step.Each each ->
                could.addAll(each.filter().isEmpty() ? List.of("a filter as (arch=cuda)", "':'") : List.of("':'"));
            case Step.Component component -> could.addAll(continuing(component));
            case Step.Composed composed ->
                could.addAll(composed.name().isEmpty() ? List.of("'#'", "'/'") : List.of("'/'"));
            case Step.Reference reference -> {}
        }
        could.addAll(!cursor.isWithin() ? List.of("'where'", "the end") : List.of("','", "')'"));
        throw cursor.missing(could.toArray(String[]::new));
    }

    private static List<String> continuing(Step.Component component) {
        if (!component.branches().isEmpty()) {
            return List.of();
        }
        if (!component.parameters().isEmpty()) {
            return List.of("'/'");
        }
        return component.name().isEmpty() ? List.of("'#'", "'('", "'/'") : List.of("'('", "'/'");
    }

    private static String nothingBelow(Step step) {
        return step instanceof Step.Component component
                ? "found '/' behind '" + component.kind()
                        + "', which has branches: write what is below into each of them, and what they share as "
                        + "'@end' with"
                        + " 'where end = ...' at the end"
                : "found '/' behind '" + DescriptionWriter.written(step)
                        + "': the chain goes on where that is defined; write what is below there";
    }

    private Step step() {
        Token token = cursor.peek();
        if (++steps > MOST_STEPS) {
            throw token.flaw("the tree has more than " + MOST_STEPS
                    + " components, the most that a description may have; use 'each' for what repeats itself");
        }
        Step step;
        if (token.isWord(Words.EACH)) {
            step = each();
        } else if (token.is("[")) {
            step = composed();
        } else if (token.is("@")) {
            cursor.next();
            step = new Step.Reference(cursor.name("the name of a part").text());
        } else {
            step = component(STEP);
        }
        places.put(step, token);
        return step;
    }

    private Step.Each each() {
        cursor.next();
        Token word = cursor.peek();
        String known = Arrays.stream(Level.values()).map(Level::toString).collect(Collectors.joining(", "));
        Level level = word.kind() == Token.Kind.WORD
                ? Arrays.stream(Level.values())
                        .filter(candidate -> candidate.toString().equals(word.text()))
                        .findAny()
                        .orElse(null)
                : null;
        if (level == null) {
            throw word.flaw("found " + word.shown() + " behind 'each'; there could stand one of: " + known);
        }
        cursor.next();
        return new Step.Each(level, cursor.peek().is("(") ? cursor.filter() : "");
    }

    private Step composed() {
        cursor.enter();
        List<Step.Component> parts = new ArrayList<>();
        do {
            Token first = cursor.peek();
            if (first.isWord(Words.EACH) || first.is("@") || first.is("[")) {
                throw first.flaw("found " + first.shown() + " within '[...]'; there could stand a component");
            }
            Step.Component part = component("a component");
            if (!part.branches().isEmpty()) {
                throw first.flaw("'" + part.kind() + "' has branches, and so cannot be within '[...]'");
            }
            places.put(part, first);
            parts.add(part);
        } while (cursor.skip("/"));
        cursor.leave("]", "'/'", "']'");
        Token sign = cursor.peek();
        String name = cursor.skip("#") ? cursor.name("a name").text() : "";
        if (parts.size() > 1) {
            return new Step.Composed(name, parts);
        }
        Step.Component only = parts.getFirst();
        if (!name.isEmpty() && !only.name().isEmpty()) {
            throw sign.flaw("a component in brackets of its own is that component; it cannot be named '#" + only.name()
                    + "' and '#" + name + "'");
        }
        return name.isEmpty() ? only : only.withName(name);
    }

    private Step.Component component(String what) {
        Token kind = cursor.peek();
        if (kind.kind() != Token.Kind.WORD || kind.isWord(Words.WHERE)) {
            throw cursor.missing(what);
        }
        if (!Step.isKind(kind.text())) {
            throw kind.flaw("found '" + kind.text() + "', which is no component: their names begin with a letter"
                    + (!cursor.isWithin() ? "" : ". A parameter is written with '='"));
        }
        cursor.next();
        kinds.putIfAbsent(kind.text(), new WrittenTree.Place(kind.line(), kind.column()));
        String name = cursor.skip("#") ? cursor.name("a name").text() : "";
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        SequencedMap<String, Chain> branches = new LinkedHashMap<>();
        if (cursor.peek().is("(")) {
            cursor.enter();
            if (!cursor.peek().is(")")) {
                arguments(kind.text(), parameters, branches);
            }
            cursor.leave(")", "','", "')'");
        }
        return new Step.Component(kind.text(), name, parameters, branches);
    }

    private void arguments(String kind, Map<String, String> parameters, Map<String, Chain> branches) {
        Map<String, Token> said = new HashMap<>();
        do {
            Token name = cursor.name("a parameter or a branch of '" + kind + "'");
            Token former = said.putIfAbsent(name.text(), name);
            if (former != null) {
                throw name.flaw("'" + kind + "' has '" + name.text() + "' twice; the first is in " + former.place());
            }
            if (cursor.skip("=")) {
                parameters.put(name.text(), value(name));
            } else if (cursor.skip(":")) {
                if (++this.branches > MOST_BRANCHES) {
                    throw name.flaw("the tree has more than " + MOST_BRANCHES
                            + " branches, the most that a description may have; use 'each' for what repeats itself");
                }
                branches.put(name.text(), chain());
            } else if (cursor.peek().is(",") || cursor.peek().is(")")) {
                parameters.put(name.text(), Step.SET);
            } else {
                throw cursor.missing("'=' and a value", "':' and a branch", "','", "')'");
            }
        } while (cursor.skip(","));
    }

    private String value(Token name) {
        Token value = cursor.peek();
        if (value.kind() != Token.Kind.WORD && value.kind() != Token.Kind.QUOTED) {
            throw cursor.missing(
                    "a value of '" + name.text() + "': a word, a number, a duration as 10ms, or a text in quotes");
        }
        cursor.next();
        Token behind = cursor.peek();
        if ((behind.is("(") || behind.is("/") || behind.is("#")) && Step.isKind(value.text())) {
            throw behind.flaw("found " + behind.shown() + " behind " + value.shown()
                    + ", which is the value of a parameter; there could stand ',' or ')'. If '" + name.text()
                    + "' is a branch, write '" + name.text() + ": " + value.text()
                    + (behind.is("/") ? " / ..." : behind.text() + "...") + "'");
        }
        return value.text();
    }
}
