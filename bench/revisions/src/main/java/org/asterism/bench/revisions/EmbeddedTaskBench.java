package org.asterism.bench.revisions;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The application taskbench of a distribution that runs in this JVM, with its own runtime. It uses only names of
 * core.api, by reflection, so revisions may differ in everything else.
 */
final class EmbeddedTaskBench {
    private static final String API = "org.asterism.api.";
    private static final String SPI = "org.asterism.spi.application.";

    /** Policies of trees, whose bundles take as long to start as all others together. */
    private static final String TREES = "modular";

    private static final Pattern BUNDLES_OF_TREES = Pattern.compile("(policy|components)\\.modular[.-].*");
    private static final Pattern NONE = Pattern.compile("");

    private static final Set<String> REFUSALS =
            Set.of("UsageException", "UnknownPolicyException", "PolicyRefusedException");

    /** Thrown for a distribution whose structure this class does not support. The message names the difference. */
    static final class NotEmbeddable extends Exception {
        private static final long serialVersionUID = 1;

        NotEmbeddable(Throwable cause) {
            super(cause.toString(), cause);
        }
    }

    /** Thrown when the distribution lacks a mode, option or policy, which the message names. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(Throwable cause) {
            super(cause.getMessage(), cause);
        }
    }

    private final EmbeddedFramework framework;
    private final Observation observation;
    private final Object runtime;
    private final Object application;
    private final Class<?> runs;
    private final Method run;

    /**
     * Starts the distribution's framework and a runtime; both last as long as the JVM.
     *
     * @param home the unpacked distribution
     * @param policy the runtime's policy
     * @param workers number of CPU workers
     * @param observation how each run is observed
     */
    EmbeddedTaskBench(Path home, String policy, int workers, Observation observation) throws NotEmbeddable, Refused {
        this.observation = observation;
        try {
            framework = new EmbeddedFramework(home, policy.startsWith(TREES) ? NONE : BUNDLES_OF_TREES);
            application = framework.service(SPI + "Application", "(app.name=taskbench)");
            ClassLoader spi = application.getClass().getClassLoader();
            runs = spi.loadClass(SPI + "ApplicationRun");
            run = spi.loadClass(SPI + "Application").getMethod("run", runs);
            runtime = runtime(framework.service(API + "RuntimeFactory", null), policy, workers);
        } catch (InvocationTargetException failed) {
            if (isRefusal(failed.getCause())) {
                throw new Refused(failed.getCause());
            }
            throw new NotEmbeddable(failed.getCause());
        } catch (ReflectiveOperationException | IOException mismatch) {
            throw new NotEmbeddable(mismatch);
        }
    }

    private static Object runtime(Object factory, String policy, int workers) throws ReflectiveOperationException {
        ClassLoader api = factory.getClass().getClassLoader();
        Class<?> type = api.loadClass(API + "RuntimeConfiguration");
        Object standard = type.getMethod("defaults").invoke(null);
        Object scheduled = type.getMethod("withPolicy", String.class).invoke(standard, policy);
        Object configuration =
                type.getMethod("withWorkers", String.class, int.class).invoke(scheduled, "cpu", workers);
        return api.loadClass(API + "RuntimeFactory").getMethod("create", type).invoke(factory, configuration);
    }

    private static boolean isRefusal(Throwable thrown) {
        return REFUSALS.contains(thrown.getClass().getSimpleName());
    }

    /**
     * Runs taskbench once, without untimed rounds of its own.
     *
     * @param options by name without dashes
     * @return nanoseconds per task
     * @throws InvocationTargetException if taskbench fails
     */
    double run(Map<String, String> options) throws Refused, ReflectiveOperationException {
        try (AutoCloseable _ = observation.begin(framework, runtime)) {
            Object result = run.invoke(application, request(options));
            Class<?> type = result.getClass();
            if (!(boolean) type.getMethod("correct").invoke(result)) {
                throw new IllegalStateException("taskbench " + options + " did not execute every task exactly once");
            }
            return ((Number) ((Map<?, ?>) type.getMethod("fields").invoke(result)).get("total_ns")).doubleValue();
        } catch (InvocationTargetException failed) {
            if (isRefusal(failed.getCause())) {
                throw new Refused(failed.getCause());
            }
            throw failed;
        } catch (ReflectiveOperationException | RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IllegalStateException("the run cannot be observed: " + failed, failed);
        }
    }

    /** Answers the requests of taskbench in the same way as {@code asterism run}. */
    private Object request(Map<String, String> options) {
        return Proxy.newProxyInstance(
                runs.getClassLoader(), new Class<?>[] {runs}, (_, method, arguments) -> switch (method.getName()) {
                    case "runtime" -> runtime;
                    case "option" -> Optional.ofNullable(options.get((String) arguments[0]));
                    case "flag" -> false;
                    case "integer" -> integer(options, (String) arguments[0], (long) arguments[1]);
                    case "number" -> number(options, (String) arguments[0], (double) arguments[1]);
                    default -> throw new UnsupportedOperationException("taskbench asks for " + method.getName());
                });
    }

    private static double number(Map<String, String> options, String option, double fallback) {
        String given = options.get(option);
        return given == null ? fallback : Double.parseDouble(given);
    }

    private static long integer(Map<String, String> options, String option, long fallback) {
        if (option.equals("warmup")) {
            return 0;
        }
        String given = options.get(option);
        return given == null ? fallback : Long.parseLong(given);
    }
}
