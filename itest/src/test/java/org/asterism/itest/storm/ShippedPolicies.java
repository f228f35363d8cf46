package org.asterism.itest.storm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.itest.trees.ShippedKinds;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** The factories of all policies on the class path, trees included: a new bundle needs no change here. */
final class ShippedPolicies {
    private static final Pattern NAME =
            Pattern.compile("name=\"" + SchedulingPolicyFactory.NAME + "\"[^>]*value=\"([^\"]+)\"");
    private static final Pattern TYPE = Pattern.compile("<implementation class=\"([^\"]+)\"");

    /** Restricts the policies, to those whose names are listed. */
    private static final String ONLY = System.getProperty("asterism.policies", "");

    private ShippedPolicies() {}

    static Map<String, SchedulingPolicyFactory> all() {
        Map<String, SchedulingPolicyFactory> found = new TreeMap<>();
        try {
            for (URL manifest : Collections.list(loader().getResources("META-INF/MANIFEST.MF"))) {
                addComponents(manifest, found);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        ShippedKinds kinds = new ShippedKinds();
        for (ShippedTree tree : ShippedTrees.all()) {
            found.put(tree.name(), context -> kinds.policy(tree.name(), tree.description(), context));
        }
        if (!ONLY.isBlank()) {
            found.keySet().retainAll(Arrays.asList(ONLY.split(",")));
        }
        return found;
    }

    private static void addComponents(URL manifest, Map<String, SchedulingPolicyFactory> found) throws IOException {
        try (InputStream in = manifest.openStream()) {
            String components = new Manifest(in).getMainAttributes().getValue("Service-Component");
            for (String component : components == null ? new String[] {} : components.split("\\s*,\\s*")) {
                if (component.endsWith("PolicyFactory.xml")) {
                    add(component, found);
                }
            }
        }
    }

    private static void add(String component, Map<String, SchedulingPolicyFactory> found) throws IOException {
        try (InputStream in = loader().getResourceAsStream(component)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Matcher name = NAME.matcher(text);
            Matcher type = TYPE.matcher(text);
            if (!name.find() || !type.find()) {
                throw new AssertionError(component + " declares no policy");
            }
            found.put(name.group(1), (SchedulingPolicyFactory)
                    Class.forName(type.group(1)).getConstructor().newInstance());
        } catch (ReflectiveOperationException missing) {
            throw new AssertionError(component, missing);
        }
    }

    private static ClassLoader loader() {
        return ShippedPolicies.class.getClassLoader();
    }
}
