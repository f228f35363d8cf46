package org.asterism.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Fields;
import org.asterism.report.text.Section;

/**
 * Result of one run.
 *
 * @param app name of the application
 * @param correct whether its result is correct
 * @param fields all measurements
 * @param sections tables below the measurements
 * @param printed whether the application wrote to standard output itself, so that the measurements must not be printed
 *     there
 */
public record RunRecord(String app, boolean correct, Fields fields, List<Section> sections, boolean printed)
        implements Answer {
    /** Copies the list. */
    public RunRecord {
        sections = List.copyOf(sections);
    }

    @Override
    public String text(int width) {
        StringBuilder text = new StringBuilder(fields.text(width));
        for (Section section : sections) {
            if (section.isShown()) {
                text.append("\n\n").append(section.rows().text(width));
            }
        }
        return text.toString();
    }

    @Override
    public Object json() {
        Map<String, Object> all = new LinkedHashMap<>(fields.json());
        sections.forEach(section -> all.put(section.field(), section.rows().json()));
        return all;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
