package org.asterism.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.asterism.report.text.Wrapped;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.ApplicationOption;

/** Help for running applications, in lines without a line end after the last one. */
final class Help {
    private Help() {}

    /** Returns the help of one application. */
    static String of(Applications.Installed installed, int columns) {
        List<ApplicationOption> own = CommonOptions.own(installed.application().options());
        List<String> lines = new ArrayList<>();
        lines.add(Wrapped.behind(
                installed.name(), installed.description().isEmpty() ? "" : " - " + installed.description(), columns));
        lines.add("usage: run " + installed.name() + " [options]");
        int width = width(Stream.concat(own.stream(), CommonOptions.ALL.stream()));
        if (!own.isEmpty()) {
            lines.add("options of its own:");
            own.forEach(option -> lines.add(line(option, width, columns)));
        }
        lines.add("options of every application:");
        CommonOptions.ALL.forEach(option -> lines.add(line(option, width, columns)));
        return String.join("\n", lines);
    }

    /** Returns the help for running any application. */
    static String of(Applications applications, int columns) {
        List<String> lines = new ArrayList<>();
        lines.add(Wrapped.behind("usage: ", "run APP [options]; " + applications.what(), columns));
        lines.add("'run APP --help' tells the options of one application; all have:");
        int width = width(CommonOptions.ALL.stream());
        CommonOptions.ALL.forEach(option -> lines.add(line(option, width, columns)));
        return String.join("\n", lines);
    }

    private static int width(Stream<ApplicationOption> options) {
        return options.mapToInt(option -> left(option).length()).max().orElse(0);
    }

    private static String left(ApplicationOption option) {
        return "--" + option.name() + (option.isFlag() ? "" : " " + option.value());
    }

    private static String line(ApplicationOption option, int width, int columns) {
        String left = left(option);
        return Wrapped.behind("  " + left + " ".repeat(width - left.length() + 2), option.description(), columns);
    }
}
