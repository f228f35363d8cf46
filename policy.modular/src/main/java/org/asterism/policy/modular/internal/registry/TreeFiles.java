package org.asterism.policy.modular.internal.registry;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.asterism.spi.file.InputFile;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Installer of trees from files {@code NAME.tree} in the folders that File Install watches. A comment on the first
 * lines describes the policy; the rest is the description of the tree. Without File Install, this service is not used.
 */
@Component(service = ArtifactInstaller.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class TreeFiles implements ArtifactInstaller {
    private static final String ENDING = ".tree";
    private static final String COMMENT = "--";
    private static final long MOST_BYTES = 4 << 20;

    private final TreeRegistry registry;
    private final Map<Path, FollowedTree> trees = new HashMap<>();

    /** Called by Declarative Services. */
    @Activate
    public TreeFiles(@Reference SchedulingTreesComponent trees, BundleContext bundle) {
        this(trees.registry());
        WatchedFolders.of(bundle).forEach(this::installThoseFrom);
    }

    TreeFiles(TreeRegistry registry) {
        this.registry = registry;
    }

    /**
     * Installs the files that already exist. File Install offers a file without an installer again only when another
     * file changes. It may offer files again that are already installed.
     */
    void installThoseFrom(String folder) {
        File[] files = new File(folder).listFiles(this::canHandle);
        for (File file : files == null ? new File[0] : files) {
            install(file);
        }
    }

    private static Path key(File file) {
        return file.toPath().toAbsolutePath().normalize();
    }

    @Override
    public boolean canHandle(File file) {
        return file.getName().endsWith(ENDING);
    }

    @Override
    public void install(File file) {
        FollowedTree tree;
        synchronized (trees) {
            tree = trees.computeIfAbsent(
                    key(file), each -> new FollowedTree(registry, new TreeSource(shortened(each.toString()), 0, true)));
        }
        Path path = file.toPath();
        Optional<String> objection = InputFile.linkObjection(path).or(() -> InputFile.objection(path, MOST_BYTES));
        if (objection.isPresent()) {
            tree.report("it " + objection.get());
            return;
        }
        String text;
        try {
            text = Files.readString(path);
        } catch (IOException unreadable) {
            tree.report("it cannot be read (" + unreadable + ")");
            return;
        }
        String name = file.getName();
        tree.follow(name.substring(0, name.length() - ENDING.length()), summary(text), text);
    }

    @Override
    public void update(File file) {
        install(file);
    }

    @Override
    public void uninstall(File file) {
        FollowedTree tree;
        synchronized (trees) {
            tree = trees.remove(key(file));
        }
        if (tree != null) {
            tree.close();
        }
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        Map<Path, FollowedTree> last;
        synchronized (trees) {
            last = Map.copyOf(trees);
            trees.clear();
        }
        last.values().forEach(FollowedTree::close);
    }

    /** Returns the comment at the beginning of a text, as one line. */
    static String summary(String text) {
        StringBuilder summary = new StringBuilder();
        for (String line : text.lines().toList()) {
            String stripped = line.strip();
            if (!stripped.startsWith(COMMENT)) {
                break;
            }
            summary.append(summary.isEmpty() ? "" : " ")
                    .append(stripped.substring(COMMENT.length()).strip());
        }
        return summary.toString().strip();
    }

    /** Returns a file as messages show it: its folder and its name. */
    static String shortened(String file) {
        Path path = Path.of(file.replaceFirst("^file:/*", "/"));
        int names = path.getNameCount();
        return path.subpath(Math.max(0, names - 2), names).toString();
    }
}
