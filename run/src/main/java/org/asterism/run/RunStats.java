package org.asterism.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.ProfileReport;
import org.asterism.profile.Profiler;
import org.asterism.report.text.Section;

/** Profile of one run, if it was requested. Used by one thread. */
final class RunStats implements AutoCloseable {
    private static final String PREFIX = "profile_";

    /** Null if no profile is wanted. */
    private final Profiler profiler;

    private RunStats(Profiler profiler) {
        this.profiler = profiler;
    }

    static RunStats of(boolean wanted, TaskRuntime runtime) {
        return new RunStats(wanted ? Profiler.of(runtime) : null);
    }

    /** The figures of the whole; none if no profile is wanted. */
    Map<String, Object> fields() {
        return profiler == null ? Map.of() : new ProfileReport(profiler.profile()).fields();
    }

    /** Tables of the run with those of the profile behind them: those about the same are for machines only then. */
    List<Section> with(List<Section> others) {
        if (profiler == null) {
            return others;
        }
        List<Section> profile = new ProfileReport(profiler.profile()).sections(PREFIX);
        List<Section> all = new ArrayList<>();
        for (Section section : others) {
            boolean isRepeated = profile.stream().anyMatch(each -> each.field().equals(PREFIX + section.field()));
            all.add(new Section(section.field(), section.rows(), section.isShown() && !isRepeated));
        }
        all.addAll(profile);
        return all;
    }

    /** Ends the profile, which can still be read. */
    @Override
    public void close() {
        if (profiler != null) {
            profiler.close();
        }
    }
}
