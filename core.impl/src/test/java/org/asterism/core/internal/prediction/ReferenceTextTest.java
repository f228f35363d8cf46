package org.asterism.core.internal.prediction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.asterism.api.model.ModelDescription.Unit;
import org.asterism.core.internal.prediction.ModelContent.Case;
import org.asterism.core.internal.prediction.ModelContent.Sheet;
import org.asterism.core.internal.prediction.ModelContent.SheetKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceTextTest {
    /** A CPU core, the second GPU with two implementations, and two cores together. */
    static final String TEXT = """
            ##### version
            45
            # number of places
            3
            # one core
            1
            0
            0
            1
            # implementations
            1
            # entries
            2
            # sums, alpha, beta, n, smallest and largest size
            2.6e+01 3.4e+02 8.1e+01 1.1e+03 1.500000e-02 1.500000e+00 26 1024 1048576
            0.01 1.6 5.0
            0
            # hash size flops mean deviation sum sum2 n
            d2a4ae26 1024 0.000000e+00 1.234500e+02 2.5e+00 1.6e+03 2.0e+05 13
            0000beef\t1048576\t9.000000e+02\t1.0e+04\t1.0e+02\t1.3e+05\t1.3e+09\t13
            # the second GPU
            1
            1 1 1
            2
            1
            0 0 0 0 nan nan 0 0 0
            nan nan nan
            0
            # older files have no flops
            d2a4ae26 1024 12.5 0.25 150 1900 12
            1
            0 0 0 0 nan nan 0 0 0
            nan nan nan
            3 2.5 0.5 0.125
            00000001 2048 0 nan nan 0 0 0
            # two cores together
            2
            0 0 1
            0 1 1
            1
            0
            0 0 0 0 nan nan 0 0 0
            nan nan nan
            1 nan
            """.replace("00000001 2048 0 nan nan 0 0 0", "00000001 2048 0 0 0 0 0 0");

    private static ModelContent read(Unit unit) throws DamagedTextException {
        return ReferenceText.read("gemm", unit, TEXT);
    }

    @Test
    void shouldTakeWhatSeveralCoresHaveDoneTogetherAsATeams() throws DamagedTextException {
        String four = TEXT.replace("# two cores together\n2\n0 0 1\n0 1 1\n", "# four cores together\n1\n0 0 4\n");
        assertEquals(
                new SheetKey("cpu", 0, 4, 0),
                ReferenceText.read("gemm", Unit.NANOSECONDS, four)
                        .sheets()
                        .getLast()
                        .key());
    }

    @Test
    void shouldReadPlacesAndImplementations() throws DamagedTextException {
        List<Sheet> sheets = read(Unit.NANOSECONDS).sheets();
        assertEquals(
                List.of(new SheetKey("cpu", 0, 1, 0), new SheetKey("cuda", 1, 1, 0), new SheetKey("cuda", 1, 1, 1)),
                sheets.stream().map(Sheet::key).toList());
    }

    @Test
    void shouldReadEntriesInNanoseconds() throws DamagedTextException {
        List<Sheet> sheets = read(Unit.NANOSECONDS).sheets();
        assertEquals(
                List.of(new Case(0xd2a4ae26, 1024, 13, 0, 123_450, 2500), new Case(0xbeef, 1_048_576, 13, 0, 1e7, 1e5)),
                sheets.getFirst().cases());
        assertEquals(
                List.of(new Case(0xd2a4ae26, 1024, 12, 0, 12_500, 250)),
                sheets.get(1).cases(),
                "seven columns");
        assertEquals(List.of(), sheets.get(2).cases(), "an entry without samples");
    }

    @Test
    void shouldReadCurves() throws DamagedTextException {
        List<Sheet> sheets = read(Unit.NANOSECONDS).sheets();
        assertArrayEquals(new double[] {15, 1.5}, sheets.getFirst().power().coefficients(), 1e-9);
        assertEquals(1024, sheets.getFirst().power().smallest());
        assertEquals(26, sheets.getFirst().power().samples());
        assertArrayEquals(
                new double[] {10, 1.6, 5000},
                sheets.getFirst().powerAndConstant().coefficients(),
                1e-9);
        assertNull(sheets.getFirst().parameters());
        assertNull(sheets.get(1).power());
        assertArrayEquals(
                new double[] {2500, 500, 125}, sheets.get(2).parameters().coefficients(), 1e-9);
    }

    @Test
    void shouldNotScaleEnergy() throws DamagedTextException {
        assertEquals(
                123.45, read(Unit.JOULES).sheets().getFirst().cases().getFirst().mean());
    }

    @Test
    void shouldSayWhereAFileIsWrong() {
        assertEquals("line 2: version 44 is not 45", reason(TEXT.replace("45\n", "44\n")));
        assertEquals(
                "line 5: the number of places is missing: the file was cut short",
                reason("# a comment\n45\n# and no more\n\n"));
        assertEquals(
                "line 19: an entry has 7 or 8 columns, not 6",
                reason(TEXT.replace(
                        "d2a4ae26 1024 0.000000e+00 1.234500e+02 2.5e+00 1.6e+03 2.0e+05 13", "1 2 3 4 5 6")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1.234500e+02 | 1e308     | line 19: an entry cannot be read: '1e308' is neither a mean nor a deviation
            2.5e+00      | -1        | line 19: an entry cannot be read: '-1' is neither a mean nor a deviation
            2.5e+00      | Infinity  | line 19: an entry cannot be read: 'Infinity' is neither a mean nor a deviation
            d2a4ae26 1024 0 | d2a4ae26 -8 0 | line 19: an entry cannot be read: '-8' is not a size
            d2a4ae26     | 1d2a4ae26 | line 19: an entry cannot be read:
            3 2.5 0.5    | 2147483647 2.5 0.5 | number of coefficients is '2147483647', more than 1000
            3 2.5 0.5    | -3 2.5 0.5 | number of coefficients is '-3', not a whole number from 0
            1.500000e-02 1.500000e+00 | 1.5e-02 300 | a curve has values beyond 1.0E18 between the sizes 1024 and 1048576
            """)
    void shouldRefuseNumbersThatNoMeasurementHas(String replaced, String by, String said) {
        assertTrue(TEXT.contains(replaced), replaced);
        String reason = reason(TEXT.replaceFirst(Pattern.quote(replaced), by));
        assertTrue(reason.contains(said), reason);
    }

    private static String reason(String text) {
        return assertThrows(DamagedTextException.class, () -> ReferenceText.read("gemm", Unit.JOULES, text))
                .getMessage();
    }
}
