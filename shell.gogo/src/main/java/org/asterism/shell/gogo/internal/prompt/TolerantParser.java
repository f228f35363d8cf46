package org.asterism.shell.gogo.internal.prompt;

import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.SyntaxError;
import org.jline.reader.impl.LineReaderImpl;

/**
 * Keeps the shell alive where a line is no program, such as {@code [a ; b}: gogo.jline takes that for the end of the
 * input. The line is replaced by one that says what is wrong.
 */
final class TolerantParser implements Parser {
    private final LineReaderImpl reader;
    private final Parser original;

    private TolerantParser(LineReaderImpl reader) {
        this.reader = reader;
        original = reader.getParser();
    }

    /**
     * Puts one in front of a reader's own parser.
     *
     * @param reader a {@link LineReaderImpl}; anything else is left alone
     * @return takes it away again
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
        } catch (EOFError unfinished) { // the line goes on below
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
