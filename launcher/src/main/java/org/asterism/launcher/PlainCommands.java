package org.asterism.launcher;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Decision whether programs for {@code asterism exec} need the console. Its bundle brings commands such as {@code grep}
 * and {@code each}, and conversions for commands of other bundles. Loading it takes a twentieth of the start.
 */
final class PlainCommands {
    /** Asterism's command with plain words; {@code help} is left out because it lists the console's commands, too. */
    private static final Pattern COMMAND = Pattern.compile(" *(?:asterism:(?!help\\b)[\\w-]+(?: +[\\w.,:/=@+-]+)* *)?");

    private PlainCommands() {}

    /** Whether programs call Asterism's commands only, without anything else of Gogo's language. */
    static boolean areAll(List<String> programs) {
        for (var program : programs) {
            for (var statement : program.split(";", -1)) {
                if (!COMMAND.matcher(statement).matches()) {
                    return false;
                }
            }
        }
        return true;
    }
}
