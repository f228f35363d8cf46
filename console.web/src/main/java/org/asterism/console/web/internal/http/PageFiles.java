package org.asterism.console.web.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.asterism.report.page.PageLook;

/** The files of the page. They show nothing without the token, so everybody may have them. */
final class PageFiles {
    /**
     * A file.
     *
     * @param type its media type
     * @param content its bytes
     */
    record PageFile(String type, byte[] content) {}

    private static final Map<String, String> TYPES = Map.of(
            "html",
            "text/html; charset=utf-8",
            "js",
            "text/javascript; charset=utf-8",
            "css",
            "text/css; charset=utf-8");

    private PageFiles() {}

    /** Finds a file by its address, such as {@code /page.js}. */
    static Optional<PageFile> find(String address) {
        String name = address.equals("/") ? "index.html" : address.substring(Math.min(1, address.length()));
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || !name.matches("[A-Za-z-]+\\.[a-z]+")) {
            return Optional.empty();
        }
        return switch (name) {
            case "look.css" -> Optional.of(new PageFile(type, PageLook.style().getBytes(StandardCharsets.UTF_8)));
            case "look.js" -> Optional.of(new PageFile(type, PageLook.drawing().getBytes(StandardCharsets.UTF_8)));
            default -> content(name).map(content -> new PageFile(type, content));
        };
    }

    private static Optional<byte[]> content(String name) {
        try (InputStream stream = PageFiles.class.getResourceAsStream("page/" + name)) {
            return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException("the bundle console.web cannot read its own " + name, failure);
        }
    }
}
