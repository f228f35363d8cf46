package org.asterism.shell.gogo.internal.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.profile.ProfileReport;
import org.asterism.report.text.Fields;
import org.asterism.report.text.Section;
import org.asterism.report.text.View;
import org.asterism.shell.gogo.internal.command.Page;

/** The profiles of all runtimes, as of the time when the view was made; for machines an object for each runtime. */
final class StatsView implements View {
    private static final String HINT = "Profiling is off: asterism:stats on switches it on.";

    private final List<Page> pages = new ArrayList<>();
    private final String sentence;

    /**
     * Makes a view.
     *
     * @param isOn whether profiling goes on
     * @param begins whether it has just begun, so that there are no figures yet
     * @param all what is profiled
     */
    StatsView(boolean isOn, boolean begins, List<Profilers.Profiled> all) {
        sentence = begins
                ? "Profiling is on for "
                        + all.stream().map(Profilers.Profiled::name).collect(Collectors.joining(", "))
                        + " and for runtimes that come; asterism:stats shows the figures."
                : isOn ? "" : all.isEmpty() ? HINT : "Profiling is off; these are the last figures.";
        if (!begins) {
            all.forEach(each -> pages.add(page(each)));
        }
    }

    private static Page page(Profilers.Profiled profiled) {
        ProfileReport report = new ProfileReport(profiled.profiler().profile());
        boolean isEnded = profiled.runtime() == null;
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("runtime", profiled.name() + (isEnded ? " (ended)" : ""));
        head.putAll(report.fields());
        Page page = new Page().add("", "", new Fields(head), true);
        for (Section section : report.sections("")) {
            page.add("", section.field(), section.rows(), section.isShown());
        }
        return page;
    }

    @Override
    public String text(int width) {
        List<String> parts = new ArrayList<>();
        if (!sentence.isEmpty()) {
            parts.add(sentence);
        }
        pages.forEach(page -> parts.add(page.text(width)));
        return String.join("\n\n", parts);
    }

    @Override
    public Object json() {
        return pages.stream().map(Page::json).toList();
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
