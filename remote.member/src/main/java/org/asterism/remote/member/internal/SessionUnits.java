package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;

/** The compute units of a session: opened for its coordinator, offered once all have started or failed. Thread-safe. */
final class SessionUnits {
    private static final System.Logger LOG = System.getLogger(SessionUnits.class.getName());

    private final MemberSettings settings;
    private final Supplier<List<MemberDriver>> drivers;
    private final CodeletIndex codelets;
    private final SessionMemory memory;
    private final Owner owner;

    /** All units that were opened; guarded by this object, like the others. */
    private List<MemberUnit> units = List.of();

    /** Those that are offered, by their numbers; empty before. */
    private List<MemberUnit> offered = List.of();

    private final SortedMap<Integer, MemberUnit> started = new TreeMap<>();
    private int starting;
    private int running;
    private boolean isOpen;
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

        /** The device of a unit is lost. */
        void lost(DeviceLostException loss);

        /** All units were stopped and closed, or there were none. May be called repeatedly. */
        void ended();
    }

    /**
     * Makes it without units.
     *
     * @param drivers opened by {@link #open}
     * @param memory has the data, and gets the memories of devices
     */
    SessionUnits(
            MemberSettings settings,
            Supplier<List<MemberDriver>> drivers,
            CodeletIndex codelets,
            SessionMemory memory,
            Owner owner) {
        this.settings = settings;
        this.drivers = drivers;
        this.codelets = codelets;
        this.memory = memory;
        this.owner = owner;
    }

    /** Opens the units, which may take its time, and starts their threads. */
    void open() {
        String refusal = null;
        List<MemberUnit> opened = new ArrayList<>();
        try {
            for (MemberDriver driver : drivers.get()) {
                open(driver, opened);
            }
        } catch (IllegalArgumentException wrong) {
            refusal = wrong.getMessage();
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "member " + settings.name() + " cannot open its units: " + thrown,
                    thrown);
        }
        if (refusal != null) {
            owner.obstructed(refusal); // and what was opened is closed again
        }
        synchronized (this) {
            units = List.copyOf(opened);
            isOpen = true;
            starting = units.size();
            running = starting;
            units.forEach(MemberUnit::start);
            if (hasEnded) {
                units.forEach(MemberUnit::stop);
            }
        }
        if (isOver()) {
            owner.ended();
        } else if (opened.isEmpty()) {
            owner.ready(List.of());
        }
    }

    /** Whether no unit runs, and none will. */
    private synchronized boolean isOver() {
        return hasEnded && isOpen && running == 0;
    }

    /** Opens the units of a driver. If that fails, or it has none, the others are offered, and a line says so. */
    private void open(MemberDriver driver, List<MemberUnit> opened) {
        int before = opened.size();
        try {
            addAll(driver.open(), opened);
        } catch (IllegalArgumentException wrong) {
            throw wrong; // the member's configuration is, which its coordinator must hear
        } catch (RuntimeException | Error failed) {
            LOG.log(System.Logger.Level.WARNING, driver.whyNot(settings.name(), failed), failed);
            return;
        }
        if (opened.size() == before) {
            LOG.log(System.Logger.Level.WARNING, driver.whyNone(settings.name()));
        }
    }

    private void addAll(List<ComputeUnit> all, List<MemberUnit> opened) {
        int added = 0;
        try {
            for (; added < all.size(); added++) {
                add(all.get(added), opened);
            }
        } catch (RuntimeException | Error failed) {
            all.subList(added, all.size()).forEach(ComputeUnit::close);
            throw failed;
        }
    }

    private void add(ComputeUnit unit, List<MemberUnit> opened) {
        int number = unit.timing().isPresent() ? -1 : number(unit);
        if (number < 0) {
            unit.close(); // it does not really compute, or has one device too many
        } else {
            opened.add(new MemberUnit(
                    opened.size(), settings.name(), unit, codelets, number, memory.leases(number), new Reports()));
        }
    }

    /** Returns the number of a unit's memory, and learns of the loss of a new one. */
    private int number(ComputeUnit unit) {
        if (unit.memory().isEmpty()) {
            return 0;
        }
        DeviceMemory device = unit.memory().get();
        int before = memory.offers().size();
        int number = memory.add(device);
        if (number > before) {
            device.whenLost(owner::lost);
        }
        return number;
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

        @Override
        public void lost(DeviceLostException loss) {
            owner.lost(loss);
        }

        @Override
        public void ended() {
            synchronized (SessionUnits.this) {
                running--;
            }
            if (isOver()) {
                owner.ended();
            }
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
    void stop() {
        synchronized (this) {
            hasEnded = true;
            units.forEach(MemberUnit::stop);
        }
        if (isOver()) {
            owner.ended();
        }
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
