package org.asterism.bench.revisions;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Reads the features of a distribution. Commands and applications come with their options; policies, components and
 * balancers come with their parameters. The distribution's own shell lists them. Configurations come from the metatype
 * of its bundles.
 */
final class DistributionFeatures {
    /** So that no text of the shell is wrapped. */
    private static final String COLUMNS = "100000";

    /** An option in a help: it stands at the beginning of an indented line, with two blanks behind its value. */
    private static final Pattern OPTION = Pattern.compile("(?m)^  (-.+?)(?:  .*)?$");

    /** {@code name (default; allowed)} of a parameter's declaration, without its meaning. */
    private static final Pattern DECLARATION = Pattern.compile("[^\\s(:]+(?:\\s*\\([^)]*\\))?");

    private final Path distribution;
    private final List<String> lines = new ArrayList<>();

    private DistributionFeatures(Path distribution) {
        this.distribution = distribution;
    }

    /**
     * Reads all features.
     *
     * @throws ComparisonException if its shell does not answer
     */
    static FeatureList of(Path distribution) throws IOException, InterruptedException {
        DistributionFeatures features = new DistributionFeatures(distribution);
        features.addListings();
        features.addCommands();
        features.addOptions("command run", features.output("run", "--help"));
        features.addConfigurations();
        return FeatureList.of(features.lines);
    }

    private void addListings() throws IOException, InterruptedException {
        String[] answers = output("exec", "apps --json; policies --json; components --json; balance --json")
                .lines()
                .toArray(String[]::new);
        if (answers.length != 4) {
            throw new ComparisonException("the shell of " + distribution + " answered with " + answers.length
                    + " lines instead of 4 to apps, policies, components and balance with --json");
        }
        for (Map<?, ?> application : rows(Json.read(answers[0]))) {
            String owner = "application " + application.get("name");
            lines.add(owner);
            for (Map<?, ?> option : rows(application.get("options"))) {
                lines.add((owner + " --" + option.get("name") + " " + option.get("value")).strip());
            }
        }
        addParameters("policy", Json.read(answers[1]));
        addParameters("component", Json.read(answers[2]));
        addParameters("balancer", ((Map<?, ?>) Json.read(answers[3])).get("balancers"));
    }

    private void addParameters(String kind, Object plugins) {
        for (Map<?, ?> plugin : rows(plugins)) {
            String owner = kind + " " + plugin.get("name");
            lines.add(owner);
            for (Object declared : (List<?>) plugin.get("parameters")) {
                Matcher line = DECLARATION.matcher(declared.toString());
                lines.add(owner + " " + (line.lookingAt() ? line.group() : declared));
            }
        }
    }

    private static List<Map<?, ?>> rows(Object array) {
        List<Map<?, ?>> rows = new ArrayList<>();
        ((List<?>) array).forEach(row -> rows.add((Map<?, ?>) row));
        return rows;
    }

    private void addCommands() throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (Object group : ((Map<?, ?>) Json.read(output("exec", "help --json"))).values()) {
            if (group instanceof Map<?, ?> ours) {
                ours.keySet().forEach(name -> names.add(name.toString()));
            }
        }
        List<String> programs = new ArrayList<>(List.of("exec"));
        for (String name : names) {
            programs.add("echo 'command " + name + "'");
            programs.add("help " + name);
        }
        String[] helps = output(programs.toArray(String[]::new)).split("(?m)^(?=command )");
        for (String help : helps) {
            if (!help.isBlank()) {
                String command = help.lines().findFirst().orElseThrow();
                lines.add(command);
                addOptions(command, help);
            }
        }
    }

    private void addOptions(String owner, String help) {
        OPTION.matcher(help)
                .results()
                .map(found -> found.group(1).strip())
                .forEach(option -> lines.add(owner + " " + option));
    }

    private void addConfigurations() throws IOException {
        List<Path> bundles;
        try (Stream<Path> files = Files.walk(distribution.resolve("bundles"))) {
            bundles = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        for (Path bundle : bundles) {
            try (JarFile jar = new JarFile(bundle.toFile())) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    if (entry.getName().matches("OSGI-INF/metatype/org\\.asterism\\..*\\.xml")) {
                        addConfiguration(bundle, jar.getInputStream(entry));
                    }
                }
            }
        }
    }

    private void addConfiguration(Path bundle, InputStream metatype) throws IOException {
        Element root;
        try {
            root = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(metatype)
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException broken) {
            throw new ComparisonException("the metatype of " + bundle + " is broken: " + broken.getMessage());
        }
        for (Element designate : elements(root, "Designate")) {
            String factory = designate.getAttribute("factoryPid");
            String owner = "configuration " + (factory.isEmpty() ? designate.getAttribute("pid") : factory);
            lines.add(owner + (factory.isEmpty() ? "" : " (factory)"));
            for (Element property : elements(root, "AD")) {
                lines.add(owner + " " + property.getAttribute("id") + " " + property.getAttribute("type")
                        + (property.hasAttribute("default") ? " (" + property.getAttribute("default") + ")" : ""));
            }
        }
    }

    private static List<Element> elements(Element root, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = root.getElementsByTagName(name);
        for (int index = 0; index < nodes.getLength(); index++) {
            found.add((Element) nodes.item(index));
        }
        return found;
    }

    /** Returns the output of the distribution. */
    private String output(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(distribution.resolve("bin/asterism").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("COLUMNS", COLUMNS);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new ComparisonException("'asterism " + String.join(" ", arguments) + "' of " + distribution
                    + " failed, see above; its features cannot be listed");
        }
        return printed;
    }
}
