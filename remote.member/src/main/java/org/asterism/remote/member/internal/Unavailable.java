package org.asterism.remote.member.internal;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Function;

/** Stands in for an object of the coordinator: answers what is known here, and refuses everything else. */
final class Unavailable {
    private Unavailable() {}

    /**
     * Makes a stand-in.
     *
     * @param <T> its type
     * @param type the class of the type
     * @param text what it is, for messages
     * @param answers the answers by the names of methods, made of their arguments
     */
    static <T> T of(Class<T> type, String text, Map<String, Function<Object[], Object>> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answer(text, answers, self, method, arguments)));
    }

    private static Object answer(
            String text,
            Map<String, Function<Object[], Object>> answers,
            Object self,
            Method method,
            Object[] arguments) {
        Function<Object[], Object> known = answers.get(method.getName());
        if (known != null) {
            return known.apply(arguments);
        }
        return switch (method.getName()) {
            case "toString" -> text;
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == arguments[0];
            default ->
                throw new UnsupportedOperationException(method.getDeclaringClass()
                                .getSimpleName() + "."
                        + method.getName() + " of " + text + " is not available on a member: the coordinator has the "
                        + "task, its runtime and its data. Set a result, and let the coordinator go on with it");
        };
    }
}
