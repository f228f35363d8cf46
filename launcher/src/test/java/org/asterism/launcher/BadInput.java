package org.asterism.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of the table of bad inputs.
 *
 * @param place the file of the table and the line in it
 * @param status the exit status
 * @param culprit a word of the input that the message has to name
 * @param part what else the message has to say
 * @param input what is typed, or the content of a file
 */
record BadInput(String place, int status, String culprit, String part, String input) {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-f]{4}|.)");

    /**
     * Reads the rows of one group from a resource: {@code status | culprit | part | input}, with comments behind
     * {@code #} at the beginnings of lines.
     */
    static List<BadInput> of(String group) {
        List<BadInput> rows = new ArrayList<>();
        String name = group + ".txt";
        try (var lines = new BufferedReader(new InputStreamReader(
                BadInput.class.getResourceAsStream("/bad-inputs/" + name), StandardCharsets.UTF_8))) {
            int number = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(row(name + ":" + number, line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static BadInput row(String place, String line) {
        var columns = line.split(" \\| ", 4);
        if (columns.length < 4) {
            throw new IllegalArgumentException(place + ": write status | culprit | part | input");
        }
        return new BadInput(
                place, Integer.parseInt(columns[0].strip()), columns[1].strip(), columns[2].strip(), columns[3]);
    }

    /** The row with a folder's name where it says {@code {folder}}. */
    BadInput in(String folder) {
        return new BadInput(
                place,
                status,
                culprit.replace("{folder}", folder),
                part.replace("{folder}", folder),
                input.replace("{folder}", folder));
    }

    /** The input, its escapes replaced: {@code \n}, {@code \s} for a blank, and {@code \\u001b}. */
    String text() {
        return unescaped(input);
    }

    /** The input's words, which blanks part; {@code \s} stands for one within a word. */
    List<String> words() {
        return Pattern.compile(" ")
                .splitAsStream(input)
                .map(BadInput::unescaped)
                .toList();
    }

    /** The input as the content of a file: {@code OLD => NEW} is a sound one with a change. */
    String content(String sound) {
        int arrow = input.indexOf(" => ");
        if (arrow < 0) {
            return text();
        }
        var old = unescaped(input.substring(0, arrow));
        if (!sound.contains(old)) {
            throw new IllegalArgumentException(place + ": the sound file has no '" + old + "'");
        }
        return sound.replace(old, unescaped(input.substring(arrow + 4)));
    }

    private static String unescaped(String text) {
        return ESCAPE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(character(match.group(1))));
    }

    private static String character(String escape) {
        return switch (escape.charAt(0)) {
            case 'n' -> "\n";
            case 's' -> " ";
            case 'u' -> Character.toString(Integer.parseInt(escape.substring(1), 16));
            default -> escape;
        };
    }
}
