package org.asterism.cluster.internal;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * The subcommand {@code asterism join}: makes this process a member, and waits until no coordinator comes any more. The
 * exit status is 0 if there was a coordinator, 1 if none came, 2 for bad usage.
 */
@Component(service = ToIntFunction.class, property = "asterism.entry=join")
public final class JoinEntry implements ToIntFunction<String[]> {
    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final ConfigurationAdmin configurations;
    private final BundleContext bundle;
    private final PrintStream out;
    private final PrintStream err;
    private volatile boolean inputHasEnded;

    /**
     * Called by Declarative Services.
     *
     * @param configurations gets the configuration of the member
     * @param bundle finds the member
     * @param out the process's standard output
     * @param err the process's standard error
     */
    @Activate
    public JoinEntry(
            @Reference ConfigurationAdmin configurations,
            BundleContext bundle,
            @Reference(target = "(asterism.stream=out)") PrintStream out,
            @Reference(target = "(asterism.stream=err)") PrintStream err) {
        this.configurations = configurations;
        this.bundle = bundle;
        this.out = out;
        this.err = err;
    }

    @Override
    public int applyAsInt(String[] words) {
        if (List.of(words).contains("--help")) {
            out.print(JoinOptions.USAGE);
            return 0;
        }
        JoinOptions options;
        try {
            options = JoinOptions.parse(List.of(words), JoinEntry::host);
            options.check();
            new NamedDrivers(bundle).check(options.drivers());
        } catch (IllegalArgumentException wrong) {
            err.println("asterism: join: " + wrong.getMessage());
            return 2;
        }
        try {
            return join(options);
        } catch (IOException failed) {
            err.println("asterism: join: " + failed.getMessage());
            return 1;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            throw new IllegalArgumentException("the name of this machine is unknown: give --name", nameless);
        }
    }

    private int join(JoinOptions options) throws IOException, InterruptedException {
        if (ObjectInputFilter.Config.getSerialFilter() == null) { // this process is for the member alone
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter("!*"));
        }
        if (options.untilInputEnds()) {
            SerialThread.daemon("asterism-join-input", this::awaitEndOfInput).start();
        }
        Configuration configuration = configurations.getConfiguration(MemberNodeConfiguration.PID, "?");
        configuration.update(options.dictionary());
        ServiceTracker<MemberNode, MemberNode> tracker = new ServiceTracker<>(bundle, MemberNode.class, null);
        tracker.open();
        try {
            if (tracker.waitForService(START.toMillis()) == null) {
                throw new IOException("the member does not start: see the messages above");
            }
            return watch(tracker, options);
        } finally {
            tracker.close();
            configuration.delete();
        }
    }

    private int watch(ServiceTracker<MemberNode, MemberNode> tracker, JoinOptions options) throws InterruptedException {
        boolean hasWorked = false;
        String said = "";
        Optional<String> coordinator = Optional.empty();
        Duration alone = Duration.ZERO;
        String trouble = "";
        while (!inputHasEnded && alone.compareTo(options.patience()) < 0) {
            MemberNode node = tracker.waitForService(PAUSE.toMillis());
            if (node == null) { // another one may come, after a change of its transport
                alone = alone.plus(PAUSE);
                continue;
            }
            coordinator = node.awaitCoordinator(coordinator, PAUSE);
            hasWorked |= coordinator.isPresent();
            alone = node.alone();
            trouble = node.trouble();
            String line = coordinator.map(name -> "works for " + name).orElse(waiting(trouble));
            boolean isEarly = coordinator.isEmpty() && !hasWorked && trouble.isEmpty();
            boolean isEnding = tracker.getService() != node; // it has left its coordinator, and looks for none
            if (!line.equals(said) && !isEarly && !isEnding) {
                said = line;
                out.println("member " + options.name() + ": " + line);
                out.flush();
            }
        }
        if (!inputHasEnded && !hasWorked) {
            String why = trouble.isEmpty()
                    ? "no coordinator has answered " + options.discovery().text()
                            + (options.properties().containsKey("keys")
                                    ? ""
                                    : ": does it use keys, and this process none?")
                    : trouble;
            err.println("asterism: join: given up after " + options.patience().toSeconds() + " s: " + why);
            return 1;
        }
        if (!inputHasEnded) {
            out.println("member " + options.name() + ": ends, because no coordinator has come for "
                    + options.patience().toSeconds() + " s");
        }
        return 0;
    }

    private static String waiting(String trouble) {
        return "waits for a coordinator" + (trouble.isEmpty() ? "" : ": " + trouble);
    }

    private void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // What comes does not matter.
            }
        } catch (IOException broken) {
            // That is an end, too.
        }
        inputHasEnded = true;
    }
}
