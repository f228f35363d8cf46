package org.asterism.shell.gogo.internal.command;

import java.util.List;
import org.asterism.report.text.Wrapped;

/**
 * Help of a command.
 *
 * @param description what the command does
 * @param usages how to type it, a line for each way
 * @param options its options
 * @param examples lines that could be typed, with their effects
 */
record CommandHelp(String description, List<String> usages, List<Option> options, List<Suggestion> examples) {
    /** Returns the help in lines of a width. */
    String text(int width) {
        StringBuilder text = new StringBuilder(Wrapped.behind("", description, width));
        String usageLead = "usage: ";
        for (String usage : usages) {
            text.append('\n').append(Wrapped.behind(usageLead, usage, width));
            usageLead = " ".repeat(usageLead.length());
        }
        int longest = options.stream()
                .mapToInt(option -> option.typed().length())
                .max()
                .orElse(0);
        for (Option option : options) {
            String left = option.typed();
            String lead = "  " + left + " ".repeat(longest - left.length() + 2);
            text.append('\n').append(Wrapped.behind(lead, option.description(), width));
        }
        if (!examples.isEmpty()) {
            text.append("\nfor example:");
        }
        for (Suggestion example : examples) {
            text.append("\n  ").append(example.value()).append('\n');
            text.append(Wrapped.behind("      ", example.description(), width));
        }
        return text.toString();
    }
}
