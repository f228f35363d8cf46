package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.asterism.api.Parameter;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Comparison of a plug-in's parameter declarations with the checks that it makes. Only parameters with declared allowed
 * values are tried.
 *
 * @param declared the parameters
 * @param usual properties of the plug-in in all tests
 * @param make creates a plug-in with properties
 */
record ParameterProbe(List<Parameter> declared, Map<String, String> usual, Consumer<Map<String, String>> make) {
    private static final String NO_WORD = "tck.no-such-value";

    /** Returns the declarations in the component description of a factory, or none if it has none. */
    static List<String> declarationsOf(Object factory, String serviceProperty) {
        Class<?> type = factory.getClass();
        try (InputStream in = type.getResourceAsStream("/OSGI-INF/" + type.getName() + ".xml")) {
            if (in == null) {
                return List.of();
            }
            NodeList properties = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getElementsByTagName("property");
            List<String> declarations = new ArrayList<>();
            for (int index = 0; index < properties.getLength(); index++) {
                Element property = (Element) properties.item(index);
                if (property.getAttribute("name").equals(serviceProperty)) {
                    String text =
                            property.hasAttribute("value") ? property.getAttribute("value") : property.getTextContent();
                    text.lines().map(Parameter::declarations).forEach(declarations::addAll);
                }
            }
            return declarations;
        } catch (IOException | SAXException | ParserConfigurationException broken) {
            throw new IllegalStateException("the component description of " + type.getName() + " is broken", broken);
        }
    }

    /**
     * Makes the plug-in with an unknown property, and with each parameter that only others declare. Checks that the
     * refusal names it and all declared ones.
     *
     * @param unknown the name of no parameter
     * @param handsOn whether the plug-in accepts what its parts declare, so that only the unknown property is tried
     */
    void expectOnlyDeclaredNames(String unknown, boolean handsOn) {
        expectUndeclared(unknown, "a property that no plug-in knows");
        if (handsOn) {
            return;
        }
        ParametersElsewhere.NAMES.stream()
                .filter(name -> declared.stream()
                        .noneMatch(parameter -> parameter.name().equals(name)))
                .forEach(name -> expectUndeclared(
                        name, "the parameter '" + name + "', which others have and this plug-in does not declare"));
    }

    private void expectUndeclared(String name, String what) {
        String refusal = refusal(name, "1", "create with " + what + "; see PolicyProperties.allowOnly");
        expectWord(refusal, "'" + name + "'", "the unknown property");
        for (Parameter parameter : declared) {
            expectWord(refusal, parameter.name(), "a declared parameter");
        }
    }

    /** Creates the plug-in with forbidden values, and checks the text of the refusals. */
    void expectRefusals() {
        for (Parameter parameter : declared) {
            for (String value : forbidden(parameter)) {
                String name = property(parameter);
                String refusal = refusal(
                        name,
                        value,
                        "create with " + name + "=" + value + ", declared as '" + parameter
                                + "'; read it by its declaration: see PolicyProperties");
                expectWord(refusal, name, "the parameter");
                expectWord(refusal, value, "the value");
                for (String allowed : allowedWords(parameter)) {
                    expectWord(refusal, allowed, "what is allowed");
                }
            }
        }
    }

    /**
     * Creates the plug-in with the default and the values at the bounds, one at a time, because combinations of values
     * may be refused.
     */
    void expectAllowedValues() {
        for (Parameter parameter : declared) {
            for (String value : allowed(parameter)) {
                if (isAccepted(with(property(parameter), value))) {
                    continue;
                }
                assertDoesNotThrow(
                        () -> make.accept(Map.of(property(parameter), value)),
                        () -> "create with " + property(parameter) + "=" + value + ", declared as '" + parameter + "'");
            }
        }
    }

    private boolean isAccepted(Map<String, String> given) {
        try {
            make.accept(given);
            return true;
        } catch (IllegalArgumentException refusal) {
            return false;
        }
    }

    private enum Kind {
        INTEGER,
        NUMBER,
        TIME,
        FLAG,
        CHOICE,
        TEXT
    }

    /** Returns the kind of values, which the default and the allowed values show. */
    private static Kind kind(Parameter parameter) {
        String standard = parameter.standard();
        if (standard.equals("true") || standard.equals("false")) {
            return Kind.FLAG;
        }
        if (standard.matches("[0-9.]+ ?(ns|us|µs|ms|s)")) {
            return Kind.TIME;
        }
        if (parameter.words().size() > 1) {
            return Kind.CHOICE;
        }
        if (parameter.allowed().isEmpty() || !standard.matches("-?[0-9.]+")) {
            return Kind.TEXT;
        }
        return (standard + parameter.allowed()).matches(".*[0-9][.e][0-9].*") ? Kind.NUMBER : Kind.INTEGER;
    }

    /** Returns the name of the property that a declaration describes. */
    private static String property(Parameter parameter) {
        return parameter.name().replaceFirst("(?<=\\.)[A-Z]+$", "cpu");
    }

    private static SequencedSet<String> forbidden(Parameter parameter) {
        SequencedSet<String> values = new LinkedHashSet<>();
        if (kind(parameter) != Kind.TEXT) {
            values.add(NO_WORD);
        }
        switch (kind(parameter)) {
            case INTEGER -> {
                values.add("0.5");
                values.add(String.valueOf((int) parameter.least() - 1L));
                values.add(String.valueOf((int) parameter.greatest() + 1L));
            }
            case NUMBER -> {
                values.add("NaN");
                if (parameter.least() > -Double.MAX_VALUE) {
                    values.add(String.valueOf(Math.nextDown(parameter.least())));
                }
                if (parameter.greatest() < Double.MAX_VALUE) {
                    values.add(String.valueOf(Math.nextUp(parameter.greatest())));
                }
            }
            case TIME -> {
                values.add("5");
                values.add("-1ms");
            }
            case FLAG, CHOICE, TEXT -> {}
        }
        return values;
    }

    private static SequencedSet<String> allowed(Parameter parameter) {
        SequencedSet<String> values = new LinkedHashSet<>();
        if (kind(parameter) != Kind.TEXT) {
            values.add(parameter.standard());
        }
        switch (kind(parameter)) {
            case INTEGER -> {
                values.add(String.valueOf((int) parameter.least()));
                values.add(String.valueOf((int) parameter.greatest()));
            }
            case NUMBER -> {
                values.add(String.valueOf(parameter.least()));
                if (parameter.greatest() < Double.MAX_VALUE) {
                    values.add(String.valueOf(parameter.greatest()));
                }
            }
            case TIME -> values.add("0ns");
            case FLAG -> {
                values.add("true");
                values.add("false");
            }
            case CHOICE -> values.addAll(parameter.words());
            case TEXT -> {}
        }
        return values;
    }

    /** Returns the texts that a refusal must contain besides name and value. */
    private static List<String> allowedWords(Parameter parameter) {
        return switch (kind(parameter)) {
            case FLAG -> List.of("true", "false");
            case INTEGER ->
                List.of(String.valueOf((int) parameter.least()), String.valueOf((int) parameter.greatest()));
            case CHOICE -> parameter.words();
            case NUMBER, TIME, TEXT -> List.of();
        };
    }

    private Map<String, String> with(String name, String value) {
        Map<String, String> given = new HashMap<>(usual);
        given.put(name, value);
        return given;
    }

    private String refusal(String name, String value, String what) {
        Map<String, String> given = with(name, value);
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> make.accept(given), what)
                .getMessage());
    }

    private static void expectWord(String refusal, String word, String kind) {
        assertTrue(
                refusal.contains(word),
                () -> "the refusal must name " + kind + ", '" + word + "', but says: " + refusal);
    }
}
