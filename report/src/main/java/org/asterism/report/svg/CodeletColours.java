package org.asterism.report.svg;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Colours of codelets, for every picture, page and export that shows tasks. The codelets of a run have their looks in
 * the order of their names. So a codelet looks the same everywhere, whichever one a picture has seen first.
 *
 * <p>All colours differ clearly for readers with normal colour vision, protanopia, deuteranopia and tritanopia, and
 * from light and dark backgrounds. No larger set does, so further codelets get the same colours with stripes.
 */
public final class CodeletColours {
    /** Copies of data. The grey is not one of the colours of codelets. */
    public static final Swatch TRANSFER = Swatch.plain(Paint.everywhere("#8796a5"));

    private static final List<Paint> COLOURS = List.of(
            Paint.everywhere("#5f42f0"),
            Paint.everywhere("#ec7f13"),
            Paint.everywhere("#0fbda0"),
            Paint.everywhere("#bd2c0f"),
            Paint.everywhere("#90a7d5"),
            Paint.everywhere("#2a6f6f"),
            Paint.everywhere("#c7a86b"),
            Paint.everywhere("#9346b9"));

    private CodeletColours() {}

    /**
     * Returns the colours without stripes.
     *
     * @return in the order of the numbers of codelets
     */
    public static List<Paint> colours() {
        return COLOURS;
    }

    /**
     * Returns the looks of the codelets of a run.
     *
     * @param codelets the names of all codelets that have run kernels
     * @return the looks by name, in the order of their numbers
     */
    public static SortedMap<String, Swatch> of(Collection<String> codelets) {
        SortedMap<String, Swatch> looks = new TreeMap<>();
        codelets.forEach(name -> looks.put(name, TRANSFER));
        int number = 0;
        for (String name : looks.keySet()) {
            looks.put(name, of(number++));
        }
        return looks;
    }

    /**
     * Returns a look. Looks repeat after all colours have had all stripes.
     *
     * @param number of the look, counted from 0
     * @return the look
     */
    public static Swatch of(int number) {
        Hatching[] hatchings = Hatching.values();
        int round = number / COLOURS.size() % hatchings.length;
        return new Swatch(COLOURS.get(number % COLOURS.size()), hatchings[round]);
    }
}
