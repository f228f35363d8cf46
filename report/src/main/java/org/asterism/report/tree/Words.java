package org.asterism.report.tree;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.tree.ComponentView;

/** Descriptions of components in the text form. */
final class Words {
    private static final String SET = "true";

    private Words() {}

    /** Returns the kind of a component in the notation of descriptions; for a composed one, its parts. */
    static String kind(ComponentView component) {
        if (!component.parts().isEmpty()) {
            return component.parts().stream()
                    .map(part -> kind(part) + inParentheses(parameters(part)))
                    .collect(Collectors.joining(" / ", "[", "]"));
        }
        return component.kind();
    }

    /** Returns the parameters in the notation of descriptions, without parentheses. */
    static String parameters(ComponentView component) {
        return component.parameters().entrySet().stream().map(Words::parameter).collect(Collectors.joining(", "));
    }

    private static String parameter(Map.Entry<String, String> parameter) {
        return parameter.getValue().equals(SET) ? parameter.getKey() : parameter.getKey() + "=" + parameter.getValue();
    }

    static String inParentheses(String words) {
        return words.isEmpty() ? "" : "(" + words + ")";
    }

    /** Returns the names of workers. Of more than two, only the first and the last one appear. */
    static String workers(FoldedTree.Node node) {
        List<String> names = node.members().stream()
                .flatMap(member -> member.workers().stream())
                .distinct()
                .toList();
        return switch (names.size()) {
            case 0 -> "";
            case 1, 2 -> String.join(", ", names);
            default -> names.getFirst() + " \u2026 " + names.getLast();
        };
    }
}
