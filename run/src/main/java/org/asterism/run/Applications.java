package org.asterism.run;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.report.text.NearestNames;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.ServiceReference;

/** Registry of the available applications. */
public class Applications {
    private static final Logger LOG = System.getLogger(Applications.class.getName());

    /**
     * Application with the properties of its service.
     *
     * @param name name by which users run it
     * @param description purpose in one sentence, or empty
     * @param provider name and version of its bundle
     * @param application the service
     */
    public record Installed(String name, String description, String provider, Application application) {}

    private record Entry(ServiceReference<Application> reference, Installed installed) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrival = lock.newCondition();
    private final List<Entry> entries = new ArrayList<>();

    /** Creates a list without applications. */
    public Applications() {}

    /**
     * Adds an application.
     *
     * @param reference reference with its name; an application without a name is logged and cannot be run
     * @param application the service
     */
    protected void addApplication(ServiceReference<Application> reference, Application application) {
        Object name = reference.getProperty(Application.NAME);
        Object description = reference.getProperty(Application.DESCRIPTION);
        String provider = reference.getBundle() == null
                ? ""
                : reference.getBundle().getSymbolicName() + " "
                        + reference.getBundle().getVersion();
        if (name == null) {
            LOG.log(
                    Level.WARNING,
                    "An application of bundle {0} cannot be run because it has no name: "
                            + "register it with the service property {1}",
                    provider,
                    Application.NAME);
            return;
        }
        Installed installed = new Installed(
                name.toString(), description == null ? "" : description.toString(), provider, application);
        lock.lock();
        try {
            entries.add(new Entry(reference, installed));
            // If several have the same name, the one that OSGi prefers comes first.
            entries.sort(Comparator.comparing((Entry entry) -> entry.installed().name())
                    .thenComparing(Entry::reference, Comparator.reverseOrder()));
            arrival.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes an application; a current run continues.
     *
     * @param reference reference with which it was added
     */
    protected void removeApplication(ServiceReference<Application> reference) {
        lock.lock();
        try {
            entries.removeIf(entry -> entry.reference().equals(reference));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns all applications.
     *
     * @return snapshot ordered by name, each name once
     */
    public List<Installed> all() {
        lock.lock();
        try {
            List<Installed> all = new ArrayList<>();
            for (Entry entry : entries) {
                if (all.isEmpty()
                        || !all.getLast().name().equals(entry.installed().name())) {
                    all.add(entry.installed());
                }
            }
            return all;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Finds an application.
     *
     * @param name name by which users run it
     * @param patience maximum wait if it does not exist, because its bundle may still be starting
     * @return the application
     * @throws UsageException if there is none with that name
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public Installed find(String name, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (true) {
                Optional<Installed> found = entries.stream()
                        .map(Entry::installed)
                        .filter(installed -> installed.name().equals(name))
                        .findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
                if (left <= 0) {
                    throw new UsageException("there is no application '" + name + "'; " + insteadOf(name));
                }
                left = arrival.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private String insteadOf(String name) {
        List<String> names = all().stream().map(Installed::name).toList();
        return names.isEmpty() ? what() : NearestNames.instead(name, names, "asterism:apps");
    }

    /**
     * Returns the names of the available applications.
     *
     * @return part of a sentence for messages
     */
    public String what() {
        List<String> names = all().stream().map(Installed::name).toList();
        return names.isEmpty()
                ? "there are none: install a bundle that brings one"
                : (names.size() == 1 ? "there is: " : "there are: ") + String.join(", ", names);
    }
}
