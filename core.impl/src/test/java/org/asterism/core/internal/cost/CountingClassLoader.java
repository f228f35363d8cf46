package org.asterism.core.internal.cost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Loads our classes anew, and puts before each operation by which threads agree on something a call of {@link Tally}. What
 * the JDK's own classes do inside is not seen.
 */
final class CountingClassLoader extends ClassLoader {
    private static final String OURS = "org.asterism.";
    private static final ClassDesc TALLY = Tally.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc COUNT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    /** Those by which counted code and whoever counts speak with each other. */
    private static final Set<String> SHARED =
            Set.of(Tally.class.getName(), TaskProgram.class.getName(), Load.class.getName());

    /** A program that runs on classes loaded anew. */
    static TaskProgram load(String policy) throws ReflectiveOperationException {
        ClassLoader counting = new CountingClassLoader(CountingClassLoader.class.getClassLoader());
        return (TaskProgram) counting.loadClass(HotPath.class.getName())
                .getConstructor(String.class, boolean.class)
                .newInstance(policy, false);
    }

    private final ClassFile format = ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(getParent())));
    private final Map<String, ClassModel> models = new HashMap<>();

    CountingClassLoader(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || SHARED.contains(name)) {
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
        ClassTransform operations = ClassTransform.transformingMethodBodies(this::countOperation);
        ClassTransform synchronizedMethods = ClassTransform.transformingMethodBodies(
                method -> method.flags().has(AccessFlag.SYNCHRONIZED), new CountAtEntry());
        // In two passes: of two transforms chained by andThen, only the second saw the methods.
        byte[] halfway = format.transformClass(model, operations);
        byte[] counting = format.transformClass(format.parse(halfway), synchronizedMethods);
        return defineClass(name, counting, 0, counting.length);
    }

    private void countOperation(CodeBuilder code, CodeElement element) {
        Synchronisation kind = switch (element) {
            case InvokeInstruction call ->
                Synchronisation.ofCall(
                        call.owner().asInternalName(), call.name().stringValue());
            case MonitorInstruction monitor when monitor.opcode() == Opcode.MONITORENTER -> Synchronisation.MONITOR;
            case FieldInstruction access when isVolatileWrite(access) -> Synchronisation.VOLATILE_WRITE;
            default -> null;
        };
        if (kind != null) {
            count(code, kind);
        }
        code.with(element);
    }

    private static void count(CodeBuilder code, Synchronisation kind) {
        code.loadConstant(kind.ordinal()).invokestatic(TALLY, "count", COUNT);
    }

    /** Counts a synchronized method's monitor. */
    private static final class CountAtEntry implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            count(code, Synchronisation.MONITOR);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }

    private boolean isVolatileWrite(FieldInstruction access) {
        if (access.opcode() != Opcode.PUTFIELD && access.opcode() != Opcode.PUTSTATIC) {
            return false;
        }
        String owner = access.owner().asInternalName();
        String field = access.name().stringValue();
        while (owner.replace('/', '.').startsWith(OURS)) {
            ClassModel model = model(owner);
            for (FieldModel declared : model.fields()) {
                if (declared.fieldName().equalsString(field)) {
                    return declared.flags().has(AccessFlag.VOLATILE);
                }
            }
            owner = model.superclass().orElseThrow().asInternalName();
        }
        return false;
    }

    private ClassModel model(String internalName) {
        return models.computeIfAbsent(internalName, this::parse);
    }

    private ClassModel parse(String internalName) {
        try (InputStream bytes = getParent().getResourceAsStream(internalName + ".class")) {
            return bytes == null ? null : ClassFile.of().parse(bytes.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
