package org.asterism.console.web.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends requests with any headers, as attackers do. */
public record RawRequest(int port, String token) {
    /** An answer; the text has head and body. */
    public record Answer(int status, String text) {
        public String body() {
            return text.substring(text.indexOf("\r\n\r\n") + 4);
        }
    }

    public static RawRequest to(String link) {
        int port = Integer.parseInt(link.replaceFirst(".*:(\\d+)/.*", "$1"));
        return new RawRequest(port, link.substring(link.indexOf('=') + 1));
    }

    /** Opens a connection that the caller closes. */
    public Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Sends exactly these lines. */
    public Answer send(String body, String... lines) throws IOException {
        try (Socket socket = connect()) {
            String head = String.join("\r\n", lines) + "\r\nConnection: close\r\nContent-Length: " + body.length()
                    + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(Integer.parseInt(text.split(" ", 3)[1]), text);
        }
    }

    /** Asks as the page does. */
    public Answer get(String address) throws IOException {
        return send("", "GET " + address + " HTTP/1.1", "Host: 127.0.0.1:" + port, authorization());
    }

    /** Changes something as the page does. */
    public Answer post(String address, String body) throws IOException {
        return send(body, "POST " + address + " HTTP/1.1", "Host: 127.0.0.1:" + port, authorization());
    }

    public String authorization() {
        return "Authorization: Bearer " + token;
    }
}
