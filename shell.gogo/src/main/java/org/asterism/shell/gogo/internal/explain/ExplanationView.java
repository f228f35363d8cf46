package org.asterism.shell.gogo.internal.explain;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.asterism.api.Explanation;
import org.asterism.report.text.Escaped;
import org.asterism.report.text.View;

/**
 * Shows an explanation: for people a line for each cause, indented below what it explains.
 *
 * @param runtime the name of the runtime
 * @param explanation what is shown
 */
record ExplanationView(String runtime, Explanation explanation) implements View {
    private static final String INDENT = "  ";

    @Override
    public String text(int width) {
        StringBuilder text = new StringBuilder();
        add(explanation, "", text);
        return text.toString();
    }

    private static void add(Explanation each, String indent, StringBuilder text) {
        text.append(text.isEmpty() ? "" : "\n").append(indent).append(Escaped.of(each.toString()));
        each.causes().forEach(cause -> add(cause, indent + INDENT, text));
    }

    @Override
    public Object json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", runtime);
        fields.putAll(fields(explanation));
        return fields;
    }

    private static Map<String, Object> fields(Explanation each) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("subject", each.subject());
        fields.put("reason", each.reason().name().toLowerCase(Locale.ROOT));
        fields.put("text", each.text());
        fields.put("causes", each.causes().stream().map(ExplanationView::fields).toList());
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
