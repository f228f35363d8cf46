package org.asterism.core.internal.prediction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.asterism.api.model.ModelDescription.Unit;
import org.asterism.core.internal.prediction.ModelContent.Case;
import org.asterism.core.internal.prediction.ModelContent.Curve;
import org.asterism.core.internal.prediction.ModelContent.Sheet;
import org.asterism.core.internal.prediction.ModelContent.SheetKey;
import org.junit.jupiter.api.Test;

class ModelTextTest {
    private static final ModelContent CONTENT = new ModelContent(
            "a symbol with spaces",
            Unit.JOULES,
            List.of(
                    new Sheet(
                            new SheetKey("cpu", 0, 1, 0),
                            List.of(new Case(-2, 8, 12, 1, 1234.5, 0.1), new Case(3, 1L << 40, 1, 0, 1e-7, 0)),
                            new Curve(new double[] {0.5, 1.5}, 8, 1L << 40, 13),
                            new Curve(new double[] {0.5, 1.5, 3}, 8, 1L << 40, 13),
                            null,
                            List.of()),
                    new Sheet(
                            new SheetKey("cuda", 2, 1, 1),
                            List.of(),
                            null,
                            null,
                            new Curve(new double[] {1, -2, 1.0 / 3}, 0, 0, 77),
                            List.of(new double[] {9, 1, 2}, new double[] {8, 3, 4}))));

    private static String reason(String text) {
        return assertThrows(DamagedTextException.class, () -> ModelText.read(text), text)
                .getMessage();
    }

    @Test
    void shouldReadWhatItHasWritten() throws Exception {
        String text = ModelText.write(CONTENT);
        ModelContent read = ModelText.read(text);
        assertEquals(text, ModelText.write(read));
        assertEquals(CONTENT.symbol(), read.symbol());
        assertEquals(Unit.JOULES, read.unit());
        assertEquals(
                CONTENT.sheets().getFirst().cases(), read.sheets().getFirst().cases());
        Sheet second = read.sheets().get(1);
        assertEquals(new SheetKey("cuda", 2, 1, 1), second.key());
        assertArrayEquals(new double[] {1, -2, 1.0 / 3}, second.parameters().coefficients());
        assertArrayEquals(new double[] {8, 3, 4}, second.samples().get(1));
    }

    @Test
    void shouldTellTeamsApartAndReadPlacesThatNameNoMembers() throws Exception {
        ModelContent teams = new ModelContent(
                "gemm",
                Unit.NANOSECONDS,
                List.of(
                        new Sheet(
                                new SheetKey("cpu", 0, 1, 0),
                                List.of(new Case(1, 8, 12, 0, 100, 1)),
                                null,
                                null,
                                null,
                                List.of()),
                        new Sheet(
                                new SheetKey("cpu", 0, 4, 0),
                                List.of(new Case(1, 8, 12, 0, 30, 1)),
                                null,
                                null,
                                null,
                                List.of())));
        String text = ModelText.write(teams);
        assertTrue(text.contains("\nplace cpu 0 0\n"), text);
        assertTrue(text.contains("\nplace cpu 0 0 4\n"), text);
        assertEquals(
                teams.sheets().stream().map(Sheet::key).toList(),
                ModelText.read(text).sheets().stream().map(Sheet::key).toList());
        assertTrue(reason(text.replace("cpu 0 0 4", "cpu 0 0 0")).contains("0 members are none"));
    }

    @Test
    void shouldWriteTheSameInAnyLanguage() {
        Locale former = Locale.getDefault();
        try {
            String text = ModelText.write(CONTENT);
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(text, ModelText.write(CONTENT));
        } finally {
            Locale.setDefault(former);
        }
    }

    @Test
    void shouldFindOutWhereverATextWasCutShort() {
        String text = ModelText.write(CONTENT).strip();
        for (int length = 0; length < text.length(); length++) {
            reason(text.substring(0, length));
        }
    }

    @Test
    void shouldFindOutThatALineIsMissing() {
        List<String> lines = ModelText.write(CONTENT).lines().toList();
        for (int missing = 0; missing < lines.size(); missing++) {
            String line = lines.get(missing);
            if (!line.isEmpty() && line.charAt(0) != '#') {
                StringBuilder text = new StringBuilder();
                for (int index = 0; index < lines.size(); index++) {
                    if (index != missing) {
                        text.append(lines.get(index)).append('\n');
                    }
                }
                reason(text.toString());
            }
        }
    }

    @Test
    void shouldSayInWhichLineWhatIsWrong() {
        String text = ModelText.write(CONTENT);
        assertEquals("line 9: '-12' is not a whole number from 0", reason(text.replace(" 12 ", " -12 ")));
        assertEquals("line 9: 'many' is not a number", reason(text.replace("1234.5", "many")));
        assertEquals("line 9: 'NaN' is not a number", reason(text.replace("1234.5", "NaN")));
        assertEquals("line 9: '-1.0' is not from 0 to 1.0E18", reason(text.replace("1234.5", "-1.0")));
        assertEquals("line 9: '1e300' is not from 0 to 1.0E18", reason(text.replace("1234.5", "1e300")));
        assertTrue(
                reason(text.replace("0.5 1.5\n", "0.5 300\n")).contains("the curve 'power' has values beyond 1.0E18"));
        assertTrue(reason(text.replace("place cpu 0 0", "place cpu 4294967296 0"))
                .contains("'4294967296' is more than 2147483647"));
        assertTrue(reason(text.replace("joules", "miles")).contains("unit 'miles' is neither nanoseconds nor joules"));
        assertTrue(reason(text.replace("asterism-model 1", "asterism-model 0"))
                .contains("version 0 is not 1, which this Asterism knows"));
        assertEquals(
                "its format has version 2, and this Asterism knows versions up to 1",
                assertThrows(
                                NewerModelException.class,
                                () -> ModelText.read(text.replace("asterism-model 1", "asterism-model 2")))
                        .getMessage());
        assertTrue(reason("anything else").contains("'anything' stands where 'asterism-model' should"));
    }
}
