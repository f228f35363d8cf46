package org.asterism.shell.gogo.internal.run;

import org.asterism.shell.gogo.internal.text.Answer;
import org.asterism.shell.gogo.internal.text.Fields;

/**
 * What came out of one run.
 *
 * @param app the application's name
 * @param correct whether its result was found to be right
 * @param fields all figures
 */
public record RunRecord(String app, boolean correct, Fields fields) implements Answer {
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
