package org.asterism.embedded.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.core.internal.plugin.Plugin;
import org.asterism.core.internal.plugin.PluginKind;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.NativeMemory;
import org.asterism.spi.topology.TopologyProvider;

/**
 * The plug-ins that {@link ServiceLoader} finds. Only their descriptions are read; an object is made when a runtime
 * first uses it, but for the topology, which is read at once. A provider that cannot be loaded is logged and left out.
 */
public final class ServiceProviders {
    private static final Logger LOG = System.getLogger(ServiceProviders.class.getName());

    private final ClassLoader loader;
    private final Set<Module> nativeCallers = new HashSet<>(Set.of(NativeMemory.class.getModule()));

    ServiceProviders(ClassLoader loader) {
        this.loader = loader;
    }

    /** Those that the calling thread's context class loader sees, if it sees these classes, too. */
    public static ServiceProviders ofCallingThread() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return new ServiceProviders(sees(context) ? context : ServiceProviders.class.getClassLoader());
    }

    private static boolean sees(ClassLoader loader) {
        try {
            return loader != null && loader.loadClass(Plugin.class.getName()) == Plugin.class;
        } catch (ClassNotFoundException unknown) {
            return false;
        }
    }

    /**
     * Adds them all, drivers and topologies first. Reads the machine's topology meanwhile, because the first runtime
     * needs it.
     */
    public void addTo(Plugins plugins) {
        PluginKind.ALL.stream().filter(ServiceProviders::callsNativeCode).forEach(kind -> add(kind, plugins));
        NativeAccess.check(nativeCallers); // Java grants access, with a warning, as soon as the topology is read
        readTopology();
        PluginKind.ALL.stream().filter(kind -> !callsNativeCode(kind)).forEach(kind -> add(kind, plugins));
    }

    private static boolean callsNativeCode(PluginKind<?> kind) {
        return kind.type() == Driver.class || kind.type() == TopologyProvider.class;
    }

    /** Reads that of the first provider, on a thread of its own. Failures are left to those that use the topology. */
    private void readTopology() {
        Thread.ofPlatform().daemon().name("asterism-topology").start(() -> {
            try {
                ServiceLoader.load(TopologyProvider.class, loader).findFirst().ifPresent(TopologyProvider::machine);
            } catch (Throwable reportedToUsers) {
                LOG.log(Level.DEBUG, "the topology cannot be read", reportedToUsers);
            }
        });
    }

    private <S> void add(PluginKind<S> kind, Plugins plugins) {
        forEach(kind.type(), kind.noun(), provider -> {
            describe(kind, provider).ifPresent(plugins::add);
            if (callsNativeCode(kind)) {
                nativeCallers.add(provider.type().getModule());
            }
        });
    }

    /**
     * Does something with each provider of a type. A provider that fails is logged, and the others follow.
     *
     * @param noun the term for a provider in messages
     */
    <S> void forEach(Class<S> type, String noun, Consumer<ServiceLoader.Provider<S>> action) {
        Iterator<ServiceLoader.Provider<S>> providers =
                ServiceLoader.load(type, loader).stream().iterator();
        String previous = null;
        while (true) {
            ServiceLoader.Provider<S> provider = null;
            try {
                if (!providers.hasNext()) {
                    return;
                }
                provider = providers.next();
                action.accept(provider);
            } catch (Throwable thrown) { // a plug-in may throw anything, and harms itself only
                LOG.log(Level.ERROR, "a " + noun + " is left out: " + thrown.getMessage(), thrown);
                if (provider == null && String.valueOf(thrown.getMessage()).equals(previous)) {
                    return; // entries that cannot be read fail again each time
                }
                previous = String.valueOf(thrown.getMessage());
            }
        }
    }

    /** Makes the object of the first provider of a type that can make one. */
    public <S> Optional<S> first(Class<S> type, String noun) {
        List<S> made = new ArrayList<>();
        forEach(type, noun, provider -> {
            if (made.isEmpty()) {
                made.add(provider.get());
            }
        });
        return made.stream().findFirst();
    }

    private static <S> Optional<Plugin> describe(PluginKind<S> kind, ServiceLoader.Provider<S> provider) {
        Class<? extends S> type = provider.type();
        ComponentProperties properties = ComponentProperties.of(type);
        Optional<Plugin> plugin = kind.describe(properties::get, jar(type), new ProvidedService<>(provider));
        if (plugin.isEmpty()) {
            reportNameless(kind.noun(), type, properties, kind.nameProperty());
        }
        return plugin;
    }

    static void reportNameless(String noun, Class<?> type, ComponentProperties properties, String nameProperty) {
        LOG.log(
                Level.ERROR,
                "the {0} {1} is left out: {2} of its jar gives no {3}; annotate the class with @Component, give the"
                        + " property and build the jar with bnd",
                noun,
                type.getName(),
                properties.file(),
                nameProperty);
    }

    /** The name of the jar or module that a class comes from. */
    static String jar(Class<?> type) {
        if (type.getModule().isNamed()) {
            return type.getModule().getName();
        }
        var source = type.getProtectionDomain().getCodeSource();
        String path = source == null ? "" : source.getLocation().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
