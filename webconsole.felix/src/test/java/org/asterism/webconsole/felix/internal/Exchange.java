package org.asterism.webconsole.felix.internal;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;

/** A request to the page and the response, without a server. */
final class Exchange {
    private final Map<String, String> parameters;
    private final StringWriter written = new StringWriter();
    private Optional<String> redirect = Optional.empty();
    private Optional<String> error = Optional.empty();

    Exchange(Map<String, String> parameters) {
        this.parameters = parameters;
    }

    HttpServletRequest request() {
        return proxy(HttpServletRequest.class, (_, method, arguments) -> switch (method.getName()) {
            case "getParameter" -> parameters.get((String) arguments[0]);
            case "getRequestURI" -> "/system/console/asterism";
            default -> throw new UnsupportedOperationException(method.toString());
        });
    }

    HttpServletResponse response() {
        PrintWriter writer = new PrintWriter(written, true);
        return proxy(HttpServletResponse.class, (_, method, arguments) -> switch (method.getName()) {
            case "getWriter" -> writer;
            case "sendRedirect" -> {
                redirect = Optional.of((String) arguments[0]);
                yield null;
            }
            case "sendError" -> {
                error = Optional.of(arguments[0] + " " + arguments[1]);
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.toString());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    String written() {
        return written.toString();
    }

    Optional<String> redirect() {
        return redirect;
    }

    Optional<String> error() {
        return error;
    }
}
