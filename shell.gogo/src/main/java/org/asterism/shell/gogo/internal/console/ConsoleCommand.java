package org.asterism.shell.gogo.internal.console;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.console.web.ConsoleStatus;
import org.asterism.console.web.WebConsole;
import org.asterism.report.text.Answer;
import org.asterism.report.text.NearestNames;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:console}, which exists while a console does. */
@Component(
        service = Command.class,
        reference = @Reference(name = "console", service = WebConsole.class),
        configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "console")
public final class ConsoleCommand extends Command {
    private static final String STOP = "stop";
    private static final String STATUS = "status";

    private final Retained<WebConsole> console;

    /**
     * Called by Declarative Services.
     *
     * @param bundle finds the console
     */
    @Activate
    public ConsoleCommand(BundleContext bundle) {
        console = new Retained<>(bundle, WebConsole.class);
    }

    /**
     * Starts or ends the live page, or says where it is.
     *
     * @param port a number; empty for the configured one
     * @param address of a network interface; empty for the configured one
     * @param what nothing to start, {@code stop} or {@code status}
     * @return the link for a browser
     * @throws IOException if the port cannot be opened
     */
    @Descriptor("shows the runtimes live in a browser: starts the page and prints its link, or ends it")
    public Answer console(
            @Descriptor("the port; any free one if not given or configured")
                    @Parameter(names = "--port", absentValue = "")
                    String port,
            @Descriptor("the address of the network interface; only this machine can reach the page if not given or "
                            + "configured")
                    @Parameter(names = "--address", absentValue = "")
                    String address,
            @Descriptor("nothing to start it, stop, or status") String[] what)
            throws IOException {
        String verb = what.length == 0 ? "" : what[0];
        if (what.length > 1 || !List.of("", STOP, STATUS).contains(verb)) {
            String wrong = what.length > 1 ? what[1] : verb;
            throw new UsageException("'" + wrong + "' is nothing that it does; "
                    + NearestNames.instead(wrong, List.of(STOP, STATUS), "asterism:console --help"));
        }
        if (!verb.isEmpty() && !(port.isEmpty() && address.isEmpty())) {
            throw new UsageException("'" + verb + "' takes no option; write asterism:console " + verb);
        }
        WebConsole page = console.get("console.web");
        return switch (verb) {
            case STOP -> stopped(page.stop());
            case STATUS -> status(page.status());
            default -> started(page, number(port), Optional.of(address).filter(text -> !text.isEmpty()));
        };
    }

    private static OptionalInt number(String port) {
        try {
            return port.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(port));
        } catch (NumberFormatException wrong) {
            throw new UsageException("option '--port' is '" + port + "': give a whole number from 0 to 65535");
        }
    }

    private static Said started(WebConsole page, OptionalInt port, Optional<String> address) throws IOException {
        try {
            return started(page.start(port, address));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(wrong.getMessage());
        }
    }

    private static Said started(ConsoleStatus status) {
        String others = status.loopback()
                ? ""
                : "; every machine in reach can open the port, and the connection is not encrypted";
        return new Said("console: " + status.link() + others, fields(status));
    }

    private static Said stopped(boolean wasOn) {
        return new Said(wasOn ? "The console is off." : "The console was off already.", Map.of("was_on", wasOn));
    }

    private static Said status(Optional<ConsoleStatus> status) {
        return status.map(on -> new Said(
                        "console: " + on.link() + ", " + on.requests() + " requests, " + on.refused() + " refused, "
                                + (on.observed().isEmpty()
                                        ? "no page open"
                                        : "pages open on " + String.join(", ", on.observed())),
                        fields(on)))
                .orElseGet(() -> new Said("The console is off; asterism:console starts it.", Map.of("on", false)));
    }

    private static Map<String, Object> fields(ConsoleStatus status) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("on", true);
        fields.put("link", status.link());
        fields.put("address", status.address());
        fields.put("port", status.port());
        fields.put("requests", status.requests());
        fields.put("refused", status.refused());
        fields.put("observed", status.observed());
        return fields;
    }

    @Override
    protected List<String> usages() {
        return List.of("asterism:console [--port N] [--address A]", "asterism:console stop", "asterism:console status");
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion("asterism:console", "starts the page on any free port, for this machine only"),
                new Suggestion("asterism:console --port 7070", "always at the same port, for example for a tunnel"));
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return before.isEmpty()
                ? List.of(new Suggestion(STOP, "ends the page"), new Suggestion(STATUS, "prints the link again"))
                : List.of();
    }
}
