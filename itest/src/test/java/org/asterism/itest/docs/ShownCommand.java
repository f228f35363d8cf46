package org.asterism.itest.docs;

import java.util.List;

/**
 * A command in a document, with what the document says that it prints.
 *
 * @param line the number of the command's line, from 1; that of the block's first fence if the command is not in it
 * @param inShell whether Asterism's shell runs it, rather than the system's
 * @param text the command
 * @param output the lines below it, up to the next command or the end of the block
 */
record ShownCommand(int line, boolean inShell, String text, List<String> output) {
    /** Whether it returns before what it has begun has ended. */
    boolean isInBackground() {
        return text.endsWith("&");
    }
}
