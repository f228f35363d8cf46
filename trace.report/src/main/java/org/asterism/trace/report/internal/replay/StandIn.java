package org.asterism.trace.report.internal.replay;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Object of a recording in the form that the API has for it. It answers the few questions that a profile asks, by the
 * names of their methods; the classes below implement no operations that a recording cannot carry out.
 */
abstract class StandIn implements InvocationHandler {
    /** Returns the answer to a question. */
    abstract Object answer(String question, Object[] arguments);

    <T> T as(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
    }

    @Override
    public final Object invoke(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> answer(method.getName(), arguments);
        };
    }

    UnsupportedOperationException unknown(String question) {
        return new UnsupportedOperationException("a recording does not know '" + question + "' of " + this);
    }
}
