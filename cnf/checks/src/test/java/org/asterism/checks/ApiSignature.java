package org.asterism.checks;

import aQute.bnd.differ.DiffPluginImpl;
import aQute.bnd.osgi.Jar;
import aQute.bnd.service.diff.Delta;
import aQute.bnd.service.diff.Tree;
import aQute.bnd.service.diff.Type;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a bundle offers to others: bnd's tree of its exported packages, as text with a line for each element, indented
 * by depth. A line has bnd's type of the element, what adding and removing it mean, unless that is what it usually
 * means, and its name. What classes inherit from the JDK is left out, as it changes with the JDK.
 */
final class ApiSignature {
    private static final String PACKAGES = "<api>";
    private static final Map<Type, String> USUAL = new EnumMap<>(Type.class);

    static {
        for (Type type : Type.values()) {
            USUAL.put(type, Delta.MINOR + "/" + Delta.MAJOR);
        }
        USUAL.put(Type.ACCESS, Delta.MAJOR + "/" + Delta.MINOR);
    }

    private ApiSignature() {}

    static String of(Jar bundle) throws Exception {
        Tree.Data packages = new DiffPluginImpl().tree(bundle).get(PACKAGES).serialize();
        StringBuilder text = new StringBuilder();
        write(withoutJdk(packages), 0, text);
        return text.toString();
    }

    /** A bundle's tree with nothing but its exported packages. */
    static Tree tree(String signature) throws Exception {
        Tree.Data bundle = new Tree.Data();
        bundle.type = Type.BUNDLE;
        bundle.name = "bundle";
        bundle.add = Delta.CHANGED;
        bundle.rem = Delta.CHANGED;
        bundle.children =
                new Tree.Data[] {read(new ArrayDeque<>(signature.lines().toList()), 0)};
        return new DiffPluginImpl().deserialize(bundle);
    }

    private static void write(Tree.Data element, int depth, StringBuilder text) {
        String meaning = element.add + "/" + element.rem;
        text.append(" ".repeat(depth)).append(element.type);
        if (!meaning.equals(USUAL.get(element.type))) {
            text.append(' ').append(meaning);
        }
        text.append(' ').append(element.name).append('\n');
        for (Tree.Data child : children(element)) {
            write(child, depth + 1, text);
        }
    }

    private static Tree.Data read(Deque<String> lines, int depth) {
        String[] words = lines.remove().strip().split(" ", 3);
        boolean isUsual = words.length == 2 || !words[1].matches("[A-Z]+/[A-Z]+");
        Tree.Data element = new Tree.Data();
        element.type = Type.valueOf(words[0]);
        String[] meaning = (isUsual ? USUAL.get(element.type) : words[1]).split("/");
        element.add = Delta.valueOf(meaning[0]);
        element.rem = Delta.valueOf(meaning[1]);
        element.name = Stream.of(words).skip(isUsual ? 1 : 2).collect(Collectors.joining(" "));
        List<Tree.Data> children = new ArrayList<>();
        while (!lines.isEmpty() && depth(lines.peek()) == depth + 1) {
            children.add(read(lines, depth + 1));
        }
        element.children = children.toArray(Tree.Data[]::new);
        return element;
    }

    private static int depth(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static Tree.Data withoutJdk(Tree.Data element) {
        Set<String> inherited = inherited(element);
        element.children = children(element).stream()
                .filter(child -> child.type != Type.CLASS_VERSION
                        && !(child.type == Type.ANNOTATED && child.name.startsWith("jdk."))
                        && !(child.type == Type.METHOD && inherited.contains(child.name)))
                .map(ApiSignature::withoutJdk)
                .toArray(Tree.Data[]::new);
        return element;
    }

    private static List<Tree.Data> children(Tree.Data element) {
        return element.children == null ? List.of() : Arrays.asList(element.children);
    }

    /** The methods that a type has from types of the JDK; which of these are overridden is nobody's concern. */
    private static Set<String> inherited(Tree.Data type) {
        Set<String> names = new HashSet<>(methods(Object.class));
        for (Tree.Data child : children(type)) {
            if ((child.type == Type.EXTENDS || child.type == Type.IMPLEMENTS) && child.name.startsWith("java.")) {
                try {
                    names.addAll(methods(Class.forName(child.name)));
                } catch (ClassNotFoundException gone) {
                    throw new AssertionError(type.name + " inherits from " + child.name, gone);
                }
            }
        }
        return names;
    }

    private static List<String> methods(Class<?> type) {
        return Stream.of(type.getDeclaredMethods()).map(ApiSignature::signature).toList();
    }

    private static String signature(Method method) {
        return Stream.of(method.getParameterTypes())
                .map(Class::getTypeName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }
}
