package org.asterism.console.web.internal.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.asterism.console.web.ConsoleStatus;
import org.asterism.console.web.WebConsole;
import org.asterism.console.web.internal.http.ConsoleServer;
import org.asterism.console.web.internal.http.MetricsPage;
import org.asterism.console.web.internal.live.RuntimeWatches;
import org.asterism.console.web.internal.view.Api;
import org.asterism.debug.Breakpoints;
import org.asterism.profile.metrics.Metrics;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/** The live page of all runtimes that are services. */
@Component(service = WebConsole.class, configurationPid = ConsoleConfiguration.PID)
@Designate(ocd = ConsoleConfiguration.class)
public final class WebConsoleService implements WebConsole {
    private static final int LARGEST_PORT = 65_535;

    private final RuntimeWatches runtimes = new RuntimeWatches(System::nanoTime);
    private volatile ConsoleConfiguration configuration;
    private volatile Breakpoints breakpoints;
    private volatile Metrics metrics;
    private ConsoleServer server;

    /**
     * Called by Declarative Services.
     *
     * @param configuration where the page is
     */
    @Activate
    public WebConsoleService(ConsoleConfiguration configuration) {
        this.configuration = configuration;
    }

    @Modified
    void modified(ConsoleConfiguration changed) {
        configuration = changed;
    }

    @Reference(
            service = TaskRuntime.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime, Map<String, ?> properties) {
        runtimes.add(RuntimeNames.of(properties), runtime);
    }

    void removeRuntime(TaskRuntime runtime) {
        runtimes.remove(runtime);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void setBreakpoints(Breakpoints service) {
        breakpoints = service;
    }

    void unsetBreakpoints(Breakpoints service) {
        if (breakpoints == service) {
            breakpoints = null;
        }
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void setMetrics(Metrics service) {
        metrics = service;
    }

    void unsetMetrics(Metrics service) {
        if (metrics == service) {
            metrics = null;
        }
    }

    @Override
    public synchronized ConsoleStatus start(OptionalInt port, Optional<String> address) throws IOException {
        int wantedPort = port.orElse(configuration.port());
        if (wantedPort < 0 || wantedPort > LARGEST_PORT) {
            throw new IllegalArgumentException("port " + wantedPort + " is not from 0 to 65535; 0 means any free one");
        }
        String wanted = address.orElse(configuration.address()).strip();
        InetAddress place = resolve(wanted);
        if (server == null) {
            server = new ConsoleServer(
                    place,
                    wantedPort,
                    List.of(configuration.hosts()),
                    new Api(runtimes, () -> Optional.ofNullable(breakpoints)),
                    new MetricsPage(
                            configuration.metrics_open(),
                            () -> Optional.ofNullable(metrics).map(Metrics::openMetrics)),
                    runtimes::closeUnused);
        } else if (port.isPresent() && wantedPort != 0 && wantedPort != server.port()
                || address.isPresent() && !place.equals(server.address())) {
            throw new IllegalStateException(
                    "the console is on at " + server.address().getHostAddress() + " port " + server.port()
                            + "; end it first: asterism:console stop");
        }
        return described(server);
    }

    private static InetAddress resolve(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("address '" + address
                    + "' is unknown; give that of a network interface, such as 127.0.0.1, or 0.0.0.0 for all");
        }
    }

    @Override
    public synchronized Optional<ConsoleStatus> status() {
        return Optional.ofNullable(server).map(this::described);
    }

    private ConsoleStatus described(ConsoleServer on) {
        return new ConsoleStatus(
                on.link(),
                on.address().getHostAddress(),
                on.port(),
                on.address().isLoopbackAddress(),
                on.requests(),
                on.refused(),
                runtimes.observed());
    }

    @Override
    public synchronized boolean stop() {
        ConsoleServer on = server;
        server = null;
        if (on != null) {
            on.close();
            runtimes.closeAll();
        }
        return on != null;
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        stop();
    }
}
