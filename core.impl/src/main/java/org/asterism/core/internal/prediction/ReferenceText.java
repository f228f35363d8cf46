package org.asterism.core.internal.prediction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.asterism.api.model.ModelDescription.Unit;
import org.asterism.core.internal.prediction.ModelContent.Case;
import org.asterism.core.internal.prediction.ModelContent.Curve;
import org.asterism.core.internal.prediction.ModelContent.Sheet;
import org.asterism.core.internal.prediction.ModelContent.SheetKey;

/**
 * Reads StarPU's model files, in their text format of version 45. Times in these files are microseconds.
 *
 * <p>It skips measurements of several devices together, and of architectures for which Asterism has no name.
 */
final class ReferenceText {
    /** The version of the format, part of the folder's name. */
    static final int VERSION = 45;

    private static final Map<Integer, String> ARCHITECTURES =
            Map.of(0, "cpu", 1, "cuda", 2, "opencl", 4, "fpga", 7, "hip", 8, "sycl");
    private static final double NANOS_PER_MICRO = 1000;
    private static final int HEXADECIMAL = 16;
    private static final int COLUMNS = 8;
    private static final int MOST_COEFFICIENTS = 1000;

    private final String[] lines;
    private final double scale;
    private final Deque<String> words = new ArrayDeque<>();
    private int next;

    private ReferenceText(String text, Unit unit) {
        lines = text.split("\n", -1);
        scale = unit == Unit.NANOSECONDS ? NANOS_PER_MICRO : 1;
    }

    /**
     * Reads a file.
     *
     * @param unit the unit of its numbers, which the file does not tell
     * @throws DamagedTextException if it is something else
     */
    static ModelContent read(String symbol, Unit unit, String text) throws DamagedTextException {
        return new ModelContent(symbol, unit, new ReferenceText(text, unit).sheets());
    }

    private List<Sheet> sheets() throws DamagedTextException {
        int version = whole("version");
        if (version != VERSION) {
            throw damaged("version " + version + " is not " + VERSION);
        }
        List<Sheet> sheets = new ArrayList<>();
        int places = whole("number of places");
        for (int place = 0; place < places; place++) {
            int devices = whole("number of devices");
            String architecture = null;
            int device = 0;
            int cores = 0;
            for (int index = 0; index < devices; index++) {
                architecture = ARCHITECTURES.get(whole("type of a device"));
                device = whole("number of a device");
                cores += whole("number of cores");
            }
            boolean isTeam = cores > 1 && "cpu".equals(architecture);
            boolean isKnown = devices == 1 && architecture != null && (cores == 1 || isTeam);
            int implementations = whole("number of implementations");
            for (int implementation = 0; implementation < implementations; implementation++) {
                Sheet sheet = sheet(new SheetKey(
                        isKnown ? architecture : "none", isTeam ? 0 : device, Math.max(1, cores), implementation));
                if (isKnown && implementation <= Byte.MAX_VALUE) {
                    sheets.add(sheet);
                }
            }
        }
        return sheets;
    }

    private Sheet sheet(SheetKey key) throws DamagedTextException {
        int entries = whole("number of entries");
        for (int sum = 0; sum < 4; sum++) {
            number("a sum of a regression");
        }
        double alpha = number("alpha");
        double beta = number("beta");
        long samples = (long) number("number of samples");
        long smallest = (long) number("smallest size");
        long largest = (long) number("largest size");
        Curve power = curve(smallest, largest, samples, scale * alpha, beta);
        double a = number("a");
        double b = number("b");
        double c = number("c");
        Curve powerAndConstant = curve(smallest, largest, samples, scale * a, b, scale * c);
        double[] coefficients = new double[coefficients()];
        for (int index = 0; index < coefficients.length; index++) {
            coefficients[index] = scale * number("a coefficient");
        }
        Curve parameters = curve(0, 0, samples, coefficients);
        List<Case> cases = new ArrayList<>();
        for (int entry = 0; entry < entries; entry++) {
            Case read = entry();
            if (read.samples() > 0) {
                cases.add(read);
            }
        }
        return new Sheet(key, cases, power, powerAndConstant, parameters, List.of());
    }

    private int coefficients() throws DamagedTextException {
        int number = whole("number of coefficients");
        if (number > MOST_COEFFICIENTS) {
            throw damaged("number of coefficients is '" + number + "', more than " + MOST_COEFFICIENTS);
        }
        return number;
    }

    /** A curve, or null if the file has none: it then has other numbers in the place of its coefficients. */
    private Curve curve(long smallest, long largest, long samples, double... coefficients) throws DamagedTextException {
        for (double coefficient : coefficients) {
            if (!Double.isFinite(coefficient)) {
                return null;
            }
        }
        boolean isOverSize = largest > 0 && smallest > 0 && coefficients.length > 1 && coefficients[0] > 0;
        boolean isOverParameters = smallest == 0 && largest == 0 && coefficients.length > 0;
        Curve curve = new Curve(coefficients, smallest, largest, samples);
        if (isOverSize && !curve.isBounded()) {
            throw damaged("a curve has values beyond " + ModelContent.MOST + " between the sizes " + smallest + " and "
                    + largest);
        }
        return isOverSize || isOverParameters ? curve : null;
    }

    /** An entry: hash, size, flops (not in older files), mean, deviation, two sums and the number of samples. */
    private Case entry() throws DamagedTextException {
        List<String> columns = List.of(line("an entry"));
        if (columns.size() != COLUMNS && columns.size() != COLUMNS - 1) {
            throw damaged("an entry has 7 or 8 columns, not " + columns.size());
        }
        int mean = columns.size() - 5;
        try {
            return new Case(
                    Integer.parseUnsignedInt(columns.getFirst(), HEXADECIMAL),
                    size(columns.get(1)),
                    Long.parseLong(columns.getLast()),
                    0,
                    scaled(columns.get(mean)),
                    scaled(columns.get(mean + 1)));
        } catch (NumberFormatException wrong) {
            throw damaged("an entry cannot be read: " + wrong.getMessage());
        }
    }

    private static long size(String word) {
        long bytes = Long.parseLong(word);
        if (bytes < 0) {
            throw new NumberFormatException("'" + word + "' is not a size");
        }
        return bytes;
    }

    private double scaled(String word) {
        double number = scale * Double.parseDouble(word);
        if (!(number >= 0 && number <= ModelContent.MOST)) {
            throw new NumberFormatException("'" + word + "' is neither a mean nor a deviation");
        }
        return number;
    }

    private int whole(String what) throws DamagedTextException {
        String word = word(what);
        try {
            int number = Integer.parseInt(word);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // Reported below, with the negative ones.
        }
        throw damaged(what + " is '" + word + "', not a whole number from 0");
    }

    private double number(String what) throws DamagedTextException {
        String word = word(what);
        if (word.equalsIgnoreCase("nan") || word.equalsIgnoreCase("-nan")) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException wrong) {
            throw damaged(what + " is '" + word + "', not a number");
        }
    }

    private String word(String what) throws DamagedTextException {
        if (words.isEmpty()) {
            words.addAll(List.of(line(what)));
        }
        return words.removeFirst();
    }

    private String[] line(String what) throws DamagedTextException {
        while (next < lines.length) {
            String line = lines[next++].strip();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                return line.split("\\s+");
            }
        }
        throw damaged("the " + what + " is missing: the file was cut short");
    }

    private DamagedTextException damaged(String why) {
        return new DamagedTextException(next, why);
    }
}
