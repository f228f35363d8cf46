package org.asterism.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.asterism.report.svg.CodeletColours;
import org.asterism.report.svg.Paint;
import org.asterism.report.svg.Swatch;

/**
 * Style sheet and scripts that every page of ours uses. They load nothing from elsewhere. The paints are those of the
 * pictures, as custom properties of CSS, with their values for light and dark pages.
 */
public final class PageLook {
    private static final Map<String, Paint> PAINTS = paints();

    private PageLook() {}

    private static Map<String, Paint> paints() {
        Map<String, Paint> paints = new LinkedHashMap<>();
        paints.put("paper", Paint.PAPER);
        paints.put("ink", Paint.INK);
        paints.put("faint", Paint.FAINT);
        paints.put("grid", Paint.GRID);
        paints.put("track", Paint.TRACK);
        paints.put("limit", Paint.LIMIT);
        paints.put("transfer", CodeletColours.TRANSFER.paint());
        List<Paint> colours = CodeletColours.colours();
        for (int number = 0; number < colours.size(); number++) {
            paints.put("c" + number, colours.get(number));
        }
        return paints;
    }

    /**
     * Returns the style sheet.
     *
     * @return CSS
     */
    public static String style() {
        return ":root{color-scheme:light dark;" + values(Paint::light) + "}\n"
                + "@media(prefers-color-scheme:dark){:root{" + values(Paint::dark) + "}}\n"
                + uPlot("uPlot.min.css") + "\n" + resource("page.css");
    }

    private static String values(Function<Paint, String> value) {
        return PAINTS.entrySet().stream()
                .map(each -> "--" + each.getKey() + ":" + value.apply(each.getValue()))
                .collect(Collectors.joining(";"));
    }

    /**
     * Returns the classes of the style sheet that give an element the look of a codelet.
     *
     * @param look one of {@link CodeletColours}
     * @return such as {@code k3 h1}
     */
    public static String classes(Swatch look) {
        return "k" + CodeletColours.colours().indexOf(look.paint()) + " h"
                + look.hatching().ordinal();
    }

    /**
     * Returns the scripts that draw curves and lanes of workers, in the order in which a page must run them. They do
     * nothing until the page's own scripts call them.
     *
     * @return JavaScript
     */
    public static String drawing() {
        return String.join("\n", uPlot("uPlot.iife.min.js"), resource("time.js"), resource("lanes.js"));
    }

    /**
     * Returns the scripts of a page that has its data within itself: {@link #drawing}, then those that read the data
     * and draw them.
     *
     * @return JavaScript, to be put into one page together, in this order
     */
    public static List<String> scripts() {
        List<String> scripts = new ArrayList<>();
        scripts.add(drawing());
        for (String name : List.of("data.js", "tiles.js", "gantt.js", "curves.js", "embedded.js")) {
            scripts.add(resource(name));
        }
        return scripts;
    }

    /** A file of the library that draws curves; its folder is named after its version. */
    private static String uPlot(String name) {
        return resource(resource("uplot-folder") + name);
    }

    private static String resource(String name) {
        try (InputStream stream = PageLook.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("the bundle report cannot read its own " + name, failure);
        }
    }
}
