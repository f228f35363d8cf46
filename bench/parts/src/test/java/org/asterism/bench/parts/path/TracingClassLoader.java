package org.asterism.bench.parts.path;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;

/** Loads our classes anew, with a call of {@link PathTrace} at the beginning of each method. */
final class TracingClassLoader extends ClassLoader {
    private static final String OURS = "org.asterism.";
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(
            ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_String, ConstantDescs.CD_String);

    private final ClassFile format = ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(getParent())));

    TracingClassLoader() {
        super(TracingClassLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.equals(PathTrace.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        ClassModel model;
        try (InputStream bytes = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            model = format.parse(bytes.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        String simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
        byte[] traced = format.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method
                    && !method.methodName().stringValue().startsWith("<")) {
                builder.transformMethod(method, MethodTransform.transformingCode(new Entry(simple, method)));
            } else {
                builder.with(element);
            }
        });
        return defineClass(name, traced, 0, traced.length);
    }

    /** Puts the call before a method's code. */
    private record Entry(String type, MethodModel method) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            if (method.flags().has(AccessFlag.STATIC)) {
                code.aconst_null();
            } else {
                code.aload(0);
            }
            code.loadConstant(type)
                    .loadConstant(method.methodName().stringValue())
                    .invokestatic(PathTrace.class.describeConstable().orElseThrow(), "enter", ENTER);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }
}
