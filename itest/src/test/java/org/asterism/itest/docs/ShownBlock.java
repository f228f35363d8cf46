package org.asterism.itest.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a document that shows commands and what they print.
 *
 * @param line the number of its first fence, from 1
 * @param notRun why the commands cannot be run here; empty if they can
 * @param preparations commands that the reader does not see, each of which must succeed; those for Asterism's shell are
 *     repeated until they print something
 * @param commands in their order, at least one
 */
record ShownBlock(int line, Optional<String> notRun, List<ShownCommand> preparations, List<ShownCommand> commands) {
    private static final String SHELL = "asterism> ";
    private static final String SYSTEM = "$ ";
    private static final Pattern NOTE = Pattern.compile("<!-- (?:(not run|first): (.+)|output of the block above) -->");

    ShownBlock {
        preparations = List.copyOf(preparations);
        commands = List.copyOf(commands);
    }

    /** Whether it shows any output; otherwise it only tells what to type. */
    boolean showsOutput() {
        return commands.stream().anyMatch(command -> !command.output().isEmpty());
    }

    /** Whether something may still run when its last command has returned. */
    boolean leavesRuns() {
        return commands.stream().anyMatch(ShownCommand::isInBackground);
    }

    /** Whether it needs the shell of the block before it as that was left. */
    boolean goesOn() {
        return preparations.stream().anyMatch(ShownCommand::inShell);
    }

    /** Finds the blocks of a document that have a prompt, or a note that they are the output of the block above. */
    static List<ShownBlock> in(List<String> lines) {
        List<ShownBlock> blocks = new ArrayList<>();
        String above = "";
        for (int at = 0; at < lines.size(); at++) {
            if (isFence(lines.get(at))) {
                int end = endOfBlock(lines, at);
                block(lines, at, end, above).ifPresent(blocks::add);
                above = String.join("\n", lines.subList(at + 1, end));
                at = end;
            }
        }
        return blocks;
    }

    private static boolean isFence(String line) {
        return line.strip().startsWith("```");
    }

    private static int endOfBlock(List<String> lines, int begin) {
        int end = begin + 1;
        while (end < lines.size() && !isFence(lines.get(end))) {
            end++;
        }
        return end;
    }

    private static Optional<ShownBlock> block(List<String> lines, int begin, int end, String blockAbove) {
        Optional<String> notRun = Optional.empty();
        List<ShownCommand> preparations = new ArrayList<>();
        List<ShownCommand> commands = new ArrayList<>();
        for (int above = begin - 1; above >= 0; above--) {
            Matcher note = NOTE.matcher(lines.get(above).strip());
            if (!note.matches()) {
                break;
            }
            switch (note.group(1)) {
                case null -> commands.add(command(begin, blockAbove, lines.subList(begin + 1, end)));
                case "not run" -> notRun = Optional.of(note.group(2));
                default -> preparations.addFirst(command(above, note.group(2), List.of()));
            }
        }
        if (commands.isEmpty()) {
            for (int at = begin + 1; at < end; at++) {
                String line = lines.get(at).strip();
                if (isCommand(line)) {
                    commands.add(command(at, line, outputBelow(lines, at, end)));
                }
            }
        }
        return commands.isEmpty()
                ? Optional.empty()
                : Optional.of(new ShownBlock(begin + 1, notRun, preparations, commands));
    }

    /** Takes what is behind the prompt; a command without a prompt is for the system's shell. */
    private static ShownCommand command(int at, String line, List<String> output) {
        boolean inShell = line.startsWith(SHELL);
        String text = inShell
                ? line.substring(SHELL.length())
                : line.startsWith(SYSTEM) ? line.substring(SYSTEM.length()) : line;
        return new ShownCommand(at + 1, inShell, text, output);
    }

    private static boolean isCommand(String line) {
        return line.startsWith(SHELL) || line.startsWith(SYSTEM);
    }

    private static List<String> outputBelow(List<String> lines, int command, int end) {
        int after = command + 1;
        while (after < end && !isCommand(lines.get(after).strip())) {
            after++;
        }
        return lines.subList(command + 1, after);
    }
}
