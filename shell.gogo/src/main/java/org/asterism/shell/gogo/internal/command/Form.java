package org.asterism.shell.gogo.internal.command;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Rows;
import org.asterism.report.text.View;

/** Output form of a command besides text. */
public enum Form {
    /** One line of JSON. */
    JSON("as JSON, on one line", Answer.class),
    /** Comma-separated values. */
    CSV("as CSV: a line of names, and a line for each row", Rows.class),
    /** Text or one of the other forms, repeatedly. */
    WATCH("again every second, until a key is pressed", View.class);

    private final String description;
    private final Class<? extends Answer> needed;

    Form(String description, Class<? extends Answer> needed) {
        this.description = description;
        this.needed = needed;
    }

    /** Returns the option that selects the form. */
    String option() {
        return "--" + name().toLowerCase(java.util.Locale.ROOT);
    }

    Option asOption() {
        return new Option(List.of(option()), "", description, Optional.empty());
    }

    boolean fits(Object answer) {
        return needed.isInstance(answer);
    }

    /** Returns the forms of all answers that a method can return. */
    static Set<Form> of(Class<?> returned) {
        Set<Form> forms = EnumSet.noneOf(Form.class);
        for (Form form : values()) {
            if (form.needed.isAssignableFrom(returned)) {
                forms.add(form);
            }
        }
        return forms;
    }
}
