package org.asterism.shell.gogo.internal.trace;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Wrapped;

/**
 * The sentences of a report, and where it is.
 *
 * @param page the file
 * @param sentences why the run was slow; empty if the recording has no kernel
 * @param cutOff why the recording breaks off; empty if it is complete
 */
record Explained(Path page, List<String> sentences, Optional<String> cutOff) implements Answer {
    @Override
    public String text(int width) {
        StringBuilder text = new StringBuilder();
        sentences.forEach(
                sentence -> text.append(Wrapped.behind("", sentence, width)).append("\n"));
        if (sentences.isEmpty()) {
            text.append("The recording has no kernel.\n");
        }
        cutOff.ifPresent(reason ->
                text.append("The recording breaks off: ").append(reason).append(".\n"));
        return text.append("The report is in ").append(page).toString();
    }

    @Override
    public Object json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", page.toString());
        fields.put("sentences", sentences);
        fields.put("cut_off", cutOff.orElse(null));
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
