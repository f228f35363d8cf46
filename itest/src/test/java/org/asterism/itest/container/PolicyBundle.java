package org.asterism.itest.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Assembles the bundle of a third party's policy, as its author's build would: the classes, a component description, a manifest. */
final class PolicyBundle {
    private static final String COMPONENT = "OSGI-INF/policy.xml";

    private PolicyBundle() {}

    /**
     * A bundle {@code example.policy.NAME} that registers a policy factory through Declarative Services.
     *
     * @param policy the policy's name
     * @param version the bundle's
     * @param factory a class of the test's, whose nested classes come along
     */
    static InputStream of(String policy, String version, Class<? extends SchedulingPolicyFactory> factory) {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "example.policy." + policy);
        headers.putValue("Bundle-Version", version);
        headers.putValue(
                "Import-Package", "org.asterism.api;version=\"[1,2)\",org.asterism.spi.policy;version=\"[1,2)\"");
        headers.putValue("Service-Component", COMPONENT);
        headers.putValue("Provide-Capability", "org.asterism.policy;policy.name=" + policy);
        headers.putValue(
                "Require-Capability",
                "osgi.extender;filter:=\"(&(osgi.extender=osgi.component)(version>=1.3)(!(version>=2)))\"");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> entry : contents(policy, factory).entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        } catch (IOException failure) {
            throw new IllegalStateException("the bundle of policy " + policy + " cannot be made", failure);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static Map<String, byte[]> contents(String policy, Class<?> factory) throws IOException {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put(COMPONENT, component(policy, factory).getBytes(StandardCharsets.UTF_8));
        addClass(factory, contents);
        for (Class<?> nested : factory.getDeclaredClasses()) {
            addClass(nested, contents);
        }
        return contents;
    }

    private static void addClass(Class<?> type, Map<String, byte[]> contents) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            contents.put(file, in.readAllBytes());
        }
    }

    private static String component(String policy, Class<?> factory) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="example.policy.%s">
                  <implementation class="%s"/>
                  <property name="%s" value="%s"/>
                  <service><provide interface="%s"/></service>
                </scr:component>
                """.formatted(
                        policy,
                        factory.getName(),
                        SchedulingPolicyFactory.NAME,
                        policy,
                        SchedulingPolicyFactory.class.getName());
    }
}
