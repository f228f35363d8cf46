package org.asterism.shell.gogo.internal.run;

import org.asterism.shell.gogo.internal.text.Answer;
import org.asterism.shell.gogo.internal.text.Fields;

/**
 * What came out of one run.
 *
 * @param app the application's name
 * @param correct whether its result was found to be right
 * @param fields all figures
 * @param printed whether the application has written to standard output itself: the figures must not be added to that
 */
public record RunRecord(String app, boolean correct, Fields fields, boolean printed) implements Answer {
    @Override
    public String text(int width) {
        return fields.text(width);
    }

    @Override
    public Object json() {
        return fields.json();
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
