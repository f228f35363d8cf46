package org.asterism.console.web.internal.http;

import java.util.List;
import java.util.Map;

/**
 * A request that was accepted.
 *
 * @param method {@code GET} or {@code POST}
 * @param path the parts of the address behind {@code /api/}
 * @param query the parameters
 * @param body the members of the JSON object that was sent; empty if nothing was
 */
public record Request(String method, List<String> path, Map<String, String> query, Map<String, Object> body) {
    /** Answers requests. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Answers a request. Many threads call it.
         *
         * @param request the request
         * @return what the answer says in JSON: maps, lists, arrays, texts, numbers, booleans and null
         * @throws RequestFailure if it is refused
         */
        Object answer(Request request);
    }
}
