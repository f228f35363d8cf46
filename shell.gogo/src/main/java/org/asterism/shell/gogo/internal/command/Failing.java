package org.asterism.shell.gogo.internal.command;

import org.asterism.report.text.Answer;

/**
 * Answer that is shown although the command fails.
 *
 * @param answer the answer
 * @param failure reason of the failure, in one line without the command's name
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
