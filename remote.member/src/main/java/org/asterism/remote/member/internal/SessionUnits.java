package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.asterism.api.Clock;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;

/** The compute units of a session: opened for its coordinator, offered once all have started or failed. Thread-safe. */
final class SessionUnits {
    private static final System.Logger LOG = System.getLogger(SessionUnits.class.getName());

    private final MemberSettings settings;
    private final List<Driver> drivers;
    private final CodeletIndex codelets;
    private final MemberMemory memory;
    private final Owner owner;

    /** All units that were opened; guarded by this object, like the others. */
    private List<MemberUnit> units = List.of();

    /** Those that are offered, by their numbers; empty before. */
    private List<MemberUnit> offered = List.of();

    private final SortedMap<Integer, MemberUnit> started = new TreeMap<>();
    private int starting;
    private boolean hasEnded;

    /** Hears of the units, by the thread that opens them or one of theirs. */
    interface Owner {
        /** These can be offered; perhaps none were opened. */
        void ready(List<MemberUnit> offered);

        /** None can be offered, for the reason of the last. */
        void obstructed(String obstacle);

        /** A kernel has ended. */
        void answer(Message message);

        /** A unit cannot be used any more. */
        void broken(String reason);
    }

    /**
     * Makes it without units.
     *
     * @param drivers opened by {@link #open}
     * @param memory has the data
     */
    SessionUnits(
            MemberSettings settings, List<Driver> drivers, CodeletIndex codelets, MemberMemory memory, Owner owner) {
        this.settings = settings;
        this.drivers = List.copyOf(drivers);
        this.codelets = codelets;
        this.memory = memory;
        this.owner = owner;
    }

    /** Opens the units, which may take its time, and starts their threads. */
    void open() {
        List<MemberUnit> opened = new ArrayList<>();
        try {
            for (Driver driver : drivers) {
                open(driver, opened);
            }
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "member " + settings.name() + " cannot open its units: " + thrown,
                    thrown);
        }
        synchronized (this) {
            units = List.copyOf(opened);
            starting = units.size();
            units.forEach(MemberUnit::start);
            if (hasEnded) {
                units.forEach(MemberUnit::stop);
                return;
            }
        }
        if (opened.isEmpty()) {
            owner.ready(List.of());
        }
    }

    private void open(Driver driver, List<MemberUnit> opened) {
        DriverRequest request = new DriverRequest(settings.workers(), Clock.system(), settings.driverProperties());
        for (ComputeUnit unit : driver.open(request)) {
            if (unit.memory().isPresent() || unit.timing().isPresent()) {
                unit.close(); // only units that work in main memory are offered so far
            } else {
                opened.add(new MemberUnit(opened.size(), settings.name(), unit, codelets, memory, new Reports()));
            }
        }
    }

    /** What units say. */
    private final class Reports implements MemberUnit.Owner {
        @Override
        public void started(MemberUnit unit, String obstacle) {
            List<MemberUnit> ready;
            synchronized (SessionUnits.this) {
                if (obstacle == null) {
                    started.put(unit.number(), unit);
                }
                starting--;
                if (starting > 0 || hasEnded) {
                    return;
                }
                offered = List.copyOf(started.values());
                ready = offered;
            }
            if (ready.isEmpty()) {
                owner.obstructed(obstacle);
            } else {
                owner.ready(ready);
            }
        }

        @Override
        public void answer(Message message) {
            owner.answer(message);
        }

        @Override
        public void broken(String reason) {
            owner.broken(reason);
        }
    }

    /**
     * Launches a kernel.
     *
     * @throws MalformedMessageException if there is no such unit, or it has too many
     */
    void launch(Launch launch) {
        MemberUnit unit;
        synchronized (this) {
            if (launch.unit() < 0 || launch.unit() >= offered.size()) {
                throw new MalformedMessageException("a kernel for unit " + launch.unit() + ", of " + offered.size());
            }
            unit = offered.get(launch.unit());
        }
        unit.launch(launch);
    }

    /** Lets all units go after the kernels under way. */
    synchronized void stop() {
        hasEnded = true;
        units.forEach(MemberUnit::stop);
    }

    /** Waits until the threads of all units have ended; for tests. */
    void awaitEnd() throws InterruptedException {
        List<MemberUnit> all;
        synchronized (this) {
            all = units;
        }
        for (MemberUnit unit : all) {
            unit.awaitEnd();
        }
    }
}
