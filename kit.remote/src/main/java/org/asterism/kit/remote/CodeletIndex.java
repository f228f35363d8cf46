package org.asterism.kit.remote;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.spi.remote.CodeletCatalogue;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The codelets of all catalogues on one side: the coordinator finds their names, a member finds them by name.
 * Thread-safe; look-ups need no lock. In a container it is a service that knows all catalogues.
 */
@Component(service = CodeletIndex.class)
public final class CodeletIndex {
    /**
     * A codelet of a catalogue.
     *
     * @param reference its name
     * @param codelet the codelet
     * @param classes finds the classes of its values
     */
    public record Entry(CodeletReference reference, Codelet codelet, ClassFinder classes) {}

    /**
     * A kernel of a codelet of a catalogue.
     *
     * @param entry the codelet
     * @param number the position among the codelet's implementations for the architecture
     */
    public record Kernel(Entry entry, int number) {}

    /** What is known of a catalogue. */
    private record Content(List<Entry> entries, CodeletSource source, BundleArchive archive) {}

    /** All of them at one time; never changed. */
    private static final class Snapshot {
        private final Map<CodeletReference, Entry> byReference = new LinkedHashMap<>();
        private final Map<CodeletSource, BundleArchive> archives = new LinkedHashMap<>();
        private final Map<Codelet, Entry> byCodelet = new IdentityHashMap<>();
        private final Map<Architecture, Map<Implementation, Kernel>> kernels = new HashMap<>();

        private void add(Entry entry) {
            if (byReference.putIfAbsent(entry.reference(), entry) != null) {
                return; // the same bundle once more
            }
            byCodelet.putIfAbsent(entry.codelet(), entry);
            for (Architecture architecture : Architecture.known()) {
                Map<Implementation, Kernel> known =
                        kernels.computeIfAbsent(architecture, any -> new IdentityHashMap<>());
                List<Implementation> all = entry.codelet().implementations(architecture);
                for (int number = 0; number < all.size(); number++) {
                    known.putIfAbsent(all.get(number), new Kernel(entry, number));
                }
            }
        }
    }

    private static final System.Logger LOG = System.getLogger(CodeletIndex.class.getName());

    private final Map<CodeletCatalogue, Content> catalogues = new LinkedHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Snapshot snapshot = new Snapshot();

    /** Creates a collection without codelets. */
    public CodeletIndex() {}

    /**
     * Returns the codelets of the catalogues on the class path of a program without a container.
     *
     * @return an index of its own, which knows catalogues by the names of their classes
     */
    public static CodeletIndex ofClassPath() {
        CodeletIndex index = new CodeletIndex();
        for (CodeletCatalogue found : ServiceLoader.load(CodeletCatalogue.class, CodeletIndex.class.getClassLoader())) {
            index.add(found, new CodeletSource(found.getClass().getName(), "", ""));
        }
        return index;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "remove")
    void bind(CodeletCatalogue catalogue, ServiceReference<CodeletCatalogue> reference) {
        Bundle bundle = reference.getBundle();
        if (bundle != null) { // else it has gone already
            add(catalogue, BundleContent.of(bundle), BundleContent.archive(bundle));
        }
    }

    /**
     * Adds a catalogue, whose codelets are read once. One that fails is skipped.
     *
     * @param catalogue names codelets
     * @param source the code that they come from
     */
    public void add(CodeletCatalogue catalogue, CodeletSource source) {
        add(catalogue, source, null);
    }

    /**
     * Adds a catalogue whose code peers can install. One that fails is skipped.
     *
     * @param catalogue names codelets
     * @param source the code that they come from
     * @param archive the code; null if it cannot be sent
     */
    public void add(CodeletCatalogue catalogue, CodeletSource source, BundleArchive archive) {
        List<Entry> entries;
        try {
            entries = entries(catalogue, source);
        } catch (RuntimeException | LinkageError thrown) {
            LOG.log(System.Logger.Level.ERROR, "the codelets of " + source + " cannot be read: " + thrown, thrown);
            return;
        }
        synchronized (this) {
            catalogues.put(catalogue, new Content(entries, source, archive));
            rebuild();
        }
        listeners.forEach(Runnable::run);
    }

    /**
     * Removes a catalogue, whose bundle stops.
     *
     * @param catalogue one that was added; others are ignored
     */
    public void remove(CodeletCatalogue catalogue) {
        synchronized (this) {
            catalogues.remove(catalogue);
            rebuild();
        }
        listeners.forEach(Runnable::run);
    }

    private static List<Entry> entries(CodeletCatalogue catalogue, CodeletSource source) {
        ClassFinder classes = ClassFinder.of(catalogue.getClass().getClassLoader());
        List<Entry> entries = new ArrayList<>();
        catalogue
                .codelets()
                .forEach((name, codelet) -> entries.add(
                        new Entry(new CodeletReference(source, name), Objects.requireNonNull(codelet, name), classes)));
        return entries;
    }

    private void rebuild() {
        Snapshot fresh = new Snapshot();
        for (Content content : catalogues.values()) {
            content.entries().forEach(fresh::add);
            if (content.archive() != null && !content.entries().isEmpty()) {
                fresh.archives.put(content.source(), content.archive());
            }
        }
        snapshot = fresh;
    }

    /**
     * Requests a notification when a catalogue has come or gone.
     *
     * @param listener is run by the thread that changes them
     * @return ends the notifications
     */
    public Runnable listen(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /**
     * Returns the names of all codelets.
     *
     * @return in the order of their catalogues
     */
    public List<CodeletReference> references() {
        return List.copyOf(snapshot.byReference.keySet());
    }

    /**
     * Returns the code that peers can install.
     *
     * @return that of all catalogues that were added with it and name codelets, in their order
     */
    public Map<CodeletSource, BundleArchive> archives() {
        return Collections.unmodifiableMap(snapshot.archives);
    }

    /**
     * Tells whether a catalogue of some code is here.
     *
     * @param source the code
     * @return whether it names a codelet
     */
    public boolean has(CodeletSource source) {
        return snapshot.byReference.keySet().stream()
                .anyMatch(known -> known.source().equals(source));
    }

    /**
     * Finds a codelet's name.
     *
     * @param codelet any
     * @return the codelet with its name; null if no catalogue has it
     */
    public Entry find(Codelet codelet) {
        return snapshot.byCodelet.get(codelet);
    }

    /**
     * Finds a kernel's codelet, whichever task it is launched for: the core prepares data with kernels of others.
     *
     * @param architecture the kernel's architecture
     * @param implementation the kernel
     * @return the kernel with its codelet; null if no catalogue has it
     */
    public Kernel find(Architecture architecture, Implementation implementation) {
        Map<Implementation, Kernel> known = snapshot.kernels.get(architecture);
        return known == null ? null : known.get(implementation);
    }

    /**
     * Finds a codelet by its name.
     *
     * @param reference the name
     * @return the codelet; empty if it is not here, or of another version
     */
    public Optional<Entry> find(CodeletReference reference) {
        return Optional.ofNullable(snapshot.byReference.get(reference));
    }

    /**
     * Explains why a codelet was not found.
     *
     * @param reference the name that was looked for
     * @return a sentence that says what there is
     */
    public String explainMissing(CodeletReference reference) {
        List<String> others = new ArrayList<>();
        TreeSet<String> bundles = new TreeSet<>();
        boolean hasSource = false;
        for (CodeletReference known : references()) {
            bundles.add(known.source().toString());
            hasSource |= known.source().equals(reference.source());
            if (known.source().name().equals(reference.source().name())) {
                others.add(known.source().toString());
            }
        }
        String why;
        if (hasSource) {
            why = "that bundle has no such codelet in its catalogue";
        } else if (!others.isEmpty()) {
            why = "there is " + others.getFirst() + ": give both sides the same bundle";
        } else {
            why = "there are the codelets of " + (bundles.isEmpty() ? "no bundle" : bundles)
                    + ": install the bundle there";
        }
        return "codelet " + reference + " is unknown: " + why;
    }
}
