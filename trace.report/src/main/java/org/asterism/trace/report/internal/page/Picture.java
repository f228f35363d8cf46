package org.asterism.trace.report.internal.page;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.asterism.report.page.PageLook;
import org.asterism.report.svg.CodeletColours;
import org.asterism.trace.report.internal.analysis.Analysis;

/**
 * Part of a page about one subject, which is written once for each recording.
 *
 * @param id names the part within the page
 * @param title its heading
 * @param source from which events it was computed, as a sentence
 * @param content writes the picture and its table
 * @param isShown whether a recording has something to show; if none of the page has, there is no such part
 */
record Picture(String id, String title, String source, BiConsumer<Html, Run> content, Predicate<Run> isShown) {
    Picture(String id, String title, String source, BiConsumer<Html, Run> content) {
        this(id, title, source, content, _ -> true);
    }

    /**
     * Recording within a page.
     *
     * @param number its number, from 0
     * @param analysis its figures
     * @param span the time that pictures show at first, in nanoseconds: the longest makespan of the page
     * @param codelets the names of all codelets of the page, by number
     */
    record Run(int number, Analysis analysis, long span, List<String> codelets) {
        /** The classes of the style sheet for the look of a codelet. */
        String look(String codelet) {
            return PageLook.classes(CodeletColours.of(codelets).getOrDefault(codelet, CodeletColours.TRANSFER));
        }

        /** A name that no other recording of the page has for the same thing. */
        String id(String thing) {
            return thing + "-" + number;
        }
    }
}
