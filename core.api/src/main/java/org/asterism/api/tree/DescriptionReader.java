package org.asterism.api.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** Reads descriptions of trees, by recursive descent. The grammar is in {@code docs/tree-notation.md}. */
final class DescriptionReader {
    private static final String STEP = "a component, 'each', '[' or '@'";

    private final Tokens tokens;
    private final Map<Object, Token> places = new IdentityHashMap<>();
    private final Deque<Token> open = new ArrayDeque<>();

    private DescriptionReader(String text) {
        tokens = new Tokens(text);
    }

    static TreeDescription read(String text) {
        DescriptionReader reader = new DescriptionReader(text);
        return reader.description();
    }

    private TreeDescription description() {
        if (tokens.peek().isEnd()) {
            throw tokens.peek()
                    .flaw("there is no description, such as: fifo / eager / each worker: best-implementation");
        }
        Chain root = chain();
        SequencedMap<String, Chain> parts = new LinkedHashMap<>();
        while (tokens.peek().isWord(Words.WHERE)) {
            tokens.next();
            Token name = name("the name of a part");
            expect("=", "'=' and what '" + name.text() + "' is");
            Chain part = chain();
            places.put(part, name);
            if (parts.putIfAbsent(name.text(), part) != null) {
                throw name.flaw("there are two parts '" + name.text() + "'; the first is in "
                        + places.get(parts.get(name.text())).place());
            }
        }
        if (!tokens.peek().isEnd()) {
            throw missing("'/'", "'where'", "the end");
        }
        try {
            return new TreeDescription(root, parts);
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
            if (each && tokens.peek().is("/")) {
                throw tokens.peek()
                        .flaw("found '/' behind '" + DescriptionWriter.written(step)
                                + "'; there could stand ':' and what is below each of them");
            }
            if (!tokens.peek().is(each ? ":" : "/")) {
                endOfChain(step);
                return new Chain(steps);
            }
            if (Chain.isLast(step)) {
                throw tokens.peek().flaw(nothingBelow(step));
            }
            tokens.next();
        }
    }

    /** Says what else could have followed, while it is known what was in front of it. */
    private void endOfChain(Step step) {
        Token token = tokens.peek();
        boolean ends = token.isEnd() && open.isEmpty()
                || token.isWord(Words.WHERE) && open.isEmpty()
                || (token.is(",") || token.is(")")) && !open.isEmpty();
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
        could.addAll(open.isEmpty() ? List.of("'where'", "the end") : List.of("','", "')'"));
        throw missing(could.toArray(String[]::new));
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
                        + "', which has branches: write what is below into each of them, and what they share as '@end' with"
                        + " 'where end = ...' at the end"
                : "found '/' behind '" + DescriptionWriter.written(step)
                        + "': the chain goes on where that is defined; write what is below there";
    }

    private Step step() {
        Token token = tokens.peek();
        Step step;
        if (token.isWord(Words.EACH)) {
            step = each();
        } else if (token.is("[")) {
            step = composed();
        } else if (token.is("@")) {
            tokens.next();
            step = new Step.Reference(name("the name of a part").text());
        } else {
            step = component(STEP);
        }
        places.put(step, token);
        return step;
    }

    private Step.Each each() {
        tokens.next();
        Token word = tokens.peek();
        String levels = Arrays.stream(Level.values()).map(Level::toString).collect(Collectors.joining(", "));
        Level level = word.kind() == Token.Kind.WORD
                ? Arrays.stream(Level.values())
                        .filter(known -> known.toString().equals(word.text()))
                        .findAny()
                        .orElse(null)
                : null;
        if (level == null) {
            throw word.flaw("found " + word.shown() + " behind 'each'; there could stand one of: " + levels);
        }
        tokens.next();
        return new Step.Each(level, tokens.peek().is("(") ? tokens.filter() : "");
    }

    private Step composed() {
        enter("[");
        List<Step.Component> parts = new ArrayList<>();
        do {
            Token first = tokens.peek();
            if (first.isWord(Words.EACH) || first.is("@") || first.is("[")) {
                throw first.flaw("found " + first.shown() + " within '[...]'; there could stand a component");
            }
            Step.Component part = component("a component");
            if (!part.branches().isEmpty()) {
                throw first.flaw("'" + part.kind() + "' has branches, and so cannot be within '[...]'");
            }
            places.put(part, first);
            parts.add(part);
        } while (skip("/"));
        leave("]", "'/'", "']'");
        String name = skip("#") ? name("a name").text() : "";
        if (parts.size() > 1) {
            return new Step.Composed(name, parts);
        }
        Step.Component only = parts.getFirst();
        return name.isEmpty() || !only.name().isEmpty() ? only : only.withName(name);
    }

    private Step.Component component(String what) {
        Token kind = tokens.peek();
        if (kind.kind() != Token.Kind.WORD || kind.isWord(Words.WHERE)) {
            throw missing(what);
        }
        if (!Words.isKind(kind.text())) {
            throw kind.flaw("found '" + kind.text() + "', which is no component: their names begin with a letter"
                    + (open.isEmpty() ? "" : ". A parameter is written with '='"));
        }
        tokens.next();
        String name = skip("#") ? name("a name").text() : "";
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        SequencedMap<String, Chain> branches = new LinkedHashMap<>();
        if (tokens.peek().is("(")) {
            enter("(");
            if (!tokens.peek().is(")")) {
                arguments(kind.text(), parameters, branches);
            }
            leave(")", "','", "')'");
        }
        return new Step.Component(kind.text(), name, parameters, branches);
    }

    private void arguments(String kind, Map<String, String> parameters, Map<String, Chain> branches) {
        Map<String, Token> said = new HashMap<>();
        do {
            Token name = name("a parameter or a branch of '" + kind + "'");
            Token former = said.putIfAbsent(name.text(), name);
            if (former != null) {
                throw name.flaw("'" + kind + "' has '" + name.text() + "' twice; the first is in " + former.place());
            }
            if (skip("=")) {
                parameters.put(name.text(), value(name));
            } else if (skip(":")) {
                branches.put(name.text(), chain());
            } else if (tokens.peek().is(",") || tokens.peek().is(")")) {
                parameters.put(name.text(), Step.SET);
            } else {
                throw missing("'=' and a value", "':' and a branch", "','", "')'");
            }
        } while (skip(","));
    }

    private String value(Token name) {
        Token value = tokens.peek();
        if (value.kind() != Token.Kind.WORD && value.kind() != Token.Kind.QUOTED) {
            throw missing(
                    "a value of '" + name.text() + "': a word, a number, a duration as 10ms, or a text in quotes");
        }
        tokens.next();
        Token behind = tokens.peek();
        if (behind.is("(") || behind.is("/") || behind.is("#")) {
            throw behind.flaw("found " + behind.shown() + " behind the value of '" + name.text()
                    + "'; there could stand ',' or ')'. A branch is written '" + name.text() + ": " + value.text()
                    + "...'");
        }
        return value.text();
    }

    private Token name(String what) {
        Token name = tokens.peek();
        if (name.kind() != Token.Kind.WORD || !Words.isName(name.text())) {
            throw missing(what + ", of letters, digits, '-', '_' and '.'");
        }
        return tokens.next();
    }

    private boolean skip(String symbol) {
        if (tokens.peek().is(symbol)) {
            tokens.next();
            return true;
        }
        return false;
    }

    private void expect(String symbol, String what) {
        if (!skip(symbol)) {
            throw missing(what);
        }
    }

    private void enter(String symbol) {
        Token opening = tokens.peek();
        if (open.size() == Coherence.DEEPEST) {
            throw opening.flaw("found '" + symbol + "' within " + Coherence.DEEPEST
                    + " others that are not closed yet; use parts, '@name', for what is nested deeper");
        }
        tokens.next();
        open.push(opening);
    }

    private void leave(String symbol, String... could) {
        if (!tokens.peek().is(symbol)) {
            throw missing(could);
        }
        tokens.next();
        open.pop();
    }

    private TreeDescriptionException missing(String... could) {
        Token found = tokens.peek();
        StringBuilder message = new StringBuilder("found ").append(found.shown());
        Token opening = open.peek();
        if (opening == null && (found.is(")") || found.is("]"))) {
            message.append(", which closes nothing");
        } else if (opening != null
                && (found.isEnd() || found.isWord(Words.WHERE) || found.is(opening.is("(") ? "]" : ")"))) {
            message.append(", but the ")
                    .append(opening.shown())
                    .append(" in ")
                    .append(opening.place())
                    .append(" is not closed");
        }
        message.append("; there could stand ").append(alternatives(could));
        if (List.of("->", "→", ">").contains(found.text())) {
            message.append(". What is below is written behind '/'");
        }
        if (List.of("'", "“", "”", "„").contains(found.text())) {
            message.append(". Texts are written in \"straight double quotes\"");
        }
        return found.flaw(message.toString());
    }

    private static String alternatives(String... could) {
        if (could.length == 1) {
            return could[0];
        }
        return String.join(", ", Arrays.copyOf(could, could.length - 1)) + " or " + could[could.length - 1];
    }
}
