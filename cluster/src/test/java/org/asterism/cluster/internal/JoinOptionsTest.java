package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JoinOptionsTest {
    @Test
    void shouldMakeTheConfigurationOfAMember() {
        JoinOptions options = parse("127.0.0.1:9000 --name node1 --workers 2 --memory 64 --patience 5 --address ::1");
        assertEquals("node1", options.name());
        assertEquals(Duration.ofSeconds(5), options.patience());
        assertEquals(2L, options.properties().get("workers"));
        assertEquals(64L, options.properties().get("memory"));
        assertEquals("::1", options.properties().get("address"));
        assertArrayEquals(
                new String[] {"127.0.0.1:9000"}, (String[]) options.properties().get("coordinator"));
    }

    @Test
    void shouldAddDriversToThatOfTheCores() {
        assertArrayEquals(
                new String[] {"cpu"}, (String[]) parse("127.0.0.1").properties().get("drivers"));
        JoinOptions options = parse("127.0.0.1 --driver opencl,devices=0,1 --driver cuda");
        assertArrayEquals(new String[] {"cpu", "opencl,devices=0,1", "cuda"}, (String[])
                options.properties().get("drivers"));
        assertEquals("0,1", options.drivers().get(1).properties().get("devices"));
        options = parse("127.0.0.1 --driver cpu,bind=false");
        assertArrayEquals(
                new String[] {"cpu,bind=false"}, (String[]) options.properties().get("drivers"));
    }

    @Test
    void shouldNameAMemberAfterItsMachineUnlessItIsTold() {
        assertEquals("my-machine", parse("127.0.0.1").name());
    }

    @ParameterizedTest
    @CsvSource({
        "'',say where the coordinator is",
        "127.0.0.1 127.0.0.2,there is one coordinator",
        "127.0.0.1 --discovery multicast,leave out one of them",
        "--discovery smoke,'allowed are address, file:FOLDER, multicast'",
        "--discovery address,say where the coordinator is",
        "127.0.0.1 --nmae x,there is no option '--nmae'",
        "127.0.0.1 --name,option '--name' has no value",
        "127.0.0.1 --workers 0,option '--workers' is '0'",
        "127.0.0.1 --memory much,option '--memory' is 'much'",
        "127.0.0.1 --install yes,option '--install' is 'yes'; allowed are whole numbers from 1 to 1024",
        "127.0.0.1 --driver devices=0,option '--driver': 'devices=0' names no driver",
        "127.0.0.1 --driver opencl --driver opencl,'option ''--driver'' names driver ''opencl'' twice'",
        "127.0.0.1:seven,a port is a number",
        "127.0.0.1 --workers 70000,allowed are whole numbers from 1 to 65536",
        "127.0.0.1 --name -node,begin with a letter or digit"
    })
    void shouldNameWhatIsWrongWithACommandLine(String words, String part) {
        String message =
                assertThrows(IllegalArgumentException.class, () -> parse(words)).getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void shouldNeedNoHostIfTheCoordinatorIsFoundInAnotherWay() {
        JoinOptions options = parse("--discovery dns:localhost --name node1");
        options.check();
        assertEquals("dns:localhost", options.properties().get("discovery"));
        assertEquals(
                "at the addresses of 'localhost', port 7800",
                options.discovery().text());
    }

    @Test
    void shouldRefuseKindsOfDiscoveryThatCannotWork() {
        assertTrue(refusal("--discovery file:/no/such/folder").contains("there is no folder '/no/such/folder'"));
    }

    @Test
    void shouldWaitForANameThatIsUnknownYet() {
        parse("--discovery dns:no-such-host.invalid").check();
    }

    @Test
    void shouldRefuseToListenToOtherMachinesWithoutKeys() {
        assertTrue(refusal("192.0.2.2 --address 192.0.2.1").contains("there are no keys"));
    }

    @Test
    void shouldRefuseToInstallBundlesForEverybodyOnThisMachine() {
        assertEquals(64L, parse("127.0.0.1 --install 64").properties().get("install"));
        String message = refusal("127.0.0.1 --install 64");
        assertTrue(message.contains("option '--install' is 64, and there are no keys"), message);
    }

    @Test
    void shouldRefuseAddressesThatTheCoordinatorCannotReach() {
        assertTrue(refusal("192.0.2.2").contains("'127.0.0.1' cannot be reached from coordinator 192.0.2.2:7800"));
        assertTrue(refusal("127.0.0.1 --address 0.0.0.0").contains("means all interfaces"));
        assertTrue(refusal("127.0.0.1:0").contains("has port 0"));
        assertTrue(refusal("127.0.0.1 --silence 100").contains("give 500 or more"));
    }

    private static String refusal(String words) {
        JoinOptions options = parse(words);
        return assertThrows(IllegalArgumentException.class, options::check).getMessage();
    }

    private static JoinOptions parse(String words) {
        return JoinOptions.parse(words.isEmpty() ? List.of() : List.of(words.split(" ")), () -> "my machine");
    }
}
