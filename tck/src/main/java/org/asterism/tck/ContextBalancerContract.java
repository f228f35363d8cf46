package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.asterism.api.Architecture;
import org.asterism.api.Parameter;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.balance.Move;
import org.junit.jupiter.api.Test;

/** Contract of every balancer; see {@link Balancer}. A subclass names the service. */
public abstract class ContextBalancerContract {
    private static final Architecture CPU = Architecture.CPU;
    private static final Architecture CUDA = Architecture.CUDA;
    private static final long LOOK = 10_000_000;

    /** Called by subclasses. */
    protected ContextBalancerContract() {}

    /**
     * Returns the service under test.
     *
     * @return service whose {@code create} returns a new balancer at each call
     */
    protected abstract ContextBalancer service();

    /**
     * Returns the properties of the balancer in all tests.
     *
     * @return properties; by default none
     */
    protected Map<String, String> properties() {
        return Map.of();
    }

    /**
     * Returns the declarations of the balancer's parameters. The tests check that the balancer enforces them.
     *
     * @return declarations; by default those in the service's component description, or none
     */
    protected List<String> declarations() {
        return ParameterProbe.declarationsOf(service(), ContextBalancer.PARAMETERS);
    }

    /**
     * Returns the number of calls, ten milliseconds apart, after which the balancer has made all its moves.
     *
     * @return number of calls; by default a hundred
     */
    protected int patience() {
        return 100;
    }

    /** Balancer with the contexts that it sees. */
    private final class Scene implements AutoCloseable {
        final FakeContexts contexts;
        final Balancer balancer;

        Scene(FakeContexts contexts) {
            this.contexts = contexts;
            balancer = service().create(contexts.balancerContext(properties()));
            assertNotNull(balancer, "create() gave null");
        }

        /** Calls the balancer once, and checks that all its moves are possible. */
        List<Move> look() {
            List<Move> moves = balancer.balance(contexts.situation());
            assertNotNull(moves, "balance() gave null: an empty list leaves all as it is");
            assertEquals(
                    List.of(),
                    contexts.make(moves),
                    "moves that the core refuses: ask the situation for bounds, and for who is where");
            contexts.pass(LOOK);
            return moves;
        }

        int looks(int number) {
            int moves = 0;
            for (int index = 0; index < number; index++) {
                moves += look().size();
            }
            return moves;
        }

        @Override
        public void close() {
            balancer.close();
        }
    }

    private static FakeContexts twoAndTwo() {
        return new FakeContexts().context("a", CPU, CPU).context("b", CPU, CPU);
    }

    @Test
    void shouldRefuseAnUnknownPropertyByItsName() {
        parameterProbe().expectOnlyDeclaredNames("tck.no-such-property", false);
    }

    @Test
    void shouldRefuseValuesThatItsDeclarationsDoNotAllow() {
        parameterProbe().expectRefusals();
    }

    @Test
    void shouldAcceptValuesThatItsDeclarationsAllow() {
        parameterProbe().expectAllowedValues();
    }

    private ParameterProbe parameterProbe() {
        List<Parameter> declared = declarations().stream().map(Parameter::of).toList();
        return new ParameterProbe(declared, properties(), given -> {
            Balancer made = service().create(twoAndTwo().balancerContext(given));
            made.close();
        });
    }

    @Test
    void shouldMakeANewBalancerEachTime() {
        FakeContexts contexts = twoAndTwo();
        ContextBalancer service = service();
        try (Balancer one = service.create(contexts.balancerContext(properties()));
                Balancer other = service.create(contexts.balancerContext(properties()))) {
            assertNotSame(one, other);
        }
    }

    @Test
    void shouldHaveNothingToSayOfNoContextsNoWorkersAndNoTasks() {
        for (FakeContexts contexts : List.of(
                new FakeContexts(),
                new FakeContexts().context("a"),
                new FakeContexts().context("a").context("b"),
                new FakeContexts().context("a").context("b").tasks("a", 10),
                twoAndTwo())) {
            try (Scene scene = new Scene(contexts)) {
                assertEquals(0, scene.looks(patience()), "moves without need");
            }
        }
    }

    @Test
    void shouldGiveIdleWorkersToAContextThatHasTasks() {
        try (Scene scene = new Scene(twoAndTwo().tasks("b", 100_000))) {
            scene.looks(patience());
            assertEquals(4, scene.contexts.workersOf("b"));
            assertEquals(0, scene.contexts.workersOf("a"));
        }
    }

    @Test
    void shouldServeAContextThatHasTasksAndNoWorkers() {
        try (Scene scene = new Scene(
                new FakeContexts().context("a", CPU, CPU, CPU).context("b").tasks("b", 100_000))) {
            scene.looks(patience());
            assertTrue(scene.contexts.workersOf("b") > 0, "a context with tasks got no worker, and three were idle");
        }
        try (Scene scene = new Scene(new FakeContexts()
                .context("a", CPU, CPU, CPU)
                .context("b")
                .tasks("a", 100_000)
                .tasks("b", 100_000))) {
            scene.looks(patience());
            assertTrue(scene.contexts.workersOf("b") > 0, "a context with tasks got none of three busy workers");
        }
    }

    @Test
    void shouldNotSendWorkersToTasksThatTheyCannotExecute() {
        try (Scene scene = new Scene(new FakeContexts()
                .context("a", CPU, CPU, CUDA)
                .context("b", CUDA)
                .tasks("b", 100_000, CUDA))) {
            scene.looks(patience());
            assertEquals(2, scene.contexts.workersOf("b"), "the one device of the other context, and nobody else");
            assertEquals(2, scene.contexts.workersOf("a"));
        }
    }

    @Test
    void shouldKeepWithinTheBounds() {
        try (Scene scene =
                new Scene(twoAndTwo().bounds("a", 1, 4).bounds("b", 0, 3).tasks("b", 100_000))) {
            scene.looks(patience());
            assertEquals(3, scene.contexts.workersOf("b"));
        }
        try (Scene scene = new Scene(twoAndTwo().bounds("a", 1, 4).tasks("b", 100_000))) {
            scene.looks(patience());
            assertEquals(1, scene.contexts.workersOf("a"));
        }
        try (Scene scene = new Scene(twoAndTwo().bounds("b", 0, 2).tasks("b", 100_000))) {
            assertEquals(0, scene.looks(patience()));
        }
    }

    @Test
    void shouldLeaveWorkersAloneThatAreOnTheirWay() {
        try (Scene scene = new Scene(twoAndTwo().tasks("b", 100_000).onItsWay(0).onItsWay(1))) {
            scene.looks(patience());
        }
    }

    @Test
    void shouldComeToRestUnderAnEvenLoad() {
        try (Scene scene = new Scene(twoAndTwo().tasks("a", 100_000).tasks("b", 100_000))) {
            scene.looks(patience());
            assertEquals(0, scene.looks(patience()), "moves although nothing has changed");
        }
    }

    @Test
    void shouldNotMoveWorkersToAndFro() {
        try (Scene scene = new Scene(twoAndTwo())) {
            int moves = 0;
            for (int round = 0; round < 50; round++) {
                scene.contexts.tasks(round % 2 == 0 ? "a" : "b", 25);
                moves += scene.looks(1);
            }
            assertTrue(moves <= 20, moves + " moves in half a second of short bursts on alternating sides");
        }
    }

    @Test
    void shouldAskOnlyForWhatCanBeUnderChangingLoads() {
        Random random = new Random(Seed.take("changing loads of a balancer"));
        for (int run = 0; run < 20; run++) {
            FakeContexts contexts = new FakeContexts()
                    .context("a", CPU, CPU, CPU, CUDA)
                    .context("b", CPU, CPU, CUDA)
                    .context("c", CPU)
                    .bounds("a", random.nextInt(3), 3 + random.nextInt(6))
                    .bounds("c", 0, 1 + random.nextInt(8));
            try (Scene scene = new Scene(contexts)) {
                for (int look = 0; look < 100; look++) {
                    String busy = List.of("a", "b", "c").get(random.nextInt(3));
                    contexts.tasks(busy, random.nextInt(200), random.nextBoolean() ? CPU : CUDA);
                    scene.look();
                }
            }
        }
    }

    @Test
    void shouldTakeTheSameCourseEveryTimeWhateverOtherBalancersDo() {
        List<String> alone = course(null);
        try (Scene other = new Scene(new FakeContexts().context("x", CPU).context("a", CPU, CPU))) {
            assertEquals(alone, course(other));
        }
    }

    /** Returns the moves of a balancer in this scene, while another one of the same service works on another scene. */
    private List<String> course(Scene other) {
        List<String> course = new ArrayList<>();
        try (Scene scene = new Scene(twoAndTwo())) {
            for (int look = 0; look < 200; look++) {
                scene.contexts.tasks(look / 40 % 2 == 0 ? "a" : "b", 60);
                String when = "look " + look + ": ";
                scene.look().forEach(move -> course.add(when + move));
                if (other != null) {
                    other.contexts.tasks("x", look % 7 * 40);
                    other.look();
                }
            }
        }
        return course;
    }

    @Test
    void shouldGoOnAfterARefusal() {
        try (Scene scene = new Scene(twoAndTwo().tasks("b", 100_000))) {
            List<Move> moves = List.of();
            for (int look = 0; look < patience() && moves.isEmpty(); look++) {
                moves = scene.balancer.balance(scene.contexts.situation());
                scene.contexts.pass(LOOK);
            }
            assertTrue(!moves.isEmpty(), "nothing was moved");
            moves.forEach(move -> scene.balancer.refused(move, "on purpose"));
            scene.looks(patience());
            assertEquals(4, scene.contexts.workersOf("b"));
        }
    }

    @Test
    void shouldLeaveNoThreadBehind() throws InterruptedException {
        ThreadCensus census = new ThreadCensus();
        try (Scene scene = new Scene(twoAndTwo().tasks("b", 1000))) {
            scene.looks(20);
        }
        census.expectNoNewThreads(Duration.ofSeconds(1));
    }
}
