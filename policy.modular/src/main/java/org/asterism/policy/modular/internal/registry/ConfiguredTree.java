package org.asterism.policy.modular.internal.registry;

import java.util.Map;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Tree that a configuration declares, as long as the configuration exists. When the configuration changes, the contexts
 * that use the tree switch to the new one.
 */
@Component(
        service = {},
        configurationPid = ConfiguredTree.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = ConfiguredTreeConfiguration.class, factory = true)
public final class ConfiguredTree {
    static final String PID = "org.asterism.tree";

    /** Property that File Install adds. */
    private static final String FILE = "felix.fileinstall.filename";

    private final FollowedTree tree;

    /** Called by Declarative Services. */
    @Activate
    public ConfiguredTree(
            @Reference SchedulingTreesComponent trees,
            ConfiguredTreeConfiguration configuration,
            Map<String, Object> properties) {
        tree = new FollowedTree(trees.registry(), new TreeSource(source(properties), 0, true));
        follow(configuration, properties);
    }

    /** Called by Declarative Services. */
    @Modified
    void modified(ConfiguredTreeConfiguration configuration, Map<String, Object> properties) {
        follow(configuration, properties);
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        tree.close();
    }

    private void follow(ConfiguredTreeConfiguration configuration, Map<String, Object> properties) {
        String name = configuration.name().isBlank()
                ? suffix(pid(properties))
                : configuration.name().strip();
        if (name.isEmpty()) {
            tree.report("it has no property 'name'; give it the name of a policy");
        } else if (configuration.description().isBlank()) {
            tree.report("it has no property 'description'; give it a tree, such as: fifo / eager");
        } else {
            tree.follow(name, configuration.summary().strip(), configuration.description());
        }
    }

    private static String pid(Map<String, Object> properties) {
        return properties.get(Constants.SERVICE_PID) instanceof String pid ? pid : PID;
    }

    private static String suffix(String pid) {
        return pid.startsWith(PID + "~") ? pid.substring(PID.length() + 1) : "";
    }

    private static String source(Map<String, Object> properties) {
        return properties.get(FILE) instanceof String file ? TreeFiles.shortened(file) : pid(properties);
    }
}
