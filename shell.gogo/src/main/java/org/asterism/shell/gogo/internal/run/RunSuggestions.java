package org.asterism.shell.gogo.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.asterism.run.Applications;
import org.asterism.run.Invocation;
import org.asterism.run.option.CommonOptions;
import org.asterism.shell.gogo.internal.command.MachineNames;
import org.asterism.shell.gogo.internal.command.Option;
import org.asterism.shell.gogo.internal.command.PropertySuggestions;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;

/**
 * Words that can follow in {@code asterism:run}.
 *
 * @param applications the applications
 * @param policies the policies
 * @param runtimes the runtimes with their contexts
 * @param machines the simulated machines
 */
record RunSuggestions(Applications applications, PolicyNames policies, Runtimes runtimes, MachineNames machines) {
    /** Returns what can be typed after some words. */
    List<Suggestion> after(List<String> before, String begun) {
        String last = before.isEmpty() ? "" : before.getLast();
        if (last.equals("--" + CommonOptions.POLICY) || last.equals("--" + CommonOptions.SWAP)) {
            int comma = begun.indexOf(',');
            return comma > 0
                    ? PropertySuggestions.within(policies.parameters(begun.substring(0, comma)), begun)
                    : policies.all();
        }
        if (last.equals("--" + CommonOptions.SIM)) {
            return machines.all();
        }
        if (last.equals("--" + CommonOptions.CONTEXT)) {
            return runtimes.suggestedContexts();
        }
        if (Invocation.namesApplication(before)) {
            return List.of();
        }
        return applications.all().stream()
                .map(installed -> new Suggestion(installed.name(), installed.description()))
                .toList();
    }

    /** Returns the options of all runs, and those of each application. */
    List<Option> options() {
        List<Option> all = new ArrayList<>();
        CommonOptions.ALL.forEach(option -> all.add(Option.of(option, Optional.empty())));
        for (Applications.Installed installed : applications.all()) {
            CommonOptions.own(installed.application().options())
                    .forEach(option -> all.add(Option.of(option, Optional.of(installed.name()))));
        }
        return all;
    }
}
