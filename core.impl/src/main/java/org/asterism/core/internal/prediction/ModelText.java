package org.asterism.core.internal.prediction;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.asterism.api.model.ModelDescription.Unit;
import org.asterism.core.internal.prediction.ModelContent.Case;
import org.asterism.core.internal.prediction.ModelContent.Curve;
import org.asterism.core.internal.prediction.ModelContent.Sheet;
import org.asterism.core.internal.prediction.ModelContent.SheetKey;

/**
 * Reads and writes models as text: one fact per line, which begins with a keyword; see the documentation of models.
 *
 * <p>Lines that begin with a hash sign, and empty ones, are for people. The last line gives the number of facts, so a
 * truncated text is detected.
 */
final class ModelText {
    private static final String HEADER = "asterism-model";
    private static final int VERSION = 1;
    private static final int HEXADECIMAL = 16;

    private final String[] lines;
    private int next;
    private int facts;
    private String[] words;

    private ModelText(String text) {
        lines = text.split("\n", -1);
    }

    static String write(ModelContent content) {
        StringBuilder text = new StringBuilder();
        text.append("# A performance model of Asterism. Do not change it while a program that uses it runs.\n");
        text.append(HEADER).append(' ').append(VERSION).append('\n');
        text.append("symbol ").append(content.symbol()).append('\n');
        text.append("unit ")
                .append(content.unit().name().toLowerCase(Locale.ROOT))
                .append('\n');
        int facts = 3;
        for (Sheet sheet : content.sheets()) {
            SheetKey key = sheet.key();
            boolean isTeam = key.members() > 1;
            text.append("\n# architecture device implementation").append(isTeam ? " members\n" : "\n");
            text.append(String.format(
                    Locale.ROOT, "place %s %d %d", key.architecture(), key.device(), key.implementation()));
            text.append(isTeam ? " " + key.members() + "\n" : "\n");
            facts += 1 + sheet.cases().size() + sheet.samples().size();
            if (!sheet.cases().isEmpty()) {
                text.append("# footprint bytes samples rejected mean spread\n");
            }
            for (Case each : sheet.cases()) {
                text.append(String.format(
                        Locale.ROOT,
                        "case %08x %d %d %d %s %s\n",
                        each.footprint(),
                        each.bytes(),
                        each.samples(),
                        each.rejected(),
                        each.mean(),
                        each.spread()));
            }
            facts += curve(text, "power", sheet.power());
            facts += curve(text, "power-and-constant", sheet.powerAndConstant());
            facts += curve(text, "parameters", sheet.parameters());
            for (double[] sample : sheet.samples()) {
                text.append("sample");
                numbers(text, sample);
            }
        }
        text.append("\nend ").append(facts).append('\n');
        return text.toString();
    }

    private static int curve(StringBuilder text, String word, Curve curve) {
        if (curve == null) {
            return 0;
        }
        text.append("# smallest largest samples coefficients\n");
        text.append(
                String.format(Locale.ROOT, "%s %d %d %d", word, curve.smallest(), curve.largest(), curve.samples()));
        numbers(text, curve.coefficients());
        return 1;
    }

    private static void numbers(StringBuilder text, double[] numbers) {
        for (double number : numbers) {
            text.append(' ').append(number);
        }
        text.append('\n');
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws DamagedTextException if it is something else, or not all of it
     * @throws NewerModelException if its format is newer than the one that is known here
     */
    static ModelContent read(String text) throws DamagedTextException, NewerModelException {
        return new ModelText(text).content();
    }

    private ModelContent content() throws DamagedTextException, NewerModelException {
        advance(HEADER);
        if (whole(1) > VERSION) {
            throw new NewerModelException(whole(1), VERSION);
        }
        if (whole(1) != VERSION) {
            throw damaged("version " + words[1] + " is not " + VERSION + ", which this Asterism knows");
        }
        advance("symbol");
        word(1);
        String symbol = lines[next - 1].strip().substring("symbol".length()).strip();
        advance("unit");
        Unit unit;
        try {
            unit = Unit.valueOf(word(1).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw damaged("unit '" + words[1] + "' is neither nanoseconds nor joules");
        }
        List<Sheet> sheets = new ArrayList<>();
        advance();
        while (words[0].equals("place")) {
            sheets.add(sheet());
        }
        require("end");
        if (whole(1) != facts - 1) {
            throw damaged("there are " + (facts - 1) + " facts, not " + words[1]);
        }
        return new ModelContent(symbol, unit, sheets);
    }

    private Sheet sheet() throws DamagedTextException {
        String architecture = word(1);
        if (!architecture.matches("[a-z0-9][a-z0-9.-]*")) {
            throw damaged("'" + architecture + "' is not the name of an architecture");
        }
        int members = words.length > 4 ? small(4) : 1;
        if (members < 1) {
            throw damaged("0 members are none: 1 is a worker alone");
        }
        SheetKey key = new SheetKey(architecture, small(2), members, small(3));
        if (key.implementation() > Byte.MAX_VALUE) {
            throw damaged("implementation " + key.implementation() + " is beyond " + Byte.MAX_VALUE);
        }
        List<Case> cases = new ArrayList<>();
        List<double[]> samples = new ArrayList<>();
        Curve power = null;
        Curve powerAndConstant = null;
        Curve parameters = null;
        while (true) {
            advance();
            switch (words[0]) {
                case "case" ->
                    cases.add(new Case(footprint(1), whole(2), whole(3), whole(4), positive(5), positive(6)));
                case "power" -> power = curve(2);
                case "power-and-constant" -> powerAndConstant = curve(3);
                case "parameters" -> parameters = curve(words.length - 4);
                case "sample" -> samples.add(numbers(1));
                default -> {
                    return new Sheet(key, cases, power, powerAndConstant, parameters, samples);
                }
            }
        }
    }

    private Curve curve(int coefficients) throws DamagedTextException {
        double[] numbers = numbers(4);
        if (numbers.length != coefficients || coefficients == 0) {
            throw damaged("a curve '" + words[0] + "' has " + coefficients + " coefficients, not " + numbers.length);
        }
        Curve curve = new Curve(numbers, whole(1), whole(2), whole(3));
        if (!words[0].equals("parameters") && !curve.isBounded()) {
            throw damaged("the curve '" + words[0] + "' has values beyond " + ModelContent.MOST);
        }
        return curve;
    }

    private void advance(String wanted) throws DamagedTextException {
        advance();
        require(wanted);
    }

    private void require(String wanted) throws DamagedTextException {
        if (!words[0].equals(wanted)) {
            throw damaged("'" + words[0] + "' stands where '" + wanted + "' should");
        }
    }

    private void advance() throws DamagedTextException {
        while (next < lines.length) {
            String line = lines[next++].strip();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                words = line.split(" +");
                facts++;
                return;
            }
        }
        throw damaged("the end is missing: the file was cut short");
    }

    private String word(int index) throws DamagedTextException {
        if (index >= words.length) {
            throw damaged("'" + words[0] + "' has " + (words.length - 1) + " values, too few");
        }
        return words[index];
    }

    private int footprint(int index) throws DamagedTextException {
        try {
            return Integer.parseUnsignedInt(word(index), HEXADECIMAL);
        } catch (NumberFormatException wrong) {
            throw damaged("'" + words[index] + "' is not a footprint of 8 hexadecimal digits");
        }
    }

    private long whole(int index) throws DamagedTextException {
        try {
            long number = Long.parseLong(word(index));
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // Reported below, with the negative ones.
        }
        throw damaged("'" + words[index] + "' is not a whole number from 0");
    }

    private int small(int index) throws DamagedTextException {
        long number = whole(index);
        if (number > Integer.MAX_VALUE) {
            throw damaged("'" + words[index] + "' is more than " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private double positive(int index) throws DamagedTextException {
        double number = number(index);
        if (number < 0 || number > ModelContent.MOST) {
            throw damaged("'" + words[index] + "' is not from 0 to " + ModelContent.MOST);
        }
        return number;
    }

    private double number(int index) throws DamagedTextException {
        try {
            double number = Double.parseDouble(word(index));
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // Reported below, with those that are not finite.
        }
        throw damaged("'" + words[index] + "' is not a number");
    }

    private double[] numbers(int from) throws DamagedTextException {
        double[] numbers = new double[Math.max(0, words.length - from)];
        for (int index = 0; index < numbers.length; index++) {
            numbers[index] = number(from + index);
        }
        return numbers;
    }

    private DamagedTextException damaged(String why) {
        return new DamagedTextException(next, why);
    }
}
