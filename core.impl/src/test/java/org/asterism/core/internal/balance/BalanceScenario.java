package org.asterism.core.internal.balance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.balancer.completion.internal.CompletionBalancerFactory;
import org.asterism.balancer.idle.internal.IdleBalancerFactory;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.asterism.spi.balance.Balancer;
import org.asterism.spi.balance.Move;
import org.asterism.spi.balance.Situation;

/** A runtime of four workers in virtual time, whose kernels take as long as their tasks say, and balancers. */
final class BalanceScenario implements AutoCloseable {
    static final long MILLISECOND = 1_000_000;
    static final Codelet WORK = Codelet.named("work").access().cpu(kernel -> {}).build();

    final Laboratory laboratory = new Laboratory();
    final TaskRuntime runtime;

    BalanceScenario() {
        this(RuntimeConfiguration.defaults());
    }

    BalanceScenario(RuntimeConfiguration configuration) {
        laboratory.addDriver("timed", new TimedDriver(4));
        laboratory.plugins.add(new BalancerPlugin("idle", new IdleBalancerFactory()));
        laboratory.plugins.add(new BalancerPlugin("completion", new CompletionBalancerFactory()));
        runtime = laboratory.factory.create(configuration.withClock(new VirtualClock()));
    }

    /** Brings a balancer that is a function. */
    BalancerPlugin bring(String name, Function<Situation, List<Move>> decide) {
        BalancerPlugin plugin = new BalancerPlugin(name, context -> (Balancer) decide::apply);
        laboratory.plugins.add(plugin);
        return plugin;
    }

    /** A context of the workers from an id on. */
    SchedulingContext contextFrom(int id, String name) {
        return runtime.createContext(name, "prio", worker -> worker.id() >= id);
    }

    static void submit(SchedulingContext context, int tasks) {
        submit(context, tasks, MILLISECOND);
    }

    static void submit(SchedulingContext context, int tasks, long nanos) {
        for (int index = 0; index < tasks; index++) {
            context.task(WORK).argument(nanos).submit();
        }
    }

    long now() {
        return runtime.clock().nanoTime();
    }

    void balance(String name, String... properties) {
        Map<String, String> map = new HashMap<>();
        for (String property : properties) {
            map.put(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
        }
        runtime.balance(name, map);
    }

    @Override
    public void close() {
        runtime.close();
        laboratory.close();
    }
}
