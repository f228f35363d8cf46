package org.asterism.examples.cholesky.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.InputFile;

/** The meaningful lines of a Matrix Market file, with their numbers, and errors about them. */
final class MatrixMarketFile implements AutoCloseable {
    private static final String BANNER = "%%MatrixMarket";
    private static final int LONGEST_LINE = 1024;

    private final Path path;
    private final BufferedReader reader;
    private long line;

    private MatrixMarketFile(Path path, BufferedReader reader) {
        this.path = path;
        this.reader = reader;
    }

    static MatrixMarketFile open(Path path) throws IOException {
        InputFile.objection(path).ifPresent(objection -> {
            throw new UsageException("matrix file " + path + ": " + objection + " in Matrix Market form");
        });
        try {
            // Latin-1 reads any bytes; what is not a matrix is found by its content.
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(Files.newInputStream(path), StandardCharsets.ISO_8859_1));
            return new MatrixMarketFile(path, reader);
        } catch (NoSuchFileException missing) {
            throw new UsageException("matrix file " + path + ": there is no such file");
        } catch (IOException unreadable) {
            throw new UsageException("matrix file " + path + ": cannot be read: " + unreadable.getMessage());
        }
    }

    /** The first line, after making sure that it is the right one. */
    String banner() throws IOException {
        reader.mark(BANNER.length());
        char[] begin = new char[BANNER.length()];
        int count = 0;
        for (int read = 0; count < begin.length && read >= 0; count += Math.max(read, 0)) {
            read = reader.read(begin, count, begin.length - count);
        }
        line = 1;
        String found = new String(begin, 0, count);
        if (found.startsWith("\u001f\u008b")) {
            throw wrong("is compressed by gzip; unpack it first (gunzip)");
        }
        if (!found.equalsIgnoreCase(BANNER)) {
            throw wrong("is not a Matrix Market file: it does not begin with " + BANNER);
        }
        reader.reset();
        line = 0;
        return nextLine();
    }

    /** The next line that is neither blank nor a comment; null at the end of the file. */
    String next() throws IOException {
        String text = nextLine();
        while (text != null && (text.isEmpty() || text.charAt(0) == '%')) {
            text = nextLine();
        }
        return text;
    }

    private String nextLine() throws IOException {
        line++;
        StringBuilder text = new StringBuilder();
        int letter = reader.read();
        if (letter < 0) {
            return null;
        }
        boolean comment = letter == '%';
        for (; letter >= 0 && letter != '\n'; letter = reader.read()) {
            if (text.length() < LONGEST_LINE) {
                text.append((char) letter);
            } else if (!comment) {
                throw wrong("is longer than " + LONGEST_LINE + " characters");
            }
        }
        return text.toString().strip();
    }

    /** The number of the line read last, from 1. */
    long line() {
        return line;
    }

    /** The complaint about the line read last. */
    UsageException wrong(String reason) {
        return wrong(line, reason);
    }

    /** The complaint about a line. */
    UsageException wrong(long number, String reason) {
        return new UsageException("matrix file " + path + ", line " + number + ": " + reason);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
