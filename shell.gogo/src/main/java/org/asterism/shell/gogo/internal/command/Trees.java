package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.TreeDescriptionException;
import org.asterism.api.tree.WrittenTree;
import org.asterism.report.text.NearestNames;
import org.asterism.run.RunHost;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.InputFile;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Declared trees of scheduling components, if a bundle supports them, and trees that were declared in the shell. */
@Component(service = Trees.class, immediate = true, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class Trees {
    private static final String BUNDLE = "org.asterism.policy.modular";

    /** Maximum size of a file with a description. */
    private static final long MOST_BYTES = 4 << 20;

    /** Trees that {@code use} has declared, by name, as long as this bundle is active. */
    private final Map<String, Declared> declared = new HashMap<>();

    private volatile SchedulingTrees trees;

    private record Declared(SchedulingTrees trees, Path file, SchedulingTrees.Declaration declaration) {}

    /** Called by Declarative Services. */
    @Activate
    public Trees() {}

    /**
     * Called by Declarative Services.
     *
     * @param arrived service that declares trees
     */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void setTrees(SchedulingTrees arrived) {
        trees = arrived;
    }

    /**
     * Called by Declarative Services.
     *
     * @param left service that was unregistered
     */
    public void unsetTrees(SchedulingTrees left) {
        if (trees == left) {
            trees = null;
        }
    }

    @Deactivate
    void deactivate() {
        synchronized (declared) {
            declared.values().forEach(each -> each.declaration().close());
            declared.clear();
        }
    }

    /**
     * Returns the service that declares trees.
     *
     * @return the service, never null
     * @throws IllegalStateException if there is no such service
     */
    public SchedulingTrees get() {
        SchedulingTrees there = trees;
        if (there == null) {
            throw new IllegalStateException(
                    "there are no trees of scheduling components: is the bundle " + BUNDLE + " active?");
        }
        return there;
    }

    /**
     * Returns the service that declares trees, if there is one.
     *
     * @return the service; empty if no bundle provides it
     */
    public Optional<SchedulingTrees> ifThere() {
        return Optional.ofNullable(trees);
    }

    /**
     * Reads a description of a tree.
     *
     * @param file file with the description
     * @return the description
     * @throws UsageException if there is no such file, or it is not a valid description; the message contains file,
     *     line and column
     */
    public WrittenTree read(Path file) {
        InputFile.objection(file, MOST_BYTES).ifPresent(objection -> {
            throw new UsageException(file + " " + objection + ": give one with the description of a tree");
        });
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException unreadable) {
            throw new UsageException(
                    (Files.exists(file) ? "cannot read " + file + " (" + unreadable + ")" : "there is no file " + file)
                            + ": give one with the description of a tree");
        }
        try {
            return get().read(text);
        } catch (TreeDescriptionException wrong) {
            throw new UsageException(file + ", " + wrong.getMessage());
        }
    }

    /**
     * Returns the kinds of components that a description uses and that are missing.
     *
     * @param written the description
     * @return one sentence per kind of component, with line and column
     */
    public List<String> missing(WrittenTree written) {
        Set<String> there = new TreeSet<>();
        get().components().forEach(kind -> there.add(kind.name()));
        return written.kinds().entrySet().stream()
                .filter(kind -> !there.contains(kind.getKey()))
                .map(kind -> kind.getValue() + ": there is no component '" + kind.getKey() + "'; "
                        + (there.isEmpty()
                                ? "there are none: install bundles that bring components"
                                : NearestNames.instead(kind.getKey(), there, "asterism:components")))
                .toList();
    }

    /** Reads a description whose components must all be available. */
    private TreeDescription usable(Path file) {
        WrittenTree written = read(file);
        missing(written).stream().findFirst().ifPresent(missing -> {
            throw new UsageException(file + ", " + missing);
        });
        return written.description();
    }

    /**
     * Declares a tree under the name of its file, or under a similar name if that one is taken.
     *
     * @param file file with the description
     * @return the tree, which the caller closes when it is no longer needed
     */
    public RunHost.NamedTree declare(Path file) {
        TreeDescription description = usable(file);
        SchedulingTrees there = get();
        String name = free(there, nameOf(file));
        SchedulingTrees.Declaration declaration = declare(there, name, file, description);
        return new RunHost.NamedTree(name, declaration);
    }

    private static SchedulingTrees.Declaration declare(
            SchedulingTrees there, String name, Path file, TreeDescription description) {
        try {
            return there.declare(name, "as " + file.getFileName() + " says", description);
        } catch (IllegalArgumentException unsound) {
            throw new UsageException(file + ": " + unsound.getMessage());
        }
    }

    /**
     * Declares a tree for the lifetime of this bundle, or changes it if the same file was used before. A new tree that
     * cannot be used is removed again.
     *
     * @param file file with the description
     * @param use receives the tree's name
     * @return name of the tree
     */
    public String keep(Path file, Consumer<String> use) {
        TreeDescription description = usable(file);
        SchedulingTrees there = get();
        String known;
        String name;
        synchronized (declared) {
            declared.values().removeIf(each -> each.trees() != there);
            known = nameOfDeclared(file);
            if (known == null) {
                name = free(there, nameOf(file));
                declared.put(name, new Declared(there, file, declare(there, name, file, description)));
            } else {
                name = known;
                change(declared.get(known), description);
            }
        }
        try {
            use.accept(name);
        } catch (RuntimeException refused) {
            if (known == null) {
                forget(name);
            }
            throw refused;
        }
        return name;
    }

    private String nameOfDeclared(Path file) {
        for (Map.Entry<String, Declared> each : declared.entrySet()) {
            if (each.getValue().file().equals(file)) {
                return each.getKey();
            }
        }
        return null;
    }

    private void forget(String name) {
        Declared unused;
        synchronized (declared) {
            unused = declared.remove(name);
        }
        if (unused != null) {
            unused.declaration().close();
        }
    }

    private static void change(Declared known, TreeDescription description) {
        try {
            known.declaration().change(description);
        } catch (IllegalArgumentException unsound) {
            throw new UsageException(known.file() + ": " + unsound.getMessage() + "; the tree stays as it was");
        }
    }

    private static String nameOf(Path file) {
        String name = file.getFileName()
                .toString()
                .replaceFirst("\\.[^.]*$", "")
                .replaceAll("[^\\p{L}\\p{N}._+-]", "-")
                .replaceFirst("^[._+-]+", "");
        return name.isEmpty() ? "tree" : name;
    }

    private static String free(SchedulingTrees there, String name) {
        String candidate = name;
        for (int number = 2; isTaken(there, candidate); number++) {
            candidate = name + "-" + number;
        }
        return candidate;
    }

    private static boolean isTaken(SchedulingTrees there, String name) {
        return there.declared().stream().anyMatch(tree -> tree.name().equals(name));
    }
}
