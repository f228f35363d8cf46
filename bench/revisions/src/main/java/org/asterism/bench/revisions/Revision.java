package org.asterism.bench.revisions;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * A revision with its distribution.
 *
 * @param title its name in the output: its short hash, and the subject of its commit
 * @param distribution the folder that was built
 */
record Revision(String title, Path distribution) {
    /** Builds the working tree. */
    static Revision ofWorkingTree(Path root) throws IOException, InterruptedException {
        boolean changed =
                !git(root, "status", "--porcelain", "--untracked-files=no").isEmpty();
        String title = title(root, "HEAD") + (changed ? ", with changes that are not committed" : "");
        return new Revision(title, build(root, "this working tree"));
    }

    /**
     * Builds another revision, unless that was done before. Its files come from {@code git archive}, and so neither the
     * repository nor its list of working trees changes.
     *
     * @param root the repository
     * @param name anything by which git knows a commit
     * @param cache the folder for revisions that were built; may be shared by working trees and clones
     * @throws ComparisonException if there is no such revision, or it cannot be built
     */
    static Revision built(Path root, String name, Path cache) throws IOException, InterruptedException {
        String hash = git(root, "rev-parse", "--quiet", "--verify", name + "^{commit}");
        if (hash.isEmpty()) {
            throw new ComparisonException("git knows no revision '" + name + "' in " + root
                    + "; give a commit, branch or tag, or fetch it first");
        }
        Path folder = cache.resolve(hash);
        if (!Files.isDirectory(folder)) {
            extract(root, hash, folder);
        }
        return new Revision(title(root, hash), build(folder, "revision " + name + " in " + folder));
    }

    /** {@code $XDG_CACHE_HOME/asterism/revisions}, or the same in {@code ~/.cache}. */
    static Path cache(Map<String, String> environment) {
        String given = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path caches = Path.of(given).isAbsolute() ? Path.of(given) : Path.of(System.getProperty("user.home"), ".cache");
        return caches.resolve("asterism", "revisions");
    }

    /** Extracts beside the folder and renames, so that a folder with the revision's name is always complete. */
    private static void extract(Path root, String hash, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder.getParent());
        Path unfinished = TemporaryFolder.in(folder.getParent());
        List<ProcessBuilder> builders = List.of(
                new ProcessBuilder("git", "-C", root.toString(), "archive", hash).redirectError(Redirect.INHERIT),
                new ProcessBuilder("tar", "-x", "-C", unfinished.toString())
                        .redirectError(Redirect.INHERIT)
                        .redirectOutput(Redirect.INHERIT));
        List<Process> processes;
        try {
            processes = ProcessBuilder.startPipeline(builders);
        } catch (IOException missing) {
            throw new ComparisonException(
                    "needs git and tar on the PATH to take out a revision: " + missing.getMessage());
        }
        for (Process process : processes) {
            if (process.waitFor() != 0) {
                throw new ComparisonException("cannot take revision " + hash + " out of " + root + " into " + unfinished
                        + ": git archive or tar failed, see above");
            }
        }
        try {
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException refused) {
            // Another comparison may have taken out the same revision meanwhile.
            if (!Files.isDirectory(folder)) {
                throw refused;
            }
        }
    }

    /** Builds what is older than its sources; {@code ./asterism} sees to it that this happens once. */
    private static Path build(Path folder, String what) throws IOException, InterruptedException {
        Path script = folder.resolve("asterism");
        if (!Files.isExecutable(script)) {
            throw new ComparisonException(what + " has no ./asterism that builds it; give a later one");
        }
        Process process = new ProcessBuilder(script.toString(), "--version")
                .directory(folder.toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new ComparisonException(what + " cannot be built, see above");
        }
        return folder.resolve("launcher/target/asterism");
    }

    private static String title(Path root, String revision) throws IOException, InterruptedException {
        return git(root, "log", "-1", "--abbrev=8", "--format=%h %s", revision);
    }

    /** Returns the output of git, or nothing if git fails. */
    private static String git(Path root, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("git", "-C", root.toString());
        builder.command().addAll(List.of(arguments));
        Process process;
        try {
            process = builder.redirectError(Redirect.DISCARD).start();
        } catch (IOException missing) {
            throw new ComparisonException("needs git on the PATH to find revisions: " + missing.getMessage());
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? printed : "";
    }
}
