package org.asterism.driver.cuda.internal;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.asterism.driver.cuda.internal.library.CudaFailure;
import org.asterism.driver.cuda.internal.library.CudaLibrary;

/**
 * The driver's functions in Java, without any native code: devices that are only described. Other functions do nothing,
 * and answer 0.
 */
final class FakeCuda {
    private final Map<String, Function<Object[], Object>> answers = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final CudaLibrary library = (CudaLibrary) Proxy.newProxyInstance(
            CudaLibrary.class.getClassLoader(), new Class<?>[] {CudaLibrary.class}, (proxy, method, arguments) -> {
                synchronized (calls) {
                    calls.add(method.getName());
                }
                Function<Object[], Object> answer = answers.get(method.getName());
                if (answer != null) {
                    return answer.apply(arguments);
                }
                Class<?> type = method.getReturnType();
                return type == int.class
                        ? (Object) 0
                        : type == long.class ? (Object) 1L : type == boolean.class ? (Object) false : null;
            });

    /** So many devices, of a GiB each. */
    FakeCuda(int devices) {
        answer("deviceCount", arguments -> devices);
        answer("driverVersion", arguments -> 12040);
        answer("deviceName", arguments -> "Imagined " + arguments[0]);
        answer("pciBus", arguments -> "0000:0" + arguments[0] + ":00.0");
        answer("deviceMemory", arguments -> 1L << 30);
        answer("freeMemory", arguments -> 1L << 30);
        answer("deviceAttribute", arguments -> switch ((int) arguments[0]) {
            case CudaLibrary.COMPUTE_CAPABILITY_MAJOR -> 8;
            case CudaLibrary.COMPUTE_CAPABILITY_MINOR -> 6;
            default -> 100;
        });
    }

    /** Has a function answer something else. */
    FakeCuda answer(String function, Function<Object[], Object> answer) {
        answers.put(function, answer);
        return this;
    }

    /** Has a function fail when its first argument is this. */
    FakeCuda failFor(String function, Object first, int error) {
        Function<Object[], Object> before = answers.getOrDefault(function, arguments -> 1L);
        return answer(function, arguments -> {
            if (first.equals(arguments[0])) {
                throw new CudaFailure(function, error, "CUDA_ERROR_OF_A_TEST", "made by a test");
            }
            return before.apply(arguments);
        });
    }

    /** How often a function was called. */
    long calls(String function) {
        synchronized (calls) {
            return calls.stream().filter(function::equals).count();
        }
    }

    CudaLibrary library() {
        return library;
    }

    CudaDriver driver(Map<String, ?> configured) {
        return new CudaDriver(configured, whyNot -> Optional.of(library), Optional::empty);
    }
}
