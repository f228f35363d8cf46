package org.asterism.policy.modular.internal.language;

import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeDescription;

/**
 * Writer of tree descriptions, which the reader can read again. A short description takes one line; otherwise each
 * branch has its own line.
 */
public final class DescriptionWriter {
    private static final int WIDTH = 100;
    private static final int INDENT = 4;

    private final StringBuilder text = new StringBuilder();

    private DescriptionWriter() {}

    /**
     * Writes a description.
     *
     * @param description description of a tree
     * @return text that {@link DescriptionReader#read} reads as the same description
     */
    public static String written(TreeDescription description) {
        String line = written(description.root())
                + description.parts().entrySet().stream()
                        .map(part -> " where " + part.getKey() + " = " + written(part.getValue()))
                        .collect(Collectors.joining());
        if (line.length() <= WIDTH) {
            return line;
        }
        DescriptionWriter writer = new DescriptionWriter();
        writer.chain(description.root(), 0);
        description.parts().forEach((name, chain) -> {
            writer.text.append("\nwhere ").append(name).append(" = ");
            writer.chain(chain, 0);
        });
        return writer.text.toString();
    }

    /** Writes a chain in one line. */
    static String written(Chain chain) {
        StringBuilder line = new StringBuilder();
        for (Iterator<Step> steps = chain.steps().iterator(); steps.hasNext(); ) {
            Step step = steps.next();
            line.append(written(step));
            if (steps.hasNext()) {
                line.append(step instanceof Step.Each ? ": " : " / ");
            }
        }
        return line.toString();
    }

    /** Writes a step in one line. */
    static String written(Step step) {
        return switch (step) {
            case Step.Component component -> component(component);
            case Step.Composed composed -> composed(composed);
            case Step.Each each ->
                Words.EACH + " " + each.level() + (each.filter().isEmpty() ? "" : " " + each.filter());
            case Step.Reference reference -> "@" + reference.name();
        };
    }

    private static String component(Step.Component component) {
        if (component.parameters().isEmpty() && component.branches().isEmpty()) {
            return named(component);
        }
        Stream<String> branches = component.branches().entrySet().stream()
                .map(branch -> branch.getKey() + ": " + written(branch.getValue()));
        return Stream.concat(parameters(component), branches)
                .collect(Collectors.joining(", ", named(component) + "(", ")"));
    }

    private static String composed(Step.Composed composed) {
        return composed.parts().stream()
                .map(DescriptionWriter::written)
                .collect(Collectors.joining(" / ", "[", composed.name().isEmpty() ? "]" : "]#" + composed.name()));
    }

    private static String named(Step.Component component) {
        return component.kind() + (component.name().isEmpty() ? "" : "#" + component.name());
    }

    private static Stream<String> parameters(Step.Component component) {
        return component.parameters().entrySet().stream()
                .map(parameter -> parameter.getValue().equals(Step.SET)
                        ? parameter.getKey()
                        : parameter.getKey() + "=" + Words.written(parameter.getValue()));
    }

    /** Writes a chain in several lines if necessary. It leaves room for one closing character. */
    private void chain(Chain chain, int indent) {
        String line = written(chain);
        if (column() + line.length() < WIDTH) {
            text.append(line);
            return;
        }
        int lines = indent;
        Step before = null;
        for (Step step : chain.steps()) {
            if (before != null && separate(before, step, indent + INDENT)) {
                lines = indent + INDENT;
            }
            if (step instanceof Step.Component component
                    && !component.branches().isEmpty()) {
                branches(component, lines);
            } else {
                text.append(written(step));
            }
            before = step;
        }
    }

    /** Separates two steps, and returns whether a new line was begun. */
    private boolean separate(Step before, Step step, int indent) {
        boolean each = before instanceof Step.Each;
        int length = step instanceof Step.Component component
                        && !component.branches().isEmpty()
                ? named(component).length() + 1
                : written(step).length();
        boolean fits = column() + 3 + length < WIDTH;
        text.append(each ? ":" : fits ? " /" : "");
        if (fits) {
            text.append(' ');
        } else {
            newLine(indent);
            text.append(each ? "" : "/ ");
        }
        return !fits;
    }

    private void branches(Step.Component component, int indent) {
        text.append(named(component)).append('(').append(parameters(component).collect(Collectors.joining(", ")));
        String separator = component.parameters().isEmpty() ? "" : ",";
        for (Map.Entry<String, Chain> branch : component.branches().entrySet()) {
            text.append(separator);
            newLine(indent + INDENT);
            text.append(branch.getKey()).append(": ");
            chain(branch.getValue(), indent + INDENT);
            separator = ",";
        }
        text.append(')');
    }

    private void newLine(int indent) {
        text.append('\n').append(" ".repeat(indent));
    }

    private int column() {
        return text.length() - text.lastIndexOf("\n") - 1;
    }
}
