package org.asterism.shell.gogo.internal.command;

import org.asterism.report.text.Answer;

/**
 * An answer that is shown although the command fails.
 *
 * @param answer what is shown
 * @param failure why the command fails, in a line without its name
 */
public record Failing(Answer answer, String failure) implements Answer {
    @Override
    public String text(int width) {
        return answer.text(width);
    }

    @Override
    public Object json() {
        return answer.json();
    }
}
