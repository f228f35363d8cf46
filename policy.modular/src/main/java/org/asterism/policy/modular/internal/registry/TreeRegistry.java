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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.asterism.api.TaskRuntime;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;
import org.asterism.policy.modular.internal.language.Coherence;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.policy.modular.internal.language.DescriptionWriter;

/**
 * The kinds of components that are there, the trees that are declared, and the policies that follow: each tree whose
 * kinds are all there is one.
 *
 * <p><b>Threads.</b> Any. The lock is held over a few instructions, and never while components or services are called:
 * contexts are changed then, and the factories that this calls, on other threads, may use the registry in turn. A
 * method that takes something away returns when no context uses it any more, see {@link PolicyOffer#withdraw}. Policies
 * at work take no lock.
 */
public final class TreeRegistry implements SchedulingTrees {
    private static final Logger LOG = System.getLogger(TreeRegistry.class.getName());

    /** What can stand before a comma on a command line. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]*");

    /**
     * Of trying a tree, if its components change meanwhile: a factory may register another one whenever it is called.
     */
    private static final int MOST_ATTEMPTS = 100;

    private final TreeMaker maker;
    private final PolicyServices services;
    private final Object lock = new Object();
    private final Set<ComponentPlugin> kinds = new HashSet<>();
    private final Map<String, TreeEntry> trees = new TreeMap<>();

    /** Policies that no tree is any more, and that contexts may still use. */
    private final Set<PolicyOffer> leaving = new HashSet<>();

    private final Set<String> complaints = ConcurrentHashMap.newKeySet();
    private volatile boolean settled;
    private volatile Map<String, ComponentPlugin> best = Map.of();

    TreeRegistry(TreeMaker maker, PolicyServices services) {
        this.maker = maker;
        this.services = services;
    }

    // Kinds come and go.

    /**
     * Puts a kind into use: trees that waited for it become policies, and those that used a lesser one of its name are
     * rebuilt.
     */
    void add(ComponentPlugin kind) {
        synchronized (lock) {
            if (!kinds.add(kind)) {
                return;
            }
            chooseKinds();
        }
        followKinds(Set.of(kind.name()));
    }

    /** Takes a kind out of use; when this returns, no tree has a component of it any more. */
    void remove(ComponentPlugin kind) {
        synchronized (lock) {
            if (!kinds.remove(kind)) {
                return;
            }
            chooseKinds();
        }
        followKinds(Set.of(kind.name()));
        awaitLeaving(offer -> offer.uses(kind));
    }

    /** Puts a kind in the place of another one, as when the properties of its service change. */
    void replace(ComponentPlugin old, ComponentPlugin fresh) {
        synchronized (lock) {
            kinds.remove(old);
            kinds.add(fresh);
            chooseKinds();
        }
        followKinds(Set.copyOf(List.of(old.name(), fresh.name())));
        awaitLeaving(offer -> offer.uses(old));
    }

    private void chooseKinds() {
        Map<String, ComponentPlugin> there = new TreeMap<>();
        for (ComponentPlugin kind : kinds) {
            there.merge(kind.name(), kind, (one, other) -> one.goesBefore(other) ? one : other);
        }
        best = Collections.unmodifiableMap(there);
    }

    /** Trees without a component of the changed kinds have nothing to follow. */
    private void followKinds(Set<String> changed) {
        List<TreeEntry> concerned;
        synchronized (lock) {
            concerned = trees.values().stream()
                    .filter(tree -> tree.usesAny(changed))
                    .toList();
        }
        for (TreeEntry tree : concerned) {
            for (String fault : follow(tree, UnaryOperator.identity())) {
                complain(
                        Level.ERROR,
                        "tree '" + tree.name + "' (" + tree.source.words()
                                + ") cannot be built with the components that are there now: " + fault);
            }
        }
    }

    private List<TreeEntry> entries() {
        synchronized (lock) {
            return List.copyOf(trees.values());
        }
    }

    /**
     * Lets the policy of a tree follow its declaration and the components that are there. The new policy comes before
     * the old one goes, so that contexts go over without a gap.
     *
     * @param change of the declaration
     * @return the reasons for which there is no new policy although there should be one; empty if all is well
     */
    private List<String> follow(TreeEntry tree, UnaryOperator<TreeEntry.Text> change) {
        TreeEntry.Revision revision = null;
        TreeEntry.Outcome outcome = null;
        for (int attempt = 0; attempt <= MOST_ATTEMPTS; attempt++) {
            synchronized (lock) {
                if (trees.get(tree.name) != tree) {
                    return List.of();
                }
                TreeEntry.Revision now = tree.revision(change.apply(tree.text()), best, kinds);
                if (outcome != null && revision.holds(now)) {
                    revision.make(outcome);
                    if (revision.former() != null && revision.former() != outcome.next()) {
                        leaving.add(revision.former());
                    }
                } else {
                    outcome = null; // something has changed meanwhile
                    revision = now;
                }
            }
            if (outcome != null) {
                replace(revision.former(), outcome.next());
                return outcome.faults();
            }
            outcome = revision.prepare(maker);
        }
        return List.of("its components were replaced " + MOST_ATTEMPTS + " times while it was tried");
    }

    private void replace(PolicyOffer former, PolicyOffer next) {
        if (next == former) {
            return;
        }
        try {
            if (next != null) {
                next.register(services);
            }
        } finally {
            if (former != null) {
                withdraw(former);
            }
        }
    }

    private void withdraw(PolicyOffer offer) {
        try {
            offer.withdraw();
        } finally {
            synchronized (lock) {
                leaving.remove(offer);
            }
        }
    }

    /** Takes policies out of service that another thread was about to take out. */
    private void awaitLeaving(Predicate<PolicyOffer> concerned) {
        List<PolicyOffer> awaited;
        synchronized (lock) {
            awaited = leaving.stream().filter(concerned).toList();
        }
        awaited.forEach(this::withdraw);
    }

    /** Each sentence once: kinds come one by one, and every time the same would be said. */
    private void complain(Level level, String sentence) {
        if (complaints.add(sentence)) {
            LOG.log(level, sentence);
        }
    }

    /** Says that the framework has started its bundles: what is missing now will not come by itself. */
    void settle() {
        settled = true;
        entries().forEach(this::complainOfMissing);
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
        synchronized (lock) {
            trees.values().forEach(this::takeOut);
            trees.clear();
        }
        awaitLeaving(any -> true);
    }

    private void takeOut(TreeEntry tree) {
        PolicyOffer former = tree.takeOffer();
        if (former != null) {
            leaving.add(former);
        }
    }

    // Trees come and go.

    @Override
    public Declaration declare(String name, String summary, TreeDescription description) {
        return declare(name, summary, description, TreeSource.PROGRAM);
    }

    /**
     * Declares a tree that nobody has written down, as {@link #declare(String, String, WrittenTree, TreeSource)} does.
     */
    DeclaredEntry declare(String name, String summary, TreeDescription description, TreeSource source) {
        return declare(name, summary, unwritten(description), source);
    }

    private static WrittenTree unwritten(TreeDescription description) {
        Coherence.check(description);
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
        TreeEntry entry = new TreeEntry(name, source, TreeEntry.Text.of(summary, written));
        synchronized (lock) {
            TreeEntry there = trees.putIfAbsent(name, entry);
            if (there != null) {
                throw new IllegalArgumentException(
                        "there is a tree '" + name + "' already (" + there.source.words() + "): choose another name");
            }
        }
        DeclaredEntry declaration = new DeclaredEntry(entry);
        boolean isSound = false;
        try {
            requireNoFaults(name, follow(entry, UnaryOperator.identity()));
            isSound = true;
        } finally {
            if (!isSound) {
                declaration.close();
            }
        }
        complainOfMissing(entry);
        return declaration;
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
            UnaryOperator<TreeEntry.Text> change =
                    former -> TreeEntry.Text.of(summary == null ? former.summary() : summary, changed);
            requireNoFaults(entry.name, follow(entry, change));
            synchronized (lock) {
                if (trees.get(entry.name) != entry) {
                    throw new IllegalStateException("tree '" + entry.name + "' is not declared any more");
                }
            }
            complainOfMissing(entry);
        }

        @Override
        public void close() {
            synchronized (lock) {
                if (trees.remove(entry.name, entry)) {
                    takeOut(entry);
                }
            }
            awaitLeaving(offer -> offer.isOf(entry.name));
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
        Map<String, ComponentPlugin> there = best;
        return entries().stream().map(tree -> tree.declared(there)).toList();
    }

    @Override
    public WrittenTree read(String text) {
        return DescriptionReader.read(text);
    }

    @Override
    public String write(TreeDescription description) {
        return DescriptionWriter.written(description);
    }

    @Override
    public List<String> check(TreeDescription description, TaskRuntime runtime) {
        try {
            Coherence.check(description);
        } catch (IllegalArgumentException incoherent) {
            return List.of(incoherent.getMessage());
        }
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
