package org.asterism.shell.gogo.internal.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Parameter;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Names of the policies that are registered as services. Completion gets them here without starting a runtime. */
@Component(service = PolicyNames.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PolicyNames {
    private final List<Map<String, Object>> policies = new CopyOnWriteArrayList<>();

    /** Called by Declarative Services. */
    public PolicyNames() {}

    @Reference(
            service = SchedulingPolicyFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void addPolicy(Map<String, Object> properties) {
        policies.add(properties);
    }

    void removePolicy(Map<String, Object> properties) {
        policies.removeIf(policy -> policy.get("service.id").equals(properties.get("service.id")));
    }

    /**
     * Returns the parameters of a policy.
     *
     * @param name name of the policy
     * @return the parameters in the policy's description; empty if there is no such policy
     */
    public List<String> parameters(String name) {
        return policies.stream()
                .filter(policy -> name.equals(policy.get(SchedulingPolicyFactory.NAME)))
                .findFirst()
                .map(policy -> policy.get(SchedulingPolicyFactory.PARAMETERS))
                .map(Parameter::declarations)
                .orElse(List.of());
    }

    /**
     * Returns the available policies.
     *
     * @return suggestions with names and descriptions
     */
    public List<Suggestion> all() {
        return policies.stream()
                .filter(policy -> policy.get(SchedulingPolicyFactory.NAME) != null)
                .map(policy -> {
                    Object description = policy.get(SchedulingPolicyFactory.DESCRIPTION);
                    return new Suggestion(
                            policy.get(SchedulingPolicyFactory.NAME).toString(),
                            description == null ? null : description.toString());
                })
                .toList();
    }
}
