package org.asterism.launcher;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.asterism.framework.AsterismVersion;
import org.asterism.framework.BundleFile;
import org.asterism.framework.Console;
import org.asterism.framework.FrameworkContent;
import org.asterism.framework.HistoryFile;
import org.asterism.framework.LaunchException;
import org.asterism.framework.RunningFramework;
import org.asterism.framework.Streams;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;

/** Starts Asterism: the shell, or one subcommand. */
public final class Main {
    /** Advice to users about a bundle that is missing. */
    static final String REMEDY = "put what is missing into bundles/ or load/";

    private static final int FINE = 0;
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    /** Up to here everything but the console has started; {@code bundles/} has the folders. */
    private static final int WITHOUT_CONSOLE = 20;

    private static final int WITH_CONSOLE = 30;

    /** The subcommand of the add-on for clusters. */
    private static final String JOIN = "join";

    /** Tells the add-on whether this process leads the configured cluster: only the shell does, which stays. */
    private static final String LEADS = "asterism.cluster.leads";

    private static final String HELP = """
            Asterism, a runtime for task graphs on the CPU cores of a machine, or on a simulated machine.

              asterism                      the interactive shell; 'help' in it lists the commands
              asterism run APP [options]    run one application; 'run' alone lists the applications
              asterism exec "CMD; CMD"      run shell commands, for example exec "asterism:policies"
              asterism join HOST[:PORT] [options]
                                            let a coordinator use the cores of this machine ('join --help')
              asterism trace FILE info      describe a recording, which run --trace FILE makes
              asterism trace FILE report --output PATH
                                            write a page that says why the run was slow
              asterism trace FILE export FORMAT --output PATH
                                            write a recording for other tools
              asterism --prepare            makes further starts faster: writes lib/classes.aot, about 40 MB,
                                            and lib/components.bin
              asterism --help, --version

            Exit status: 0 fine, 1 the work failed or its result is wrong, 2 bad usage.
            A signal such as Ctrl-C cancels the run, and ends the process within two seconds: status 128 and its number.
            Folders: bundles/ (what is started), conf/ (settings, watched), load/ (watched: bundles and
            configuration files dropped there are taken at once and removed when they are deleted).
            ASTERISM_JAVA_OPTS holds further options for the Java virtual machine, for example -Xmx8g.
            """;

    private final Streams streams;

    private Main(Streams streams) {
        this.streams = streams;
    }

    /**
     * Runs the program and exits with its status.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String... arguments) {
        var streams = Streams.current();
        int status = new Main(streams).run(CommandLine.of(arguments));
        if (streams.out().checkError()) { // flushes; a print stream tells of a full device in no other way
            status = FAILED;
            streams.err()
                    .println("asterism: standard output cannot be written: is the device full, or its reader gone?");
        }
        streams.err().flush();
        System.exit(status);
    }

    private int run(CommandLine commandLine) {
        try {
            return switch (commandLine) {
                case CommandLine.Help() -> print(HELP);
                case CommandLine.Version() -> print(AsterismVersion.line() + System.lineSeparator());
                case CommandLine.Mistake(var message) -> complain(BAD_USAGE, message);
                case CommandLine.Shell() -> shell();
                case CommandLine.Subcommand subcommand -> subcommand(subcommand);
            };
        } catch (LaunchException e) {
            return complain(FAILED, e.getMessage());
        } catch (BundleException e) {
            return complain(FAILED, "the framework does not start: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return complain(FAILED, "interrupted");
        }
    }

    private int print(String text) {
        streams.out().print(text);
        return FINE;
    }

    private int complain(int status, String message) {
        streams.err().println("asterism: " + message);
        return status;
    }

    private int shell() throws BundleException, InterruptedException {
        var distribution = distribution();
        try (var framework = start(distribution, distribution.bundleFiles(), streams, WITH_CONSOLE, true)) {
            prepareCluster(framework, distribution, distribution.leadsCluster());
            framework.problems(REMEDY).forEach(line -> complain(FAILED, line));
            HistoryFile.ofUser().makePrivate();
            Console.start(framework.context(), true);
            framework.awaitStop();
            return FINE;
        }
    }

    private int subcommand(CommandLine.Subcommand subcommand) throws BundleException, InterruptedException {
        var distribution = distribution();
        var bundles = distribution.bundleFiles();
        int status = subcommand(subcommand, distribution, bundles);
        new PreparedComponents(distribution, bundles).keep();
        return status;
    }

    private int subcommand(CommandLine.Subcommand subcommand, Distribution distribution, List<BundleFile> bundles)
            throws BundleException, InterruptedException {
        streams.reserveStandardOutput();
        boolean executes = subcommand.name().equals("exec");
        boolean joins = subcommand.name().equals(JOIN);
        System.setProperty(LEADS, "false");
        int startLevel = executes ? WITH_CONSOLE : WITHOUT_CONSOLE;
        try (var framework = start(distribution, bundles, streams, startLevel, false)) {
            prepareCluster(framework, distribution, joins);
            var problems = framework.problems(REMEDY);
            if (!problems.isEmpty()) {
                problems.forEach(line -> complain(FAILED, line));
                return FAILED;
            }
            if (executes && !PlainCommands.areAll(subcommand.arguments())) {
                Console.start(framework.context(), false);
            }
            var subcommands = new Subcommands(framework.context());
            var entry = subcommands.find(subcommand.name());
            if (entry.isEmpty() && isStopping(framework)) {
                return complain(FAILED, "interrupted"); // by a signal: the bundle that has it is there no more
            }
            if (entry.isEmpty()) {
                return complain(
                        BAD_USAGE,
                        "unknown subcommand '" + subcommand.name() + "'; there are: " + subcommands.names()
                                + " (and no subcommand at all for the shell)");
            }
            int status = entry.get().applyAsInt(subcommand.arguments().toArray(String[]::new));
            if (PreparedComponents.areAskedFor()) {
                framework.stop(); // without a limit, because Declarative Services write the file last
            }
            return status;
        }
    }

    private static boolean isStopping(RunningFramework framework) {
        try {
            return framework.context().getBundle(Constants.SYSTEM_BUNDLE_ID).getState() != Bundle.ACTIVE;
        } catch (IllegalStateException stopped) {
            return true;
        }
    }

    /** Starts the bundles of the add-on for clusters, or lets other bundles start them when somebody needs them. */
    private static void prepareCluster(RunningFramework framework, Distribution distribution, boolean atOnce)
            throws BundleException {
        if (atOnce) {
            framework.add(distribution.clusterFiles());
            return;
        }
        Runnable starter = () -> {
            try {
                framework.add(distribution.clusterFiles());
            } catch (BundleException failed) {
                throw new LaunchException("the add-on for clusters does not start: " + failed.getMessage());
            }
        };
        framework
                .context()
                .registerService(
                        Runnable.class,
                        starter,
                        FrameworkUtil.asDictionary(Map.of("asterism.addon", Distribution.CLUSTER)));
    }

    static RunningFramework start(
            Distribution distribution, List<BundleFile> bundles, Streams streams, int startLevel, boolean interactive)
            throws BundleException {
        return RunningFramework.start(new FrameworkContent(
                work -> FrameworkSettings.of(distribution, startLevel, interactive),
                bundles,
                streams,
                new PreparedComponents(distribution, bundles).store()));
    }

    /** The first thing to find, because it says how to log. */
    private static Distribution distribution() {
        var distribution = Distribution.current();
        var key = "java.util.logging.config.file";
        if (System.getProperty(key) == null && Files.exists(distribution.loggingProperties())) {
            System.setProperty(key, distribution.loggingProperties().toString());
        }
        return distribution;
    }
}
