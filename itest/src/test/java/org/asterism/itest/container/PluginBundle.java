package org.asterism.itest.container;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.asterism.spi.application.Application;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.layout.LayoutFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.framework.BundleActivator;

/**
 * Assembles the bundle of a third party's plug-in, as its author's build would: the classes, a component description, a
 * manifest.
 */
final class PluginBundle {
    private static final String COMPONENT = "OSGI-INF/plugin.xml";

    /** What a third party may bring. */
    enum Kind {
        POLICY(
                SchedulingPolicyFactory.class,
                SchedulingPolicyFactory.NAME,
                "org.asterism.api",
                "org.asterism.kit.policy;version=\"[2,3)\"",
                "org.asterism.spi.policy"),
        LAYOUT(LayoutFactory.class, LayoutFactory.NAME, "org.asterism.api.data", "org.asterism.spi.layout"),
        COMPONENT(
                SchedulingComponentFactory.class,
                SchedulingComponentFactory.NAME,
                "org.asterism.api",
                "org.asterism.kit.policy;version=\"[2,3)\"",
                "org.asterism.spi.component",
                "org.asterism.spi.policy"),
        DRIVER(Driver.class, Driver.NAME, "org.asterism.api", "org.asterism.spi.driver"),
        BALANCER(ContextBalancer.class, ContextBalancer.NAME, "org.asterism.api", "org.asterism.spi.balance"),
        TOPOLOGY(
                TopologyProvider.class,
                TopologyProvider.NAME,
                "org.asterism.api",
                "org.asterism.spi.topology",
                "org.osgi.framework"),
        APP(
                Application.class,
                Application.NAME,
                "org.asterism.api",
                "org.asterism.spi.application",
                "org.osgi.framework");

        private final Class<?> service;
        private final String nameProperty;
        private final List<String> imports;

        Kind(Class<?> service, String nameProperty, String... imports) {
            this.service = service;
            this.nameProperty = nameProperty;
            this.imports = List.of(imports);
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private PluginBundle() {}

    /**
     * A bundle {@code example.policy.NAME} that registers a policy factory through Declarative Services.
     *
     * @param policy the policy's name
     * @param version the bundle's
     * @param factory a class of the test's, whose nested classes come along
     */
    static InputStream policy(String policy, String version, Class<? extends SchedulingPolicyFactory> factory) {
        return of(Kind.POLICY, policy, version, factory, 0);
    }

    /**
     * A bundle {@code example.layout.NAME} that registers a layout factory through Declarative Services.
     *
     * @param layout the layout's name
     * @param version the bundle's
     * @param factory a class of the test's, whose nested classes come along
     */
    static InputStream layout(String layout, String version, Class<? extends LayoutFactory> factory) {
        return of(Kind.LAYOUT, layout, version, factory, 0);
    }

    /**
     * A bundle {@code example.component.NAME} that registers a component's factory through Declarative Services.
     *
     * @param component the component's name
     * @param version the bundle's
     * @param factory a class of the test's, whose nested classes come along
     */
    static InputStream component(
            String component, String version, Class<? extends SchedulingComponentFactory> factory) {
        return component(component, version, factory, 0);
    }

    /**
     * The same, with a service ranking.
     *
     * @param ranking of several of the name, the one with the highest is used
     */
    static InputStream component(
            String component, String version, Class<? extends SchedulingComponentFactory> factory, int ranking) {
        return of(Kind.COMPONENT, component, version, factory, ranking);
    }

    /**
     * A bundle {@code example.application.NAME} that runs an application when it starts.
     *
     * @param application the bundle's name
     * @param version the bundle's
     * @param activator a class of the test's, whose nested classes come along
     * @param imports the packages that it uses, besides that of the framework
     */
    static InputStream application(
            String application, String version, Class<? extends BundleActivator> activator, String... imports) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        addClasses(activator, classes);
        String name = "example.application." + application;
        Manifest manifest = manifest(name, version, List.of(imports));
        Attributes headers = manifest.getMainAttributes();
        headers.putValue("Import-Package", headers.getValue("Import-Package") + ",org.osgi.framework");
        headers.putValue("Bundle-Activator", activator.getName());
        return jar(name, manifest, classes);
    }

    /**
     * A bundle {@code example.KIND.NAME} that registers a service through Declarative Services.
     *
     * @param kind of the plug-in
     * @param name of the plug-in
     * @param version the bundle's
     * @param factory a class of the test's, whose nested classes come along
     * @param ranking of the service
     */
    static InputStream of(Kind kind, String name, String version, Class<?> factory, int ranking) {
        Manifest manifest = manifest(symbolicName(kind, name), version, kind.imports);
        Attributes headers = manifest.getMainAttributes();
        headers.putValue("Service-Component", COMPONENT);
        headers.putValue("Provide-Capability", "org.asterism." + kind.word() + ";" + kind.nameProperty + "=" + name);
        headers.putValue(
                "Require-Capability",
                "osgi.extender;filter:=\"(&(osgi.extender=osgi.component)(version>=1.3)(!(version>=2)))\"");
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put(COMPONENT, component(kind, name, factory, ranking).getBytes(StandardCharsets.UTF_8));
        addClasses(factory, contents);
        return jar(symbolicName(kind, name), manifest, contents);
    }

    private static Manifest manifest(String symbolicName, String version, List<String> imports) {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", symbolicName);
        headers.putValue("Bundle-Version", version);
        headers.putValue(
                "Import-Package",
                imports.stream()
                        .map(each -> each.contains(";") ? each : each + ";version=\"[1,2)\"")
                        .collect(Collectors.joining(",")));
        return manifest;
    }

    private static InputStream jar(String symbolicName, Manifest manifest, Map<String, byte[]> contents) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> entry : contents.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        } catch (IOException failure) {
            throw new IllegalStateException("the bundle " + symbolicName + " cannot be made", failure);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    static String symbolicName(Kind kind, String name) {
        return "example." + kind.word() + "." + name;
    }

    private static void addClasses(Class<?> type, Map<String, byte[]> contents) {
        addClass(type, contents);
        for (Class<?> nested : type.getDeclaredClasses()) {
            addClass(nested, contents);
        }
    }

    private static void addClass(Class<?> type, Map<String, byte[]> contents) {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            contents.put(file, in.readAllBytes());
        } catch (IOException failure) {
            throw new IllegalStateException("the class file of " + type.getName() + " cannot be read", failure);
        }
    }

    private static String component(Kind kind, String name, Class<?> factory, int ranking) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="%s">
                  <implementation class="%s"/>
                  <property name="%s" value="%s"/>
                  <property name="service.ranking" type="Integer" value="%d"/>
                  <service><provide interface="%s"/></service>
                </scr:component>
                """.formatted(
                symbolicName(kind, name), factory.getName(), kind.nameProperty, name, ranking, kind.service.getName());
    }
}
