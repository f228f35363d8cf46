package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.junit.jupiter.api.Test;

/**
 * Contract of every application before a run: it must declare its options; see {@link Application#options}. The
 * application's own tests check its runs, with {@link FakeApplicationRun}.
 */
public abstract class ApplicationContract {
    /** Option names that the command line reserves for every application. */
    private static final Set<String> TAKEN = Set.of(
            "policy",
            "cpu",
            "nodes",
            "node-memory",
            "workers",
            "opencl",
            "cuda",
            "driver",
            "sim",
            "seed",
            "swap",
            "repeat",
            "trace",
            "json",
            "quiet",
            "help",
            "version");

    /** Called by subclasses. */
    protected ApplicationContract() {}

    /**
     * Returns the application under test.
     *
     * @return an application
     */
    protected abstract Application application();

    @Test
    void shouldDescribeEveryOption() {
        for (ApplicationOption option : application().options()) {
            assertFalse(option.description().isBlank(), "option --" + option.name() + " has no description");
        }
    }

    @Test
    void shouldNameEveryOptionAsTheCommandLineWantsIt() {
        Set<String> names = new HashSet<>();
        for (ApplicationOption option : application().options()) {
            String name = option.name();
            assertTrue(
                    name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*"),
                    "option '" + name + "': use lower case words joined by '-', without leading dashes");
            assertFalse(TAKEN.contains(name), "option --" + name + " is one that every application has already");
            assertTrue(names.add(name), "option --" + name + " is there twice");
        }
    }

    @Test
    void shouldGiveTheSameOptionsAtEveryCall() {
        Application application = application();
        assertEquals(application.options(), application.options(), "options() of one application, asked twice");
    }
}
