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
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.layout.LayoutFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** Assembles the bundle of a third party's plug-in, as its author's build would: the classes, a component description, a manifest. */
final class PluginBundle {
    private static final String COMPONENT = "OSGI-INF/plugin.xml";

    /** What a third party may bring. */
    private enum Kind {
        POLICY(
                SchedulingPolicyFactory.class,
                SchedulingPolicyFactory.NAME,
                "org.asterism.api",
                "org.asterism.spi.policy"),
        LAYOUT(LayoutFactory.class, LayoutFactory.NAME, "org.asterism.api.data", "org.asterism.spi.layout"),
        COMPONENT(
                SchedulingComponentFactory.class,
                SchedulingComponentFactory.NAME,
                "org.asterism.api",
                "org.asterism.spi.component",
                "org.asterism.spi.policy");

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

    private static InputStream of(Kind kind, String name, String version, Class<?> factory, int ranking) {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", symbolicName(kind, name));
        headers.putValue("Bundle-Version", version);
        headers.putValue(
                "Import-Package",
                kind.imports.stream().map(each -> each + ";version=\"[1,2)\"").collect(Collectors.joining(",")));
        headers.putValue("Service-Component", COMPONENT);
        headers.putValue("Provide-Capability", "org.asterism." + kind.word() + ";" + kind.nameProperty + "=" + name);
        headers.putValue(
                "Require-Capability",
                "osgi.extender;filter:=\"(&(osgi.extender=osgi.component)(version>=1.3)(!(version>=2)))\"");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> entry :
                    contents(kind, name, factory, ranking).entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        } catch (IOException failure) {
            throw new IllegalStateException("the bundle " + symbolicName(kind, name) + " cannot be made", failure);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static String symbolicName(Kind kind, String name) {
        return "example." + kind.word() + "." + name;
    }

    private static Map<String, byte[]> contents(Kind kind, String name, Class<?> factory, int ranking)
            throws IOException {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put(COMPONENT, component(kind, name, factory, ranking).getBytes(StandardCharsets.UTF_8));
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
