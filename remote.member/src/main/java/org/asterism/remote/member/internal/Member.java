package org.asterism.remote.member.internal;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.DriverOption;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.Message;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * The side of a member: a session per link, of which one at a time works. A process becomes a member by its
 * configuration.
 */
@Component(
        property = Endpoint.ROLE + "=" + Endpoint.MEMBER,
        configurationPid = MemberConfiguration.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = MemberConfiguration.class)
public final class Member implements Endpoint {
    private static final long MEBIBYTE = 1L << 20;

    /** MiB; longer bundles are not held in memory. */
    private static final long MOST_INSTALL = 1024;

    private static final long CATALOGUE_SECONDS = 10;

    private final MemberSettings settings;
    private final Supplier<List<MemberDriver>> drivers;
    private final MemberDrivers services;
    private final CodeletIndex codelets;
    private final BundleInstaller installer;
    private final Claims claims = new Claims();

    /** Those that have links. */
    private final Set<MemberSession> sessions = ConcurrentHashMap.newKeySet();

    private volatile boolean isClosed;

    /**
     * Called by Declarative Services.
     *
     * @param configuration the configuration, with defaults
     * @param context installs bundles of coordinators
     * @param cpu the driver of processor cores, which is there before the member
     * @param codelets the codelets that the member can run
     */
    @Activate
    public Member(
            MemberConfiguration configuration,
            BundleContext context,
            @Reference(target = "(" + Driver.NAME + "=cpu)") Driver cpu,
            @Reference CodeletIndex codelets) {
        this(
                new MemberSettings(
                        configuration.name(),
                        Math.multiplyExact(configuration.memory(), MEBIBYTE),
                        required(configuration.workers()) == 0
                                ? OptionalInt.empty()
                                : OptionalInt.of(configuration.workers())),
                MemberDrivers.parse(configuration.drivers()),
                codelets,
                installer(configuration, context, codelets));
        services.add(DriverOption.CPU, cpu);
    }

    private Member(MemberSettings settings, MemberDrivers services, CodeletIndex codelets, BundleInstaller installer) {
        this.settings = settings;
        this.services = services;
        this.codelets = codelets;
        this.installer = installer;
        drivers = () -> services.wanted(settings);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            target = "(!(|(" + Driver.NAME + "=cpu)(" + Driver.NAME + "=remote)(" + Driver.MACHINES + "=*)))",
            unbind = "unbindDriver")
    void bindDriver(Driver driver, Map<String, Object> properties) {
        services.add(String.valueOf(properties.get(Driver.NAME)), driver);
    }

    /** Ends the work for a coordinator whose units the driver has. */
    void unbindDriver(Driver driver, Map<String, Object> properties) {
        String name = String.valueOf(properties.get(Driver.NAME));
        services.remove(name, driver);
        if (services.wants(name)) {
            sessions.forEach(session ->
                    session.close("driver " + name + " of member " + settings.name() + " is not there any more"));
        }
    }

    /**
     * Makes a member.
     *
     * @param settings its name and what it gives away
     * @param drivers opened for each coordinator
     * @param codelets the codelets that it can run
     */
    public Member(MemberSettings settings, List<Driver> drivers, CodeletIndex codelets) {
        this(settings, drivers, codelets, BundleInstaller.NONE);
    }

    /**
     * Makes a member that may install bundles.
     *
     * @param settings its name and what it gives away
     * @param drivers opened for each coordinator
     * @param codelets the codelets that it can run
     * @param installer installs the bundles of coordinators; closed with the member
     */
    public Member(MemberSettings settings, List<Driver> drivers, CodeletIndex codelets, BundleInstaller installer) {
        this.settings = settings;
        this.services = MemberDrivers.parse();
        this.codelets = codelets;
        this.installer = installer;
        List<MemberDriver> opened = drivers.stream()
                .map(driver -> new MemberDriver(
                        driver.getClass().getSimpleName(),
                        driver,
                        new DriverRequest(settings.workers(), Clock.system(), Map.of())))
                .toList();
        this.drivers = () -> opened;
    }

    private static BundleInstaller installer(
            MemberConfiguration configuration, BundleContext context, CodeletIndex codelets) {
        long most = configuration.install();
        if (most < 0 || most > MOST_INSTALL) {
            throw new IllegalArgumentException("property 'install' of " + MemberConfiguration.PID + " is " + most
                    + "; allowed are whole numbers of MiB from 0, which means that no bundles are installed, to "
                    + MOST_INSTALL);
        }
        return most == 0
                ? BundleInstaller.NONE
                : new OsgiInstaller(configuration.name(), most * MEBIBYTE, context, codelets, CATALOGUE_SECONDS);
    }

    private static int required(int workers) {
        if (workers < 0) {
            throw new IllegalArgumentException("property 'workers' of " + MemberConfiguration.PID + " is " + workers
                    + "; allowed are whole numbers from 0, which means all cores");
        }
        return workers;
    }

    /** A session has got its link. */
    private void opened(MemberSession session) {
        sessions.add(session);
        if (isClosed) {
            endOf(session);
        }
    }

    private void endOf(MemberSession session) {
        session.close("member " + settings.name() + " ends");
    }

    @Override
    public Arrival accepted(Link link) {
        return accepted(link, null);
    }

    @Override
    public Transport.Acceptor accepting(Dialer dialer) {
        return link -> accepted(link, dialer);
    }

    private Arrival accepted(Link link, Dialer dialer) {
        MemberSession session = session(dialer);
        session.greet(link);
        return new Arrival(session, this::visited);
    }

    /** Lets a visitor in whose coordinator works with this member. */
    private Receiver visited(Link link, Message.Visit visit) {
        for (MemberSession session : sessions) {
            Visitor admitted = session.receive(link, visit);
            if (admitted != null) {
                return admitted;
            }
        }
        Visitor stranger =
                new Visitor(settings.name(), 0, link, (_, _) -> {}, new CopyFailures(_ -> {}, _ -> {}), _ -> {});
        stranger.refuse("no coordinator of member " + settings.name() + " has admitted it");
        return stranger;
    }

    @Override
    public MemberSession connecting(Presence presence) {
        return session(null);
    }

    private MemberSession session(Dialer dialer) {
        return new MemberSession(
                settings, drivers, codelets, installer, dialer, claims, this::opened, sessions::remove);
    }

    @Override
    public void leave(String reason) {
        sessions.forEach(session -> session.close(reason));
    }

    /** Ends all links, and those that come late; uninstalls what coordinators have sent. */
    @Deactivate
    public void close() {
        isClosed = true;
        sessions.forEach(this::endOf);
        installer.close();
    }

    /**
     * Whether the member works for no coordinator.
     *
     * @return false from the greeting of a coordinator to the end of its link
     */
    public boolean isFree() {
        return claims.isFree();
    }
}
