package org.asterism.bench.parts.budget;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Loads the project's classes again and adds calls to their methods. It adds calls of {@link Tally} before each
 * operation that synchronises threads, and calls of {@link Tally} or {@link PartClock} where a {@link Part} begins and
 * ends. Operations inside the JDK's own classes are not seen.
 */
final class InstrumentingClassLoader extends ClassLoader {
    /** The classes that instrumented code shares with the code that measures it. */
    private static final Set<String> SHARED = Set.of(
            Tally.class.getName(),
            PartClock.class.getName(),
            Meter.class.getName(),
            TaskProgram.class.getName(),
            Load.class.getName());

    private static final MethodTypeDesc VOID_OF_INT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc INT_OF_INT = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

    private final boolean counts;
    private final ClassDesc marks;
    private final List<Site> sites = new ArrayList<>();
    private final Map<String, ClassModel> models = new HashMap<>();
    private final ClassFile format = ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(getParent())));

    /**
     * @param counts whether operations are counted, by {@link Tally}
     * @param marks the class that is notified of the begin and end of parts; null for none
     */
    InstrumentingClassLoader(boolean counts, Class<? extends Meter> marks) {
        super(InstrumentingClassLoader.class.getClassLoader());
        this.counts = counts;
        this.marks = marks == null ? null : marks.describeConstable().orElseThrow();
    }

    /** Makes a program on classes loaded anew. */
    TaskProgram open(Load load, String policy) throws ReflectiveOperationException {
        return (TaskProgram) loadClass(HotPath.class.getName())
                .getConstructor(Load.class, String.class)
                .newInstance(load, policy);
    }

    /** The places of the operations that are counted, by the number that {@link Tally} is given. */
    List<Site> sites() {
        return sites;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(Part.PACKAGES) || SHARED.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        ClassModel model = model(name.replace('.', '/'));
        if (model == null) {
            throw new ClassNotFoundException(name);
        }
        byte[] instrumented = format.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method) {
                builder.transformMethod(method, MethodTransform.transformingCode(new Instrumentation(name, method)));
            } else {
                builder.with(element);
            }
        });
        return defineClass(name, instrumented, 0, instrumented.length);
    }

    private ClassModel model(String internalName) {
        synchronized (models) {
            return models.computeIfAbsent(internalName, this::parse);
        }
    }

    private ClassModel parse(String internalName) {
        try (InputStream bytes = getParent().getResourceAsStream(internalName + ".class")) {
            return bytes == null ? null : ClassFile.of().parse(bytes.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private boolean isVolatile(FieldInstruction access) {
        String owner = access.owner().asInternalName();
        while (owner.replace('/', '.').startsWith(Part.PACKAGES)) {
            ClassModel model = model(owner);
            for (FieldModel declared : model.fields()) {
                if (declared.fieldName().equalsString(access.name().stringValue())) {
                    return declared.flags().has(AccessFlag.VOLATILE);
                }
            }
            owner = model.superclass().orElseThrow().asInternalName();
        }
        return false;
    }

    /** Instruments one method. */
    private final class Instrumentation implements CodeTransform {
        private final String method;
        private final boolean isSynchronized;
        private final Part part;

        /** The local variable with the part that the thread was in before. */
        private int outer;

        private int line;

        Instrumentation(String className, MethodModel model) {
            String name = model.methodName().stringValue();
            method = className.substring(className.lastIndexOf('.') + 1) + "." + name;
            isSynchronized = model.flags().has(AccessFlag.SYNCHRONIZED);
            part = marks == null ? null : Part.beginningWith(className, name);
        }

        @Override
        public void atStart(CodeBuilder code) {
            if (part != null) {
                outer = code.allocateLocal(TypeKind.INT);
                code.loadConstant(part.ordinal())
                        .invokestatic(marks, "enter", INT_OF_INT)
                        .istore(outer);
            }
            if (isSynchronized) {
                count(code, Synchronisation.MONITOR);
            }
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof LineNumber number) {
                line = number.line();
            } else if (element instanceof ReturnInstruction && part != null) {
                code.iload(outer).invokestatic(marks, "leave", VOID_OF_INT);
            }
            count(code, kindOf(element));
            code.with(element);
        }

        private void count(CodeBuilder code, Synchronisation kind) {
            if (kind != null && counts) {
                synchronized (sites) {
                    code.loadConstant(sites.size())
                            .invokestatic(Tally.class.describeConstable().orElseThrow(), "count", VOID_OF_INT);
                    sites.add(new Site(kind, method + ":" + line));
                }
            }
        }

        private Synchronisation kindOf(CodeElement element) {
            return switch (element) {
                case InvokeInstruction call ->
                    Synchronisation.ofCall(
                            call.owner().asInternalName(), call.name().stringValue());
                case MonitorInstruction monitor when monitor.opcode() == Opcode.MONITORENTER -> Synchronisation.MONITOR;
                case FieldInstruction access -> isVolatile(access) ? kindOf(access.opcode()) : null;
                default -> null;
            };
        }

        private static Synchronisation kindOf(Opcode access) {
            return access == Opcode.PUTFIELD || access == Opcode.PUTSTATIC
                    ? Synchronisation.VOLATILE_WRITE
                    : Synchronisation.VOLATILE_READ;
        }
    }
}
