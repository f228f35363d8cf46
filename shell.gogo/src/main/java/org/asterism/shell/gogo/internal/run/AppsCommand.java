package org.asterism.shell.gogo.internal.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;
import org.asterism.run.Applications;
import org.asterism.run.option.CommonOptions;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.spi.application.ApplicationOption;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:apps}, which lists the applications. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "apps")
public final class AppsCommand extends Command {
    private final Applications applications;

    /**
     * Called by Declarative Services.
     *
     * @param applications applications to show
     */
    @Activate
    public AppsCommand(@Reference Applications applications) {
        this.applications = applications;
    }

    /** Row of the listing. */
    record Row(String name, String description, List<ApplicationOption> options, String provider) {
        static Row of(Applications.Installed installed) {
            return new Row(
                    installed.name(),
                    installed.description(),
                    CommonOptions.own(installed.application().options()),
                    installed.provider());
        }

        List<String> optionNames() {
            return options.stream().map(option -> "--" + option.name()).toList();
        }

        List<Map<String, Object>> optionFields() {
            return options.stream()
                    .map(option -> {
                        Map<String, Object> fields = new LinkedHashMap<>();
                        fields.put("name", option.name());
                        fields.put("value", option.value());
                        fields.put("description", option.description());
                        return fields;
                    })
                    .toList();
        }
    }

    /**
     * Lists the applications.
     *
     * @return one row per application, ordered by name
     */
    @Descriptor("lists the applications that can be run, and their own options")
    public Rows apps() {
        List<Row> rows = applications.all().stream().map(Row::of).toList();
        List<Column<Row>> columns = List.of(
                Column.of("name", Row::name),
                Column.of("description", Row::description),
                // Text shows the names of the options; the other forms include their descriptions.
                new Column<>("options", "", Row::optionNames),
                new Column<>("", "options", Row::optionFields),
                new Column<>("", "provider", Row::provider));
        return new Listing<>(rows, columns, "There are no applications: install a bundle that brings one.");
    }
}
