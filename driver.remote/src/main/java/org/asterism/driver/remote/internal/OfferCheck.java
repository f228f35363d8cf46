package org.asterism.driver.remote.internal;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.Architecture;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message.Memory;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Unit;

/** What an offer of a member must fulfil. */
final class OfferCheck {
    private static final int MOST_UNITS = 1024;

    private OfferCheck() {}

    /** Refuses an offer that no driver could make units of. */
    static void check(Offer made) {
        if (made.units().size() > MOST_UNITS) {
            throw new MalformedMessageException("an offer of " + made.units().size() + " units");
        }
        checkDevices(made);
        Set<String> architectures = // others are not registered, since there is room for a few only
                Architecture.known().stream().map(Architecture::name).collect(Collectors.toSet());
        Set<String> names = new HashSet<>();
        for (Unit unit : made.units()) {
            if (!architectures.contains(unit.architecture())) {
                throw new MalformedMessageException("architecture '" + unit.architecture() + "' is unknown here");
            }
            if (unit.memory() < 0 || unit.memory() > made.devices().size()) {
                throw new MalformedMessageException(
                        "unit " + unit.name() + " works in memory " + unit.memory() + ", which is not offered");
            }
            if (!unit.name().matches(Members.NAME) || !names.add(unit.name())) {
                throw new MalformedMessageException("an offer of units of wrong or equal names");
            }
        }
        if (made.bundle() < 0) {
            throw new MalformedMessageException("bundles of " + made.bundle() + " bytes");
        }
        if (made.memory() <= 0) {
            throw new MalformedMessageException("an offer of " + made.memory() + " bytes of memory");
        }
    }

    private static void checkDevices(Offer made) {
        if (made.devices().size() > MemoryAddress.MOST_DEVICES) {
            throw new MalformedMessageException("an offer of " + made.devices().size() + " devices");
        }
        Set<String> names = new HashSet<>();
        for (Memory device : made.devices()) {
            if (!device.name().matches(Members.NAME) || !names.add(device.name())) {
                throw new MalformedMessageException("an offer of devices of wrong or equal names");
            }
            if (device.capacity() <= 0
                    || device.largestAllocation() <= 0
                    || device.viewAlignment() <= 0
                    || Long.bitCount(device.viewAlignment()) != 1) {
                throw new MalformedMessageException("an offer of a device with impossible memory: " + device);
            }
        }
    }
}
