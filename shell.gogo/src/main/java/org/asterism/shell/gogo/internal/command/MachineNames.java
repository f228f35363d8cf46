package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.asterism.spi.driver.Driver;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Names of the described machines that drivers provide. Completion gets them here without creating a driver. */
@Component(service = MachineNames.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class MachineNames {
    private final List<Map<String, Object>> drivers = new CopyOnWriteArrayList<>();

    /** Called by Declarative Services. */
    public MachineNames() {}

    @Reference(
            service = Driver.class,
            target = "(" + Driver.MACHINES + "=*)",
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void addDriver(Map<String, Object> properties) {
        drivers.add(properties);
    }

    void removeDriver(Map<String, Object> properties) {
        drivers.removeIf(driver -> driver.get("service.id").equals(properties.get("service.id")));
    }

    /**
     * Returns the available machines.
     *
     * @return suggestions with their names
     */
    public List<Suggestion> all() {
        return drivers.stream()
                .map(driver -> driver.get(Driver.MACHINES))
                .flatMap(names -> names instanceof String[] several ? Stream.of(several) : Stream.of(names.toString()))
                .map(name -> new Suggestion(name, "a described machine"))
                .toList();
    }
}
