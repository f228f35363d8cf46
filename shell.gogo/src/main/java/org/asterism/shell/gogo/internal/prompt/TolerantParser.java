package org.asterism.shell.gogo.internal.prompt;

import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.SyntaxError;
import org.jline.reader.impl.LineReaderImpl;

/**
 * Parser that keeps the shell alive if a line is not a valid program, such as {@code [a ; b}. gogo.jline would treat it
 * as the end of the input. The parser replaces the line by one that reports the error.
 */
final class TolerantParser implements Parser {
    private final LineReaderImpl reader;
    private final Parser original;

    private TolerantParser(LineReaderImpl reader) {
        this.reader = reader;
        original = reader.getParser();
    }

    /**
     * Installs a tolerant parser in front of a reader's own parser.
     *
     * @param reader a {@link LineReaderImpl}; other objects are ignored
     * @return action that removes it
     */
    static Runnable install(Object reader) {
        if (!(reader instanceof LineReaderImpl known)) {
            return () -> {};
        }
        TolerantParser parser = new TolerantParser(known);
        known.setParser(parser);
        return parser::remove;
    }

    private void remove() {
        reader.setParser(original);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        try {
            return original.parse(line, cursor, context);
        } catch (EOFError unfinished) { // the statement continues on the next line
            throw unfinished;
        } catch (SyntaxError wrong) {
            if (context != ParseContext.ACCEPT_LINE) {
                throw wrong;
            }
            String message = "throw 'not a Gogo program: "
                    + String.valueOf(wrong.getMessage()).replace('\'', '"') + "'";
            return original.parse(message, message.length(), context);
        }
    }
}
