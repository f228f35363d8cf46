package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Finds lines of more than 120 columns in code, descriptions of trees, build files, scripts and documents. */
class LineLengthTest {
    private static final int COLUMNS = 120;
    /** Kernels of devices, programs in C, and descriptions of trees. */
    private static final List<String> OTHER_CODE = List.of(".c", ".h", ".inc", ".cl", ".cu", ".cpp", ".tree", ".trees");

    /** Maven's own script. */
    private static final Path NOT_OURS = Path.of("mvnw");

    private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");

    /** A row of a table, a long address, or an image. */
    private static final Pattern UNBREAKABLE = Pattern.compile("\\s*\\|.*|\\s*\\S+|.*\\]\\(\\S{80,}\\)\\S*");

    private static List<Path> files(String end) throws IOException {
        return Repository.files(path -> path.toString().endsWith(end));
    }

    /** Whether a file is run by a shell: by the end of its name, or, if its name has no end, by its first line. */
    private static boolean isScript(Path path) {
        String name = path.getFileName().toString();
        if (name.indexOf('.') >= 0 || path.equals(NOT_OURS)) {
            return name.endsWith(".sh");
        }
        try (InputStream content = Files.newInputStream(Repository.root().resolve(path))) {
            return new String(content.readNBytes(2), StandardCharsets.US_ASCII).equals("#!");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Adds the lines of a file that are too long; every line that matches {@code border} begins or ends a part that may
     * be so.
     */
    private static void check(Path file, Predicate<String> border, Predicate<String> exempt, List<String> tooLong)
            throws IOException {
        List<String> lines = Files.readAllLines(Repository.root().resolve(file));
        boolean isExemptPart = false;
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index);
            boolean isBorder = border.test(line);
            if (line.codePointCount(0, line.length()) > COLUMNS && !isExemptPart && !isBorder && !exempt.test(line)) {
                tooLong.add(file + ":" + (index + 1) + ": " + line.strip().substring(0, 60) + " ...");
            }
            isExemptPart ^= isBorder;
        }
    }

    private static void refuse(List<String> tooLong) {
        assertEquals("", String.join("\n", tooLong), tooLong.size() + " lines of more than " + COLUMNS + " columns");
    }

    @Test
    void shouldKeepJavaWithinTheColumnsExceptForTextBlocks() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : files(".java")) {
            check(
                    file,
                    line -> (line.length() - line.replace("\"\"\"", "").length()) / 3 % 2 == 1,
                    _ -> false,
                    tooLong);
        }
        refuse(tooLong);
    }

    @Test
    void shouldKeepDocumentsWithinTheColumnsExceptForTablesOutputAndAddresses() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : files(".md")) {
            check(
                    file,
                    line -> FENCE.matcher(line).matches(),
                    line -> UNBREAKABLE.matcher(line).matches(),
                    tooLong);
        }
        refuse(tooLong);
    }

    @Test
    void shouldKeepOtherCodeAndTreesWithinTheColumns() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : Repository.files(path -> OTHER_CODE.stream().anyMatch(path.toString()::endsWith))) {
            check(file, _ -> false, _ -> false, tooLong);
        }
        refuse(tooLong);
    }

    @Test
    void shouldKeepBuildFilesAndScriptsWithinTheColumns() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : Repository.files(
                path -> path.toString().endsWith(".xml") && !path.toString().contains("src/test/resources")
                        || isScript(path))) {
            check(file, _ -> false, _ -> false, tooLong);
        }
        refuse(tooLong);
    }
}
