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
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.modular.internal.language.Coherence;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.policy.modular.internal.language.DescriptionWriter;
import org.asterism.spi.policy.PolicyRegistry;

/**
 * Registry of the available kinds of components, the declared trees and the resulting policies. A declared tree is a
 * policy while all its kinds are available.
 *
 * <p><b>Threads.</b> Any. The lock is held for a few instructions, and never during calls to components or services.
 * Such calls change contexts, which call factories on other threads, and these may use the registry. A method that
 * removes something returns when no context uses it any more, see {@link PolicyOffer#withdraw}. Running policies take
 * no lock.
 */
public final class TreeRegistry implements SchedulingTrees {
    private static final Logger LOG = System.getLogger(TreeRegistry.class.getName());

    /** Names that can stand before a comma on a command line. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]*");

    /**
     * Maximum number of attempts to build a tree if its components change meanwhile. A factory may register another one
     * whenever it is called.
     */
    private static final int MOST_ATTEMPTS = 100;

    private final TreeMaker maker;
    private final PolicyRegistry services;
    private final Object lock = new Object();
    private final Set<ComponentPlugin> kinds = new HashSet<>();
    private final Map<String, TreeEntry> trees = new TreeMap<>();

    /** Withdrawn policies that contexts may still use. */
    private final Set<PolicyOffer> leaving = new HashSet<>();

    private final Set<String> complaints = ConcurrentHashMap.newKeySet();
    private volatile boolean settled;
    private volatile Map<String, ComponentPlugin> best = Map.of();

    TreeRegistry(TreeMaker maker, PolicyRegistry services) {
        this.maker = maker;
        this.services = services;
    }

    // Changes of kinds.

    /** Adds a kind. Trees that waited for it become policies, and trees that used one of lower ranking are rebuilt. */
    void add(ComponentPlugin kind) {
        synchronized (lock) {
            if (!kinds.add(kind)) {
                return;
            }
            chooseKinds();
        }
        followKinds(Set.of(kind.name()));
    }

    /** Removes a kind. When this returns, no tree uses it any more. */
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

    /** Replaces a kind by another one, for example when the properties of its service change. */
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

    /** Updates the trees that use one of the changed kinds. */
    private void followKinds(Set<String> changed) {
        List<TreeEntry> concerned;
        synchronized (lock) {
            concerned = new ArrayList<>(trees.values());
            concerned.removeIf(tree -> !tree.usesAny(changed));
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
     * Updates the policy of a tree to its declaration and the available components. The new policy is registered before
     * the old one is unregistered, so that contexts switch without a gap.
     *
     * @param change change of the declaration
     * @return reasons why there is no new policy although there should be one; empty on success
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
                    outcome = null; // the tree or its components changed meanwhile
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

    /** Withdraws policies that another thread was about to withdraw. */
    private void awaitLeaving(Predicate<PolicyOffer> concerned) {
        List<PolicyOffer> awaited;
        synchronized (lock) {
            awaited = leaving.stream().filter(concerned).toList();
        }
        awaited.forEach(this::withdraw);
    }

    /** Logs each sentence only once, because the same faults occur again with every new kind. */
    private void complain(Level level, String sentence) {
        if (complaints.add(sentence)) {
            LOG.log(level, sentence);
        }
    }

    /** Called when the framework has started its bundles. From now on, missing kinds are logged. */
    void settle() {
        settled = true;
        entries().forEach(this::complainOfMissing);
    }

    private void complainOfMissing(TreeEntry tree) {
        if (settled && !tree.missing(best).isEmpty()) {
            complain(
                    tree.source.expectsComponents() ? Level.WARNING : Level.DEBUG,
                    "tree '" + tree.name + "' (" + tree.source.words() + ") waits for components that are not there: "
                            + tree.missingInWords(best) + "; there "
                            + (best.isEmpty() ? "are none" : "are: " + String.join(", ", best.keySet())));
        }
    }

    /** Withdraws all trees. */
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

    // Changes of trees.

    @Override
    public Declaration declare(String name, String summary, TreeDescription description) {
        return declare(name, summary, unwritten(description), TreeSource.PROGRAM);
    }

    private static WrittenTree unwritten(TreeDescription description) {
        Coherence.check(description);
        return new WrittenTree(description, new LinkedHashMap<>());
    }

    /**
     * Declares a tree.
     *
     * @param source source of the declaration
     * @throws IllegalArgumentException as by {@link SchedulingTrees#declare}
     */
    DeclaredEntry declare(String name, String summary, WrittenTree written, TreeSource source) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a tree cannot be called '" + name
                    + "'; allowed are letters, digits and any of . _ + - behind the first one");
        }
        return declare(new TreeEntry(name, source, TreeEntry.Text.of(summary, written)));
    }

    /** Declares the trees that come with Asterism. */
    void declareShipped() {
        Map<String, String> outlines = ShippedTrees.outlines();
        for (ShippedTree tree : ShippedTrees.all()) {
            declare(tree, Outline.read(outlines.get(tree.name())));
        }
    }

    /** Declares a tree of this bundle. Its text is read when the tree is first used. */
    DeclaredEntry declare(ShippedTree tree, Outline outline) {
        TreeEntry.Text text = TreeEntry.Text.of(tree.summary(), () -> unwritten(tree.description()), outline);
        return declare(new TreeEntry(tree.name(), TreeSource.SHIPPED, text));
    }

    private DeclaredEntry declare(TreeEntry entry) {
        String name = entry.name;
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

    /** Handle of a declared tree. */
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
         * Changes the tree and its summary.
         *
         * @param summary new summary, or null to keep the former one
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

    // Queries.

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
