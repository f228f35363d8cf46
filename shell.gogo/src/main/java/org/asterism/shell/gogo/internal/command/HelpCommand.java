package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.NearestNames;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Command {@code asterism:help}. It replaces Gogo's list of names if {@code SCOPE} begins with our scope. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "help")
public final class HelpCommand extends Command {
    private final List<Command> commands = new CopyOnWriteArrayList<>();

    /** Called by Declarative Services. */
    public HelpCommand() {}

    // Without the filter, the component would refer to itself.
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            target = "(!(osgi.command.function=help))")
    void addCommand(Command command) {
        commands.add(command);
    }

    void removeCommand(Command command) {
        commands.remove(command);
    }

    /**
     * Lists all commands, or shows how to use one.
     *
     * @param session session whose commands are listed
     * @param name nothing, or the name of a command, with or without its scope
     * @return a {@link CommandOverview}, the help of one of our commands, or what Gogo's own help returns
     * @throws Exception if the help of another bundle's command fails
     */
    @Descriptor("lists the commands; with a NAME, how to use that one")
    public Object help(CommandSession session, @Descriptor("nothing, or the NAME of a command") String[] name)
            throws Exception {
        if (name.length > 1) {
            throw new UsageException("'" + name[1] + "' is one word too many; usage: asterism:help [NAME]");
        }
        if (name.length == 0) {
            return new CommandOverview(CommandGroups.of(commands), CommandGroups.others(session));
        }
        if (name[0].equals(name()) || name[0].equals(SCOPE + ":" + name())) {
            return execute(session, List.of("--help"));
        }
        Optional<Command> ours = commands.stream()
                .filter(command -> name[0].equals(command.name()) || name[0].equals(SCOPE + ":" + command.name()))
                .findFirst();
        if (ours.isPresent()) {
            return ours.get().execute(session, List.of("--help"));
        }
        return foreign(session, name[0]);
    }

    @Override
    protected Set<Form> forms() {
        return EnumSet.of(Form.JSON);
    }

    private Object foreign(CommandSession session, String name) throws Exception {
        List<String> all = new ArrayList<>(List.of(name()));
        commands.forEach(command -> all.add(command.name()));
        CommandGroups.others(session).forEach((scope, names) -> {
            all.addAll(names);
            names.forEach(each -> all.add(scope + ":" + each));
        });
        if (!all.contains(name)) {
            throw new UsageException(
                    "there is no command '" + name + "'; " + NearestNames.instead(name, all, "asterism:help"));
        }
        for (String help : List.of("gogo:help", "felix:help")) {
            if (session.get(help) instanceof Function gogo) {
                return gogo.execute(session, List.of(name));
            }
        }
        throw new IllegalStateException(
                "no bundle brings help for '" + name + "': install org.apache.felix.gogo.jline");
    }

    @Override
    protected List<String> usages() {
        return List.of("asterism:help [NAME]");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return before.isEmpty()
                ? commands.stream()
                        .sorted(Comparator.comparing(Command::name))
                        .map(command -> new Suggestion(command.name(), command.description()))
                        .toList()
                : List.of();
    }
}
