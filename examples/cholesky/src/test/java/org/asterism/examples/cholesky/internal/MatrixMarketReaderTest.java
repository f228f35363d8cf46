package org.asterism.examples.cholesky.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixMarketReaderTest {
    private static final String COORDINATE = "%%MatrixMarket matrix coordinate real symmetric\n";
    private static final String GENERAL = "%%MatrixMarket matrix coordinate real general\n";
    private static final String ARRAY = "%%MatrixMarket matrix array real symmetric\n";

    @TempDir
    private Path folder;

    @Test
    void shouldReadTheLowerTriangleInAnyOrder() throws IOException {
        assertArrayEquals(
                new double[] {4, 0, 0, -1, 5, 0, 0, 2.5e-1, 6},
                dense(COORDINATE + "3 3 5\n3 3 6\n2 1 -1\n1 1 4.\n3 2 +2.5E-1\n2 2 5\n"));
    }

    @Test
    void shouldReadArraysColumnAfterColumn() throws IOException {
        assertArrayEquals(new double[] {1, 0, 0, 2, 4, 0, 3, 5, 6}, dense(ARRAY + "3 3\n1\n2\n3\n4\n5\n6\n"));
        assertArrayEquals(
                new double[] {1, 0, 2, 3}, dense("%%MatrixMarket matrix array integer general\n2 2\n1\n2\n2\n3\n"));
    }

    @Test
    void shouldPassOverCommentsBlankLinesAndCarriageReturns() throws IOException {
        assertArrayEquals(
                new double[] {4, 0, -1, 5},
                dense("%%matrixmarket MATRIX Coordinate Real Symmetric\r\n%\r\n% made by hand\r\n\r\n  2   2\t3 \r\n"
                        + "1 1 4\r\n\r\n% in between\r\n 2 1 -1\r\n2 2 5"));
    }

    @Test
    void shouldPassOverCommentsOfAnyLength() throws IOException {
        assertArrayEquals(new double[] {4}, dense(COORDINATE + "%" + "x".repeat(100_000) + "\n1 1 1\n1 1 4\n"));
    }

    @Test
    void shouldAcceptGeneralFilesWithEqualHalves() throws IOException {
        assertArrayEquals(
                new double[] {4, 0, 0, -1, 5, 0, 0, 0, 6},
                dense(GENERAL + "3 3 6\n1 2 -1\n1 1 4\n2 1 -1\n2 2 5\n3 3 6\n1 3 0\n"));
    }

    @Test
    void shouldTakeTheMatrixOfTheResources() throws IOException {
        SparseMatrix matrix = MatrixMarketReader.read(resource("/laplace-5x4.mtx"), 1000);
        assertEquals(20, matrix.order());
        assertEquals(20 + 4 * 4 + 5 * 3, matrix.values().length);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    3 3 1;0 1 4         | 3 | the row is '0'; allowed are 1 to 3
                    3 3 1;1 4 4         | 3 | the column is '4'; allowed are 1 to 3
                    3 3 1;-1 1 4        | 3 | the row is '-1'; allowed are 1 to 3
                    3 3 1;4294967297 1 4| 3 | the row is '4294967297'; allowed are 1 to 3
                    3 3 1;1.0 1 4       | 3 | the row is '1.0'; allowed are 1 to 3
                    3 3 2;1 1 4;1 2 4   | 4 | the entry (1, 2) is above the diagonal; a symmetric file gives the lower triangle only
                    3 3 2;2 1 4;2 1 4   | 4 | the entry (2, 1) is in line 3 already
                    3 3 1;1 1 nan       | 3 | the value 'nan' is no finite decimal number
                    3 3 1;1 1 Infinity  | 3 | the value 'Infinity' is no finite decimal number
                    3 3 1;1 1 1e999     | 3 | the value '1e999' is no finite decimal number
                    3 3 1;1 1 0x1p3     | 3 | the value '0x1p3' is no finite decimal number
                    3 3 1;1 1 1d        | 3 | the value '1d' is no finite decimal number
                    3 3 1;1 1 1,5       | 3 | the value '1,5' is no finite decimal number
                    3 3 1;1 1 --1       | 3 | the value '--1' is no finite decimal number
                    3 3 1;1 1           | 3 | '1 1' is no entry, which is ROW COLUMN VALUE
                    3 3 1;1 1 4 0       | 3 | '1 1 4 0' is no entry, which is ROW COLUMN VALUE
                    3 3 2;1 1 4         | 4 | the file ends after 1 of the 2 entries that line 2 announces
                    3 3 1;1 1 4;2 2 4   | 4 | more entries than the 1 that line 2 announces
                    3 3 7               | 2 | 7 entries are more than the 6 places of the matrix
                    3 3 -1              | 2 | the number of entries is '-1'; allowed are whole numbers from 0 to 9223372036854775807
                    3 4 1               | 2 | the matrix has 3 rows and 4 columns; only a square one can be symmetric positive definite
                    0 0 0               | 2 | the number of rows is '0'; allowed are whole numbers from 1 to 2147483647
                    99999999999999999999 1 1 | 2 | the number of rows is '99999999999999999999'; allowed are whole numbers from 1 to 2147483647
                    2000000000 2000000000 1  | 2 | a matrix of 2000000000 rows is too large to be factored in this machine's memory; at most 1000 rows fit
                    1000 1000 99999999999999999999 | 2 | the number of entries is '99999999999999999999'; allowed are whole numbers from 0 to 9223372036854775807
                    3 3                 | 2 | '3 3' is no line of sizes, which is ROWS COLUMNS ENTRIES
                    a b c               | 2 | the number of rows is 'a'; allowed are whole numbers from 1 to 2147483647
                    % nothing           | 3 | the file ends before its line of sizes (ROWS COLUMNS ENTRIES)
                    """)
    void shouldNameTheLineOfWhatIsWrongWithEntries(String lines, long line, String reason) throws IOException {
        assertRefused(COORDINATE + lines.replace(';', '\n') + "\n", line, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    %%MatrixMarket matrix coordinate pattern symmetric | the field 'pattern' is not supported; allowed: integer, real, double
                    %%MatrixMarket matrix coordinate complex hermitian | the field 'complex' is not supported; allowed: integer, real, double
                    %%MatrixMarket matrix coordinate real skew-symmetric | the symmetry 'skew-symmetric' is not supported; allowed: symmetric, general
                    %%MatrixMarket matrix dense real symmetric | the format 'dense' is not supported; allowed: coordinate, array
                    %%MatrixMarket vector array real symmetric | the object 'vector' is not supported; allowed: matrix
                    %%MatrixMarket matrix coordinate real | the banner has 4 words; it needs five: %%MatrixMarket matrix FORMAT FIELD SYMMETRY
                    %MatrixMarket matrix coordinate real symmetric | is not a Matrix Market file: it does not begin with %%MatrixMarket
                    <html><body>404</body></html> | is not a Matrix Market file: it does not begin with %%MatrixMarket
                    %%Mat | is not a Matrix Market file: it does not begin with %%MatrixMarket
                    """)
    void shouldRefuseOtherKindsOfFiles(String banner, String reason) throws IOException {
        assertRefused(banner + "\n1 1 1\n1 1 1\n", 1, reason);
    }

    @Test
    void shouldRefuseGeneralFilesWithUnequalHalves() throws IOException {
        assertRefused(
                GENERAL + "3 3 4\n1 1 4\n2 2 4\n3 1 -1\n1 3 -2\n",
                6,
                "the matrix is not symmetric: (3, 1) is -1.0 and (1, 3) is -2.0");
        assertRefused(
                GENERAL + "3 3 3\n1 1 4\n2 2 4\n3 1 -1\n",
                5,
                "the matrix is not symmetric: (3, 1) is -1.0 and (1, 3) is 0.0");
        assertRefused(
                GENERAL + "3 3 3\n1 1 4\n1 3 -1\n2 2 4\n",
                4,
                "the matrix is not symmetric: (3, 1) is 0.0 and (1, 3) is -1.0");
        assertRefused(GENERAL + "2 2 2\n1 2 4\n1 2 4\n", 4, "the entry (1, 2) is in line 3 already");
    }

    @Test
    void shouldRefuseFractionsInFilesOfIntegers() throws IOException {
        assertRefused(
                "%%MatrixMarket matrix coordinate integer symmetric\n1 1 1\n1 1 1.5\n",
                3, "the value '1.5' is no whole number, which the banner announces");
    }

    @Test
    void shouldRefuseArraysOfTheWrongLength() throws IOException {
        assertRefused(ARRAY + "2 2\n1\n2\n", 5, "the file ends after 2 of the 3 entries that line 2 announces");
        assertRefused(ARRAY + "2 2\n1\n2\n3\n4\n", 6, "more entries than the 3 that line 2 announces");
        assertRefused(ARRAY + "2 2\n1 2\n3\n", 3, "'1 2' is no entry, which is VALUE");
    }

    @Test
    void shouldNotTrustTheNumberOfEntriesBeforeTheyAreThere() throws IOException {
        Path file = write(COORDINATE + "60000 60000 1500000000\n1 1 1\n");
        UsageException refusal =
                assertThrows(UsageException.class, () -> MatrixMarketReader.read(file, Integer.MAX_VALUE));
        assertEquals(
                "matrix file " + file
                        + ", line 4: the file ends after 1 of the 1500000000 entries that line 2 announces",
                refusal.getMessage());
    }

    @Test
    void shouldRefuseAnEmptyFile() throws IOException {
        assertRefused("", 1, "is not a Matrix Market file: it does not begin with %%MatrixMarket");
    }

    @Test
    void shouldRefuseOverlongLinesInsteadOfReadingThemToTheirEnd() throws IOException {
        assertRefused(COORDINATE + "1 1 1\n1 1 " + "0".repeat(5000) + "\n", 3, "is longer than 1024 characters");
    }

    @Test
    void shouldSayHowToUnpackACompressedFile() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            zip.write((COORDINATE + "1 1 1\n1 1 1\n").getBytes(StandardCharsets.US_ASCII));
        }
        Path file = Files.write(folder.resolve("matrix.mtx.gz"), packed.toByteArray());
        assertEquals(
                "matrix file " + file + ", line 1: is compressed by gzip; unpack it first (gunzip)",
                assertThrows(UsageException.class, () -> MatrixMarketReader.read(file, 1000))
                        .getMessage());
    }

    @Test
    void shouldNameAFileThatIsMissingAndAFolder() {
        Path missing = folder.resolve("nowhere.mtx");
        assertEquals(
                "matrix file " + missing + ": there is no such file",
                assertThrows(UsageException.class, () -> MatrixMarketReader.read(missing, 1000))
                        .getMessage());
        assertEquals(
                "matrix file " + folder + ": is a folder; name a file in Matrix Market form",
                assertThrows(UsageException.class, () -> MatrixMarketReader.read(folder, 1000))
                        .getMessage());
    }

    private void assertRefused(String content, long line, String reason) throws IOException {
        Path file = write(content);
        assertEquals(
                "matrix file " + file + ", line " + line + ": " + reason,
                assertThrows(UsageException.class, () -> MatrixMarketReader.read(file, 1000))
                        .getMessage());
    }

    private Path write(String content) throws IOException {
        return Files.writeString(folder.resolve("matrix.mtx"), content, StandardCharsets.ISO_8859_1);
    }

    /** The whole matrix, filled tile by tile with tiles of two rows and two columns. */
    private double[] dense(String content) throws IOException {
        SparseMatrix matrix = MatrixMarketReader.read(write(content), 1000);
        int n = matrix.order();
        double[] all = new double[n * n];
        for (int row = 0; row < n; row += 2) {
            for (int column = 0; column < n; column += 2) {
                int rows = Math.min(2, n - row);
                int columns = Math.min(2, n - column);
                MatrixView tile = new MatrixView(
                        Arena.ofAuto().allocate(ValueLayout.JAVA_DOUBLE, 2L * columns),
                        ElementType.DOUBLE,
                        rows,
                        columns,
                        columns);
                tile.setDouble(0, 0, Double.NaN);
                matrix.fill(tile, row, column);
                for (int i = 0; i < rows; i++) {
                    for (int j = 0; j < columns; j++) {
                        all[(row + i) * n + column + j] = tile.getDouble(i, j);
                    }
                }
            }
        }
        return all;
    }

    static Path resource(String name) {
        try {
            return Path.of(MatrixMarketReaderTest.class.getResource(name).toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Test
    void shouldRefuseAPipeWithoutOpeningIt() throws Exception {
        Path pipe = folder.resolve("pipe.mtx");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());

        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertEquals(
                        "matrix file " + pipe + ": is a device, pipe or socket; name a file in Matrix Market form",
                        assertThrows(UsageException.class, () -> MatrixMarketReader.read(pipe, 1000))
                                .getMessage()));
    }
}
