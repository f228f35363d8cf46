package org.asterism.policy.modular.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.Step;
import org.asterism.api.tree.TreeBuilder;
import org.asterism.api.tree.TreeDescription;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyRegistry;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class TreeRegistryTest {
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, SchedulingPolicyFactory> offered = new ConcurrentHashMap<>();
    private final FakeMaker maker = new FakeMaker();
    private final TreeRegistry registry = new TreeRegistry(maker, this::register);
    private int services;
    private Consumer<String> whenRegistered = service -> {};
    private Consumer<String> whenWithdrawn = service -> {};

    private PolicyRegistry.Registration register(
            String name, String description, List<String> parameters, int ranking, SchedulingPolicyFactory factory) {
        String service = name + "@" + ++services;
        events.add("+" + service);
        offered.put(service, factory);
        whenRegistered.accept(service);
        return () -> {
            events.add("-" + service);
            offered.remove(service);
            whenWithdrawn.accept(service);
        };
    }

    private static ComponentPlugin kind(String name, String provider, int ranking, long number, String... parameters) {
        return new ComponentPlugin(
                name, "storage", "keeps", List.of(parameters), provider, ranking, number, context -> null);
    }

    private static ComponentPlugin kind(String name, long number) {
        return kind(name, name + number, 0, number);
    }

    private static TreeDescription tree(String... kinds) {
        return new TreeDescription(
                new Chain(Stream.of(kinds)
                        .map(kind -> (Step) Step.component(kind))
                        .toList()),
                new LinkedHashMap<>());
    }

    private static PolicyContext context(String... property) {
        return new FakePolicyContext(
                property.length == 0 ? Map.of() : Map.of(property[0], property[1]), new VirtualClock());
    }

    private SchedulingPolicy use(String service) {
        return offered.get(service).create(context("place", service));
    }

    private List<String> missing(String tree) {
        return registry.declared().stream()
                .filter(each -> each.name().equals(tree))
                .findFirst()
                .map(DeclaredTree::missing)
                .orElseThrow();
    }

    @Test
    void shouldOfferATreeAsSoonAsAllItsComponentsAreThereAndNoLonger() {
        ComponentPlugin eager = kind("eager", 2);
        registry.declare("mine", "my own", tree("fifo", "eager"));
        assertEquals(List.of("fifo", "eager"), missing("mine"));
        registry.add(kind("fifo", 1));
        assertEquals(List.of("eager"), missing("mine"));
        assertEquals(List.of(), events);
        registry.add(eager);
        assertEquals(List.of("+mine@1"), events);
        assertEquals(List.of(), missing("mine"));
        registry.add(kind("prio", 3));
        registry.remove(eager);
        assertEquals(List.of("+mine@1", "-mine@1"), events);
        assertEquals(List.of("eager"), missing("mine"));
        registry.add(kind("eager", 4));
        assertEquals("+mine@2", events.getLast());
    }

    @Test
    void shouldRebuildTreesWithTheComponentOfTheHighestRanking() {
        registry.add(kind("fifo", "first", 0, 1));
        registry.declare("mine", "my own", tree("fifo"));
        registry.add(kind("fifo", "equal", 0, 2));
        assertEquals(List.of("+mine@1"), events, "of equals the first");
        ComponentPlugin better = kind("fifo", "better", 5, 3);
        registry.add(better);
        assertEquals(List.of("+mine@1", "+mine@2", "-mine@1"), events, "the new one first, so that there is no gap");
        use("mine@2");
        assertEquals(List.of("mine[better]"), maker.made);
        registry.remove(better);
        use("mine@3");
        assertEquals(List.of("mine[better]", "mine[first]"), maker.made);
        assertEquals(List.of("-mine@2"), events.subList(4, 5));
    }

    @Test
    void shouldRebuildNothingThatDoesNotUseTheComponent() {
        registry.add(kind("fifo", 1));
        registry.declare("mine", "my own", tree("fifo"));
        registry.add(kind("prio", 2));
        registry.add(kind("prio", "better", 9, 3));
        assertEquals(List.of("+mine@1"), events);
    }

    @Test
    void shouldHaveAComponentWhosePropertiesChangeTakeThePlaceOfItself() {
        ComponentPlugin old = kind("fifo", "old", 0, 1);
        registry.add(old);
        registry.declare("mine", "my own", tree("fifo"));
        registry.replace(old, kind("fifo", "new", 0, 1));
        assertEquals(List.of("+mine@1", "+mine@2", "-mine@1"), events);
    }

    @Test
    void shouldKeepTheFormerTreeWhileAChangedOneWaitsForItsComponents() {
        ComponentPlugin fifo = kind("fifo", 1);
        registry.add(fifo);
        SchedulingTrees.Declaration mine = registry.declare("mine", "my own", tree("fifo"));
        mine.change(tree("prio"));
        assertEquals(List.of("+mine@1"), events);
        assertEquals(List.of("prio"), missing("mine"));
        registry.add(kind("prio", 2));
        assertEquals(List.of("+mine@1", "+mine@2", "-mine@1"), events);
    }

    @Test
    void shouldTakeTheFormerTreeOutWhenItsOwnComponentLeavesMeanwhile() {
        ComponentPlugin fifo = kind("fifo", 1);
        registry.add(fifo);
        registry.declare("mine", "my own", tree("fifo")).change(tree("prio"));
        registry.remove(fifo);
        assertEquals(List.of("+mine@1", "-mine@1"), events);
    }

    @Test
    void shouldRefuseAChangeThatContextsInWhichTheTreeIsInChargeCannotBear() {
        registry.add(kind("fifo", 1));
        registry.add(kind("prio", 2));
        SchedulingTrees.Declaration mine = registry.declare("mine", "my own", tree("fifo"));
        SchedulingPolicy inCharge = use("mine@1");
        maker.unbearable = "prio2";
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> mine.change(tree("prio")));
        assertTrue(
                refused.getMessage().contains("'mine'")
                        && refused.getMessage().contains("prio2 cannot be borne by {place=mine@1}"),
                refused.getMessage());
        assertEquals(List.of("+mine@1"), events);
        assertEquals(tree("fifo"), registry.declared().getFirst().description());
        inCharge.close();
        mine.change(tree("prio"));
        assertEquals(List.of("+mine@1", "+mine@2", "-mine@1"), events, "nobody minds any more");
    }

    @Test
    void shouldKeepTheLesserComponentWhenTheBetterOneWouldBeRefused() {
        ComponentPlugin lesser = kind("fifo", "lesser", 0, 1);
        registry.add(lesser);
        registry.declare("mine", "my own", tree("fifo"));
        use("mine@1");
        maker.unbearable = "better";
        registry.add(kind("fifo", "better", 5, 2));
        assertEquals(List.of("+mine@1"), events);
        registry.remove(lesser);
        assertEquals(List.of("+mine@1", "+mine@2", "-mine@1"), events, "now there is no other");
    }

    @Test
    void shouldRefuseNamesThatAreTakenOrCannotBeTyped() {
        registry.declare("mine", "my own", tree("fifo"));
        assertThrows(IllegalArgumentException.class, () -> registry.declare("mine", "again", tree("prio")));
        for (String name : List.of("", "a,b", "a b", "a=b", "-a")) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> registry.declare(name, "odd", tree("prio")), name);
            assertTrue(refused.getMessage().contains("'" + name + "'"), refused.getMessage());
        }
        assertEquals(1, registry.declared().size());
    }

    @Test
    void shouldRefuseADescriptionThatNoWorkersCouldMend() {
        registry.add(kind("wrong", 1));
        registry.add(kind("fifo", 2));
        assertThrows(IllegalArgumentException.class, () -> registry.declare("mine", "my own", tree("wrong")));
        assertEquals(List.of(), registry.declared());
        SchedulingTrees.Declaration mine = registry.declare("mine", "my own", tree("fifo"));
        assertThrows(IllegalArgumentException.class, () -> mine.change(tree("wrong")));
        assertEquals(List.of("+mine@1"), events);
        assertEquals(tree("fifo"), registry.declared().getFirst().description());
    }

    @Test
    void shouldRefuseADescriptionThatDoesNotFitTogetherBeforeItsComponentsAreThere() {
        TreeDescription lost = TreeBuilder.from("fifo").toPart("end").build();
        String message = assertThrows(IllegalArgumentException.class, () -> registry.declare("mine", "", lost))
                .getMessage();
        assertTrue(message.startsWith("there is no part 'end'"), message);
        assertEquals(List.of(), registry.declared());
        assertEquals(List.of(message), registry.check(lost, null));
        try (SchedulingTrees.Declaration mine = registry.declare("mine", "", tree("fifo"))) {
            assertThrows(IllegalArgumentException.class, () -> mine.change(lost));
        }
    }

    @Test
    void shouldReadWhatItWrites() {
        TreeDescription written = TreeBuilder.from("fifo")
                .toPart("end")
                .where("end", TreeBuilder.from("eager"))
                .build();
        assertEquals("fifo / @end where end = eager", registry.write(written));
        assertEquals(written, registry.read(registry.write(written)).description());
    }

    @Test
    void shouldNotOfferATreeThatTurnsOutToBeWrongWhenItsComponentsCome() {
        registry.declare("mine", "my own", tree("fifo", "wrong"));
        registry.add(kind("wrong", 1));
        registry.add(kind("fifo", 2));
        assertEquals(List.of(), events);
    }

    @Test
    void shouldForgetATreeThatIsClosedAndLetItsNameBeUsedAgain() {
        registry.add(kind("fifo", 1));
        SchedulingTrees.Declaration mine = registry.declare("mine", "my own", tree("fifo"));
        mine.close();
        mine.close();
        assertEquals(List.of("+mine@1", "-mine@1"), events);
        assertEquals(List.of(), registry.declared());
        assertThrows(IllegalStateException.class, () -> mine.change(tree("fifo")));
        registry.declare("mine", "another", tree("fifo"));
        mine.close();
        assertEquals("another", registry.declared().getFirst().summary());
    }

    @Test
    void shouldListTheKindsThatWouldBeUsed() {
        registry.add(kind("prio", "b", 0, 2));
        registry.add(kind("fifo", "a", 0, 1));
        registry.add(kind("prio", "c", 7, 3));
        assertEquals(
                List.of("combined-worker ", "fifo a", "prio c", "worker "),
                registry.components().stream()
                        .map((ComponentDescription kind) -> kind.name() + " " + kind.provider())
                        .toList());
    }

    @Test
    void shouldTakeAllOutOfServiceAtItsEnd() {
        registry.add(kind("fifo", 1));
        registry.declare("one", "", tree("fifo"));
        registry.declare("two", "", tree("fifo"));
        registry.close();
        assertEquals(Map.of(), offered);
    }

    // A change calls factories on other threads, for which the changing thread waits; these may use the registry.

    /** Runs something on another thread, as a factory is called; fails if that waits for the calling thread. */
    private static void callAside(Runnable call) {
        CompletableFuture<Void> called = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                call.run();
                called.complete(null);
            } catch (RuntimeException | Error thrown) {
                called.completeExceptionally(thrown);
            }
        });
        caller.setDaemon(true);
        caller.start();
        called.orTimeout(4, TimeUnit.SECONDS).join();
    }

    @Test
    void shouldLetAFactoryBringAComponentWhileATreeIsRegistered() {
        ComponentPlugin prio = kind("prio", 2);
        whenRegistered = service -> callAside(() -> registry.add(prio));
        registry.declare("other", "", tree("prio"));
        registry.declare("mine", "", tree("fifo"));
        registry.add(kind("fifo", 1));
        assertEquals(List.of("+mine@1", "+other@2"), events);
    }

    @Test
    void shouldLetAFactoryDeclareAndCloseATreeWhileAnotherIsWithdrawn() {
        ComponentPlugin fifo = kind("fifo", 1);
        registry.add(fifo);
        registry.add(kind("prio", 2));
        registry.declare("mine", "", tree("fifo"));
        whenWithdrawn = service -> {
            if (service.startsWith("mine")) {
                callAside(() -> registry.declare("other", "", tree("prio")).close());
            }
        };
        registry.remove(fifo);
        assertEquals(List.of("+mine@1", "-mine@1", "+other@2", "-other@2"), events);
        assertEquals(List.of("mine"), names());
    }

    @Test
    void shouldLetAFactoryTakeAwayTheComponentOfATreeThatTheChangeWithdrawsLater() {
        ComponentPlugin fifo = kind("fifo", 1);
        ComponentPlugin prio = kind("prio", 2);
        registry.add(fifo);
        registry.add(prio);
        registry.declare("one", "", tree("fifo"));
        registry.declare("two", "", tree("fifo", "prio"));
        whenWithdrawn = service -> {
            if (service.startsWith("one")) {
                callAside(() -> registry.remove(prio));
            }
        };
        registry.remove(fifo);
        assertEquals(List.of("+one@1", "+two@2", "-one@1", "-two@2"), events);
    }

    @Test
    void shouldLetATriedComponentBringAnother() {
        registry.add(kind("fifo", 1));
        registry.declare("mine", "", tree("fifo"));
        use("mine@1");
        maker.whenTried = () -> callAside(() -> registry.add(kind("prio", 3)));
        registry.add(kind("fifo", "better", 5, 2));
        assertEquals(List.of("+mine@1", "+mine@2", "-mine@1"), events);
    }

    @Test
    void shouldTryATreeAnewIfItsComponentChangesMeanwhile() {
        registry.add(kind("fifo", 1));
        registry.declare("mine", "", tree("fifo"));
        use("mine@1");
        maker.whenTried = () -> {
            maker.whenTried = () -> {};
            callAside(() -> registry.add(kind("fifo", "best", 7, 3)));
        };
        registry.add(kind("fifo", "better", 5, 2));
        use("mine@2");
        assertEquals(List.of("+mine@1", "+mine@2", "-mine@1"), events);
        assertEquals("mine[best]", maker.made.getLast());
    }

    @Test
    void shouldReturnFromTheRemovalOfAComponentWhenAnotherThreadHasWithdrawnItsTree() throws Exception {
        ComponentPlugin fifo = kind("fifo", 1);
        ComponentPlugin prio = kind("prio", 2);
        registry.add(fifo);
        registry.add(prio);
        registry.declare("mine", "", tree("fifo", "prio"));
        CountDownLatch withdrawing = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        whenWithdrawn = service -> {
            withdrawing.countDown();
            awaitUninterruptibly(mayGoOn);
        };
        Thread first = new Thread(() -> registry.remove(fifo));
        first.start();
        assertTrue(withdrawing.await(30, TimeUnit.SECONDS));
        Thread second = new Thread(() -> registry.remove(prio));
        second.start();
        while (second.getState() != Thread.State.TIMED_WAITING && second.isAlive()) {
            Thread.onSpinWait();
        }
        assertTrue(second.isAlive(), "contexts use the component still");
        mayGoOn.countDown();
        second.join(30_000);
        first.join(30_000);
        assertFalse(second.isAlive());
        assertEquals(List.of("+mine@1", "-mine@1"), events);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private List<String> names() {
        return registry.declared().stream().map(DeclaredTree::name).toList();
    }
}
