package org.asterism.policy.modular.internal.registry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.asterism.api.Runtime;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;

/**
 * The kinds of components that are there, the trees that are declared, and the policies that follow: each tree whose kinds are
 * all there is one.
 *
 * <p>{@link #changing} is held for as long as a change takes, contexts' changes of policies included, so that when a method returns that
 * takes something away, nobody uses it any more. Whoever only looks, and policies at work, take no lock.
 */
public final class TreeRegistry implements SchedulingTrees {
    private static final Logger LOG = System.getLogger(TreeRegistry.class.getName());

    /** What can stand before a comma on a command line. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]*");

    private final TreeMaker maker;
    private final PolicyServices services;
    private final ReentrantLock changing = new ReentrantLock();
    private final Set<ComponentPlugin> kinds = new HashSet<>();
    private final Map<String, TreeEntry> trees = new TreeMap<>();
    private final Set<String> complaints = new HashSet<>();
    private boolean settled;
    private volatile Map<String, ComponentPlugin> best = Map.of();
    private volatile List<DeclaredTree> declared = List.of();

    TreeRegistry(TreeMaker maker, PolicyServices services) {
        this.maker = maker;
        this.services = services;
    }

    // Kinds come and go.

    /** Puts a kind into use: trees that waited for it become policies, and those that used a lesser one of its name are rebuilt. */
    void add(ComponentPlugin kind) {
        changing.lock();
        try {
            if (kinds.add(kind)) {
                followKinds();
            }
        } finally {
            changing.unlock();
        }
    }

    /** Takes a kind out of use; when this returns, no tree has a component of it any more. */
    void remove(ComponentPlugin kind) {
        changing.lock();
        try {
            if (kinds.remove(kind)) {
                followKinds();
            }
        } finally {
            changing.unlock();
        }
    }

    /** Has one kind take the place of another one, as when the properties of its service change. */
    void replace(ComponentPlugin old, ComponentPlugin fresh) {
        changing.lock();
        try {
            kinds.remove(old);
            kinds.add(fresh);
            followKinds();
        } finally {
            changing.unlock();
        }
    }

    private void followKinds() {
        Map<String, ComponentPlugin> there = new TreeMap<>();
        for (ComponentPlugin kind : kinds) {
            there.merge(kind.name(), kind, (one, other) -> one.goesBefore(other) ? one : other);
        }
        best = Collections.unmodifiableMap(there);
        for (TreeEntry tree : List.copyOf(trees.values())) {
            for (String fault : follow(tree)) {
                complain(
                        Level.ERROR,
                        "tree '" + tree.name + "' (" + tree.source.words()
                                + ") cannot be built with the components that are there now: " + fault);
            }
        }
        publish();
    }

    private List<String> follow(TreeEntry tree) {
        return tree.follow(best, kinds, maker, services);
    }

    private void publish() {
        List<DeclaredTree> now = new ArrayList<>();
        trees.values().forEach(tree -> now.add(tree.declared(best)));
        declared = Collections.unmodifiableList(now);
    }

    /** Each sentence once: kinds come one by one, and every time the same would be said. */
    private void complain(Level level, String sentence) {
        if (complaints.add(sentence)) {
            LOG.log(level, sentence);
        }
    }

    /** Says that the framework has started its bundles: what is missing now will not come by itself. */
    void settle() {
        changing.lock();
        try {
            settled = true;
            trees.values().forEach(this::complainOfMissing);
        } finally {
            changing.unlock();
        }
    }

    private void complainOfMissing(TreeEntry tree) {
        List<String> missing = tree.missing(best);
        if (settled && !missing.isEmpty()) {
            complain(
                    tree.source.expectsComponents() ? Level.WARNING : Level.DEBUG,
                    "tree '" + tree.name + "' (" + tree.source.words() + ") waits for components that are not there: "
                            + tree.missingInWords(best) + "; there "
                            + (best.isEmpty() ? "are none" : "are: " + String.join(", ", best.keySet())));
        }
    }

    /** Takes all trees out of service. */
    void close() {
        changing.lock();
        try {
            trees.values().forEach(TreeEntry::withdraw);
            trees.clear();
            publish();
        } finally {
            changing.unlock();
        }
    }

    // Trees come and go.

    @Override
    public Declaration declare(String name, String summary, TreeDescription description) {
        return declare(name, summary, description, TreeSource.PROGRAM);
    }

    /** Declares a tree that nobody has written down, as {@link #declare(String, String, WrittenTree, TreeSource)} does. */
    DeclaredEntry declare(String name, String summary, TreeDescription description, TreeSource source) {
        return declare(name, summary, unwritten(description), source);
    }

    private static WrittenTree unwritten(TreeDescription description) {
        return new WrittenTree(description, new LinkedHashMap<>());
    }

    /**
     * Declares a tree.
     *
     * @param source where it was found
     * @throws IllegalArgumentException as by {@link SchedulingTrees#declare}
     */
    DeclaredEntry declare(String name, String summary, WrittenTree written, TreeSource source) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a tree cannot be called '" + name
                    + "'; allowed are letters, digits and any of . _ + - behind the first one");
        }
        changing.lock();
        try {
            TreeEntry there = trees.get(name);
            if (there != null) {
                throw new IllegalArgumentException(
                        "there is a tree '" + name + "' already (" + there.source.words() + "): choose another name");
            }
            TreeEntry entry = new TreeEntry(name, source, summary, written);
            requireNoFaults(name, follow(entry));
            trees.put(name, entry);
            complainOfMissing(entry);
            publish();
            return new DeclaredEntry(entry);
        } finally {
            changing.unlock();
        }
    }

    private static void requireNoFaults(String name, List<String> faults) {
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("tree '" + name + "' cannot be built: " + String.join("; ", faults));
        }
    }

    /** A tree in the hands of who declared it. */
    final class DeclaredEntry implements Declaration {
        private final TreeEntry entry;

        private DeclaredEntry(TreeEntry entry) {
            this.entry = entry;
        }

        String name() {
            return entry.name;
        }

        @Override
        public void change(TreeDescription changed) {
            change(null, unwritten(changed));
        }

        /**
         * Changes the tree, and what is said of it.
         *
         * @param summary null if that stays
         * @throws IllegalArgumentException as by {@link Declaration#change}
         */
        void change(String summary, WrittenTree changed) {
            changing.lock();
            try {
                if (trees.get(entry.name) != entry) {
                    throw new IllegalStateException("tree '" + entry.name + "' is not declared any more");
                }
                String formerSummary = entry.summary();
                WrittenTree former = entry.written();
                entry.describe(summary == null ? formerSummary : summary, changed);
                List<String> faults = follow(entry);
                if (!faults.isEmpty()) {
                    entry.describe(formerSummary, former);
                    requireNoFaults(entry.name, faults);
                }
                complainOfMissing(entry);
                publish();
            } finally {
                changing.unlock();
            }
        }

        @Override
        public void close() {
            changing.lock();
            try {
                if (trees.remove(entry.name, entry)) {
                    entry.withdraw();
                    publish();
                }
            } finally {
                changing.unlock();
            }
        }
    }

    // Looking.

    @Override
    public List<ComponentDescription> components() {
        return Stream.concat(
                        best.values().stream()
                                .filter(kind -> !BuiltInKinds.has(kind.name()))
                                .map(ComponentPlugin::describe),
                        BuiltInKinds.ALL.stream())
                .sorted(Comparator.comparing(ComponentDescription::name))
                .toList();
    }

    @Override
    public List<DeclaredTree> declared() {
        return declared;
    }

    @Override
    public List<String> check(TreeDescription description, Runtime runtime) {
        List<String> faults = new ArrayList<>();
        Map<String, ComponentPlugin> there = best;
        for (String kind : UsedKinds.of(description)) {
            if (!there.containsKey(kind)) {
                faults.add("there is no component '" + kind + "'; there "
                        + (there.isEmpty() ? "are none" : "are: " + String.join(", ", there.keySet()))
                        + ": install the bundle that brings it");
            }
        }
        if (faults.isEmpty()) {
            faults.addAll(maker.faults("check", description, there, new TrialContext(runtime), runtime.workers()));
        }
        return List.copyOf(faults);
    }
}
