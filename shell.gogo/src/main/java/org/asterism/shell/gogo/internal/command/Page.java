package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.text.Answer;
import org.asterism.report.text.View;

/** Several answers below each other, each with a title; for machines one object. For one thread. */
public final class Page implements View {
    private record Part(String title, String text, Answer answer) {}

    private final List<Part> shown = new ArrayList<>();
    private final Map<String, Object> json = new LinkedHashMap<>();

    /** An empty page. */
    public Page() {}

    /**
     * Adds an answer.
     *
     * @param title the line above it; empty for none
     * @param field its name in JSON; empty to add the fields of an answer that is an object
     * @param answer the answer
     * @param isShown whether people see it; machines always do
     * @return this page
     */
    public Page add(String title, String field, Answer answer, boolean isShown) {
        if (isShown) {
            shown.add(new Part(title, "", answer));
        }
        if (!field.isEmpty()) {
            json.put(field, answer.json());
        } else if (answer.json() instanceof Map<?, ?> fields) {
            fields.forEach((name, value) -> json.put(name.toString(), value));
        }
        return this;
    }

    /**
     * Adds a sentence for people.
     *
     * @param sentence one line
     * @return this page
     */
    public Page say(String sentence) {
        shown.add(new Part("", sentence, null));
        return this;
    }

    @Override
    public String text(int width) {
        List<String> parts = new ArrayList<>();
        for (Part part : shown) {
            String text = part.answer() == null ? part.text() : part.answer().text(width);
            parts.add(part.title().isEmpty() ? text : part.title() + "\n" + text);
        }
        return String.join("\n\n", parts);
    }

    @Override
    public Map<String, Object> json() {
        return json;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
