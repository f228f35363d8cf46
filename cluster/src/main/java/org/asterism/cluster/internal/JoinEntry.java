package org.asterism.cluster.internal;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.PrintStream;
import java.net.InetAddress;
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
            options =
                    JoinOptions.parse(List.of(words), InetAddress.getLocalHost().getHostName());
            options.check();
        } catch (IllegalArgumentException | IOException wrong) {
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

    private int join(JoinOptions options) throws IOException, InterruptedException {
        if (ObjectInputFilter.Config.getSerialFilter() == null) { // this process is for the member alone
            ObjectInputFilter.Config.setSerialFilter(_ -> ObjectInputFilter.Status.REJECTED);
        }
        if (options.untilInputEnds()) {
            Coordinator.daemon("asterism-join-input", this::awaitEndOfInput).start();
        }
        Configuration configuration = configurations.getConfiguration(MemberNodeConfiguration.PID, "?");
        configuration.update(options.dictionary());
        ServiceTracker<MemberNode, MemberNode> tracker = new ServiceTracker<>(bundle, MemberNode.class, null);
        tracker.open();
        try {
            MemberNode node = tracker.waitForService(START.toMillis());
            if (node == null) {
                throw new IOException("the member does not start: see the messages above");
            }
            return watch(node, options);
        } finally {
            tracker.close();
            configuration.delete();
        }
    }

    private int watch(MemberNode node, JoinOptions options) throws InterruptedException {
        boolean hasWorked = false;
        boolean hasSaid = false;
        Optional<String> coordinator = Optional.empty();
        while (!inputHasEnded && node.alone().compareTo(options.patience()) < 0) {
            Optional<String> now = node.awaitCoordinator(coordinator, PAUSE);
            if (!now.equals(coordinator)) {
                coordinator = now;
                hasWorked |= now.isPresent();
                out.println("member " + options.name() + ": "
                        + now.map(name -> "works for " + name).orElseGet(() -> node.trouble() + "; waiting for it"));
                out.flush();
            } else if (!hasSaid && !hasWorked && !node.trouble().isEmpty()) {
                hasSaid = true;
                out.println("member " + options.name() + ": " + node.trouble() + "; waiting for it");
                out.flush();
            }
        }
        if (!inputHasEnded && !hasWorked) {
            String why = node.trouble().isEmpty()
                    ? "no coordinator has answered at " + options.coordinator()
                            + ": does it use keys, and this process none?"
                    : node.trouble();
            err.println("asterism: join: given up after " + options.patience().toSeconds() + " s: " + why);
            return 1;
        }
        return 0;
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
