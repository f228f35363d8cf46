package org.asterism.itest.container;

import java.io.InputStream;
import org.asterism.itest.fixture.PluginUser;

/**
 * Rounds in which all plug-ins of a third party come, change and go in a framework, while {@link PluginUser} works with
 * them.
 *
 * <p>The system property {@code asterism.rounds} sets how many; with seven plug-ins, a round makes 21 changes. The
 * defaults keep the build short. A full run:
 *
 * <pre>{@code
 * mvn verify -pl itest -am -Dit.test=FelixIT,EquinoxIT,KarafIT -Dtest=NoSuchTest
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dit.fork.seconds=7200 -Dasterism.rounds=200
 *     -Djunit.jupiter.execution.timeout.mode=disabled
 * }</pre>
 */
final class PluginRounds {
    private static final String[] USED = {"org.asterism.api", "org.asterism.api.data", "org.asterism.api.tree"};
    private static final String USER = "plug-ins";

    private final LiveFramework framework;
    private final PluginDelivery plugins;

    /**
     * In a framework that has the bundle {@link #user}.
     *
     * @param plugins how they get there
     */
    PluginRounds(LiveFramework framework, PluginDelivery plugins) {
        this.framework = framework;
        this.plugins = plugins;
    }

    /** The bundle that works with the plug-ins. */
    static InputStream user() {
        return PluginBundle.application("user", "1.0.0", PluginUser.class, USED);
    }

    /**
     * Fails if a plug-in is not used, if a result is wrong, or if anything stays behind.
     *
     * @param usual how many rounds there are without the property
     */
    void run(int usual) throws Exception {
        MeasuredRounds.repeat(framework, Integer.getInteger("asterism.rounds", usual), this::comeChangeAndGo);
        framework.ask(USER, "end");
    }

    private void comeChangeAndGo(int round) throws Exception {
        plugins.deliver("1.0." + round);
        use("1.0." + round);
        plugins.deliver("2.0." + round);
        use("2.0." + round);
        plugins.remove();
        framework.ask(USER, "miss");
    }

    private void use(String version) {
        framework.ask(USER, "use " + version);
        framework.awaitOutput("asterism:topo", "one core " + version);
        framework.awaitOutput("asterism:run counting --context default", "counting " + version);
    }
}
