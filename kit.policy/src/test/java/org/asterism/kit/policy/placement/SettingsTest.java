package org.asterism.kit.policy.placement;

import static org.asterism.api.Parameter.AND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.asterism.api.Parameter;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SettingsTest {
    @ParameterizedTest
    @CsvSource({
        "alpha, -1",
        "beta, many",
        "gamma, NaN",
        "idle-power, -0.5",
        "prefetch, perhaps",
        "explore, 2",
        "window, 0",
        "min-priority, low",
        "max-priority, 1e3"
    })
    void shouldRefuseAValueThatIsNotAllowed(String property, String value) {
        FakePolicyContext context = new FakePolicyContext(Map.of(property, value), new VirtualClock());
        String message = assertThrows(IllegalArgumentException.class, () -> Family.DMDA_FACTORY.create(context))
                .getMessage();
        assertTrue(message.contains("'" + property + "'"), message);
        assertTrue(message.contains("'" + value + "'"), message);
        assertTrue(message.contains("allowed"), message);
    }

    @Test
    void shouldRefuseARangeOfPrioritiesThatIsUpsideDown() {
        Map<String, String> range = Map.of("min-priority", "5", "max-priority", "4");
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new Settings(new PolicyProperties(range), Family.DECLARED, () -> Weights.USUAL))
                .getMessage();
        assertTrue(message.contains("max-priority") && message.contains("from 5"), message);
    }

    @Test
    void shouldRefuseWhatOnlyARelativeDeclares() {
        String declared = Weights.PREFETCH + AND + Weights.EXPLORE;
        LeastCostPolicyFactory factory = new LeastCostPolicyFactory(Family.DM, declared, new ConfiguredWeights()) {};
        FakePolicyContext context = new FakePolicyContext(Map.of("alpha", "2"), new VirtualClock());
        assertEquals(
                "unknown property 'alpha'; it knows: explore, prefetch",
                assertThrows(IllegalArgumentException.class, () -> factory.create(context))
                        .getMessage());
    }

    @Test
    void shouldCountByPriorityOnlyIfBothEndsOfTheRangeAreGiven() {
        assertFalse(settings(Map.of()).isRanged());
        assertFalse(settings(Map.of("min-priority", "0")).isRanged());
        assertTrue(settings(Map.of("min-priority", "0", "max-priority", "9")).isRanged());
    }

    private static Settings settings(Map<String, String> properties) {
        return new Settings(new PolicyProperties(properties), Family.DECLARED, () -> Weights.USUAL);
    }

    @Test
    void shouldHaveTheSameDefaultsInTheConfigurationAndInThePolicies() {
        assertEquals(Weights.USUAL, new ConfiguredWeights(Map.of()).get());
    }

    @Test
    void shouldDescribeTheConfigurationAsThePropertiesAreDeclared() throws Exception {
        try (InputStream file =
                getClass().getResourceAsStream("/OSGI-INF/metatype/" + "org.asterism.policy.dmda.xml")) {
            NodeList described = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file)
                    .getElementsByTagName("AD");
            List<String> declarations = Parameter.declarations(ConfiguredWeights.DECLARED);
            assertEquals(declarations.size(), described.getLength(), "properties of the configuration");
            for (int index = 0; index < described.getLength(); index++) {
                Element attribute = (Element) described.item(index);
                Parameter declared = Parameter.of(declarations.get(index));
                assertEquals(declared.name(), attribute.getAttribute("id"));
                assertEquals(declarations.get(index), attribute.getAttribute("description"));
                assertEquals(
                        declared.standard(), attribute.getAttribute("default").replaceFirst("\\.0$", ""));
                assertEquals(declared.least(), bound(attribute, "min", Double.NEGATIVE_INFINITY), declared.name());
                assertEquals(declared.greatest(), bound(attribute, "max", Double.POSITIVE_INFINITY), declared.name());
            }
        }
    }

    private static double bound(Element attribute, String name, double none) {
        return attribute.hasAttribute(name) ? Double.parseDouble(attribute.getAttribute(name)) : none;
    }

    @Test
    void shouldTellOfAWrongConfigurationWhenAPolicyIsAskedFor() {
        ConfiguredWeights configured = new ConfiguredWeights(Map.of("alpha", -2.0));
        LeastCostPolicyFactory factory = new LeastCostPolicyFactory(Family.DMDAS, Family.DECLARED, configured) {};
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        String message = assertThrows(IllegalArgumentException.class, () -> factory.create(context))
                .getMessage();
        assertTrue(message.contains("org.asterism.policy.dmda"), message);
        assertTrue(message.contains("'alpha' is '-2.0'"), message);
        configured.change(Map.of("alpha", 2.0));
        factory.create(context).close();
    }

    @Test
    void shouldKeepTheFormerConfigurationWhenTheNewOneIsWrong() {
        ConfiguredWeights configured = new ConfiguredWeights(Map.of("alpha", 3.0));
        configured.change(Map.of("alpha", -3.0));
        assertEquals(3, configured.get().costs().alpha());
        configured.change(Map.of("alpha", 4.0));
        assertEquals(4, configured.get().costs().alpha());
    }
}
