package org.asterism.itest.plain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Maven as users of a release start it: with an empty local repository, and with a remote one that has the artifacts of
 * this tree.
 */
final class OutsideMaven {
    /** The folder of the topmost pom.xml. */
    static final Path TREE = Path.of("..").toAbsolutePath().normalize();

    /** Libraries and plug-ins of Maven that the build of Asterism has fetched already. */
    static final Path FETCHED = Path.of(System.getProperty("asterism.local.repository"));

    private final FileRepository release;
    private final Path settings;

    /**
     * Makes the repositories.
     *
     * @param folder in which they are made
     */
    OutsideMaven(Path folder) throws IOException {
        release = FileRepository.of(TREE, folder.resolve("repository"));
        settings = Files.writeString(
                folder.resolve("settings.xml"), """
                <settings>
                  <localRepository>%s</localRepository>
                  <mirrors>
                    <mirror><id>fetched</id><mirrorOf>central</mirrorOf><url>%s</url></mirror>
                  </mirrors>
                  <profiles>
                    <profile>
                      <id>asterism</id>
                      <repositories><repository><id>asterism</id><url>%s</url></repository></repositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>asterism</activeProfile></activeProfiles>
                </settings>
                """.formatted(folder.resolve("local"), FETCHED.toUri(), release.url()));
    }

    /** The repository with the artifacts of this tree, as builds name it. */
    String release() {
        return release.url();
    }

    /**
     * Runs Maven, which must succeed.
     *
     * @param project its folder
     */
    void run(Path project, Object... arguments) throws IOException, InterruptedException {
        List<Object> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("maven.home"), "bin/mvn"), "-B", "-q", "-s", settings));
        command.addAll(List.of(arguments));
        Command.run(project, command.toArray());
    }
}
