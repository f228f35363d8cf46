package org.asterism.driver.remote.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.asterism.api.Architecture;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.kit.device.DeviceProperties;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.Message;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.ProvidesDriver;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Opens the compute units of the members that are present; {@link #rescan} finds those that have come since. */
@Component(property = Driver.NAME + "=" + RemoteDriver.DRIVER)
@ProvidesDriver(RemoteDriver.DRIVER)
public final class RemoteDriver implements Driver {
    static final String DRIVER = "remote";

    private static final System.Logger LOG = System.getLogger(RemoteDriver.class.getName());

    /** The property that names the members whose units are opened, with commas between. */
    private static final String MEMBERS = "members";

    /** The property for the number of tasks that a unit takes at a time. */
    private static final String PIPELINE = "pipeline";

    /** While one kernel runs, the data of others come and they are launched. */
    private static final int USUAL_PIPELINE = 3;

    /** Several runtimes together must not launch more than {@link Message#MOST_LAUNCHES}. */
    private static final int LONGEST_PIPELINE = 16;

    private static final String RESERVED = "it was started for another run";
    private static final String NOT_NAMED = "the property '" + MEMBERS + "' does not name it";

    private final Members members;
    private final CodeletIndex codelets;

    /** Creates a driver for a program without a container, which cannot give it links yet: it opens no units. */
    public RemoteDriver() {
        this(CodeletIndex.ofClassPath());
    }

    private RemoteDriver(CodeletIndex codelets) {
        this(new Members(codelets), codelets);
    }

    /**
     * Creates a driver.
     *
     * @param members the members of all runtimes
     * @param codelets finds the names of codelets
     */
    @Activate
    public RemoteDriver(@Reference Members members, @Reference CodeletIndex codelets) {
        this.members = members;
        this.codelets = codelets;
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        warnOfUnknown(names(properties(request)));
        return units(request, List.of());
    }

    @Override
    public List<ComputeUnit> rescan(DriverRequest request, List<ComputeUnit> open) {
        return units(request, open);
    }

    @Override
    public DeviceReport report(DriverRequest request) {
        Predicate<MemberLink> wanted = wanted(properties(request));
        List<DeviceDescription> devices = members.present().stream()
                .flatMap(member -> descriptions(member, wanted.test(member)))
                .toList();
        return new DeviceReport(DRIVER, "", devices);
    }

    /** A member is a device for each architecture of its units in each memory. */
    private static Stream<DeviceDescription> descriptions(MemberLink member, boolean isUsed) {
        Message.Offer offer = member.offer();
        String remark = isUsed ? "" : member.presence().isReserved() ? RESERVED : NOT_NAMED;
        return offer.units().stream()
                .map(unit -> new Kind(unit.memory(), unit.architecture()))
                .distinct()
                .map(kind -> {
                    RemoteMemory memory = new RemoteMemory(member, kind.memory());
                    return new DeviceDescription(
                            memory.name(),
                            Architecture.of(kind.architecture()),
                            "member " + member.name(),
                            memory.capacity(),
                            isUsed,
                            remark,
                            Map.of());
                });
    }

    /** The memory and the architecture of a unit: units of one device have the same. */
    private record Kind(int memory, String architecture) {}

    private List<ComputeUnit> units(DriverRequest request, Collection<ComputeUnit> open) {
        DeviceProperties properties = properties(request);
        Predicate<MemberLink> wanted = wanted(properties);
        int pipeline = properties.number(PIPELINE, USUAL_PIPELINE, 1, LONGEST_PIPELINE);
        Set<MemberLink> known = open.stream()
                .filter(RemoteUnit.class::isInstance)
                .map(unit -> ((RemoteUnit) unit).link())
                .collect(Collectors.toSet());
        List<ComputeUnit> units = new ArrayList<>();
        int most = request.mostUnits().orElse(Integer.MAX_VALUE) - open.size();
        for (MemberLink member : members.present()) {
            if (known.contains(member) || !wanted.test(member)) {
                continue;
            }
            List<RemoteMemory> memories = IntStream.rangeClosed(
                            0, member.offer().devices().size())
                    .mapToObj(memory -> new RemoteMemory(member, memory))
                    .toList();
            int number = member.offer().units().size();
            for (int unit = 0; unit < number && units.size() < most; unit++) {
                RemoteMemory memory =
                        memories.get(member.offer().units().get(unit).memory());
                units.add(new RemoteUnit(member, unit, memory, codelets, pipeline));
            }
        }
        return units;
    }

    private static DeviceProperties properties(DriverRequest request) {
        return new DeviceProperties("driver." + DRIVER, List.of(MEMBERS, PIPELINE), Map.of(), request.properties());
    }

    private static Predicate<MemberLink> wanted(DeviceProperties properties) {
        List<String> names = names(properties);
        return names.isEmpty() ? member -> !member.presence().isReserved() : member -> names.contains(member.name());
    }

    private static List<String> names(DeviceProperties properties) {
        String names = properties.text(MEMBERS);
        return names.isEmpty() ? List.of() : List.of(names.split("\\s*,\\s*"));
    }

    /** Says which members are not there; they may come later. */
    private void warnOfUnknown(List<String> names) {
        List<String> present =
                members.present().stream().map(MemberLink::name).sorted().toList();
        List<String> unknown =
                names.stream().filter(name -> !present.contains(name)).toList();
        if (!unknown.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "property '" + MEMBERS + "' of driver '" + DRIVER + "' names " + String.join(", ", unknown)
                            + ", of which there is no member now; there are "
                            + (present.isEmpty() ? "none" : String.join(", ", present)));
        }
    }
}
