package org.asterism.shell.gogo.internal.command;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.asterism.report.text.Answer;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Converter through which Gogo shows the answers of our commands, in the width of the terminal. */
@Component(service = Converter.class, immediate = true, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class AnswerConverter implements Converter {
    /** Called by Declarative Services. */
    public AnswerConverter() {}

    @Override
    public Object convert(Class<?> desiredType, Object in) {
        return null;
    }

    @Override
    public CharSequence format(Object target, int level, Converter escape) {
        if (level == INSPECT && target instanceof Answer answer) {
            return answer.text(
                    escape instanceof CommandSession session ? Terminals.width(session) : Answer.USUAL_WIDTH);
        }
        return null;
    }
}
