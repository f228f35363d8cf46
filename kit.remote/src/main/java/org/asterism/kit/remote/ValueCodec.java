package org.asterism.kit.remote;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.asterism.api.data.DataView;

/**
 * Writes and reads arguments, results and views. Values are null, boxed primitives, strings, enums, arrays of
 * primitives, and lists and records of these. Views are records; their memory travels as an address and a size.
 *
 * <p>Java's serialisation is not used: reading makes objects of records and enums only, of classes that the
 * {@link ClassFinder} allows.
 */
public final class ValueCodec {
    /** Values within values within values; deeper ones are a mistake or an attack. */
    private static final int DEEPEST = 16;

    private enum Kind {
        NULL,
        BOOLEAN,
        BYTE,
        SHORT,
        CHARACTER,
        INTEGER,
        LONG,
        FLOAT,
        DOUBLE,
        STRING,
        ENUM,
        RECORD,
        LIST,
        ARRAY,
        SEGMENT;

        private static final Kind[] ALL = values();
    }

    /** The types of elements of arrays, in the order of the first kinds after {@link Kind#NULL}. */
    private static final List<Class<?>> ELEMENTS = List.of(
            boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class);

    private ValueCodec() {}

    /**
     * Writes an argument or a result.
     *
     * @param value anything
     * @param out takes it
     * @param classes tells which classes of records and enums the peer can find
     * @throws IllegalArgumentException if values of its class cannot be sent; names the class and the remedy
     */
    public static void write(Object value, WireOutput out, ClassFinder classes) {
        new Writer(out, classes, false).write(value, 0);
    }

    /**
     * Writes a view.
     *
     * @param view the view of a task's data in a member's memory
     * @param out takes it
     * @param classes tells which classes the peer can find
     * @throws IllegalArgumentException if it is not a record of values and memory; names the class and the remedy
     */
    public static void writeView(DataView view, WireOutput out, ClassFinder classes) {
        if (!(view instanceof Record)) {
            throw new IllegalArgumentException("a view of class "
                    + (view == null ? "null" : view.getClass().getName())
                    + " cannot be sent to another machine: make the class a record, or keep the task's data"
                    + " on this machine with where(...)");
        }
        new Writer(out, classes, true).write(view, 0);
    }

    /**
     * Reads an argument or a result.
     *
     * @param in has it
     * @param classes finds classes of records and enums
     * @return the value
     * @throws MalformedMessageException if it is none
     * @throws IllegalArgumentException if it is of a class that is not allowed, or that refuses the value
     */
    public static Object read(WireInput in, ClassFinder classes) {
        return new Reader(in, classes, SegmentFinder.NONE).read(0);
    }

    /**
     * Reads a view.
     *
     * @param in has it
     * @param classes finds classes of views
     * @param segments finds its memory
     * @return the view
     * @throws MalformedMessageException if it is none, its memory was not allocated, or it is of a layout of the API
     *     and reaches beyond its memory. Whether other views fit is the business of their bundle
     * @throws IllegalArgumentException if it is of a class that is not allowed, or that refuses the value
     */
    public static DataView readView(WireInput in, ClassFinder classes, SegmentFinder segments) {
        if (new Reader(in, classes, segments).read(0) instanceof DataView view) {
            return view;
        }
        throw new MalformedMessageException("a view is no DataView");
    }

    /** Whether it is a value that is read without a {@link ClassFinder}. */
    static boolean isScalar(Object value) {
        return switch (kind(value)) {
            case BOOLEAN, BYTE, SHORT, CHARACTER, INTEGER, LONG, FLOAT, DOUBLE, STRING -> true;
            case null, default -> false;
        };
    }

    private static Kind kind(Object value) {
        return switch (value) {
            case null -> Kind.NULL;
            case Boolean _ -> Kind.BOOLEAN;
            case Byte _ -> Kind.BYTE;
            case Short _ -> Kind.SHORT;
            case Character _ -> Kind.CHARACTER;
            case Integer _ -> Kind.INTEGER;
            case Long _ -> Kind.LONG;
            case Float _ -> Kind.FLOAT;
            case Double _ -> Kind.DOUBLE;
            case String _ -> Kind.STRING;
            case Enum<?> _ -> Kind.ENUM;
            case Record _ -> Kind.RECORD;
            case List<?> _ -> Kind.LIST;
            case MemorySegment _ -> Kind.SEGMENT;
            default -> isArrayOfPrimitives(value.getClass()) ? Kind.ARRAY : null;
        };
    }

    private static boolean isArrayOfPrimitives(Class<?> type) {
        return type.isArray() && type.getComponentType().isPrimitive();
    }

    private record Writer(WireOutput out, ClassFinder classes, boolean withMemory) {
        void write(Object value, int depth) {
            Kind kind = kind(value);
            if (kind == null || kind == Kind.SEGMENT && !withMemory) {
                throw new IllegalArgumentException("an object of " + value.getClass()
                        + " cannot be sent to another machine: send null, a boxed primitive, a String, an enum,"
                        + " an array of primitives, or a List or record of these; or run the task on this"
                        + " machine with where(...)");
            }
            if (depth > DEEPEST) {
                throw new IllegalArgumentException("an object of " + value.getClass()
                        + " cannot be sent to another machine, since it lies in more than " + DEEPEST + " others");
            }
            out.putByte(kind.ordinal());
            switch (kind) {
                case NULL -> {}
                case ENUM -> {
                    Enum<?> constant = (Enum<?>) value;
                    out.putString(require(constant.getDeclaringClass()).getName())
                            .putString(constant.name());
                }
                case RECORD -> {
                    RecordShape shape = classes.shape(require(value.getClass()));
                    out.putString(value.getClass().getName()).putInt(shape.size());
                    for (int index = 0; index < shape.size(); index++) {
                        write(shape.component(value, index), depth + 1);
                    }
                }
                case LIST -> {
                    List<?> list = (List<?>) value;
                    out.putInt(list.size());
                    list.forEach(element -> write(element, depth + 1));
                }
                case ARRAY -> {
                    Kind element = Kind.ALL[ELEMENTS.indexOf(value.getClass().getComponentType()) + 1];
                    int length = Array.getLength(value);
                    out.putByte(element.ordinal()).putInt(length);
                    for (int index = 0; index < length; index++) {
                        writeScalar(element, Array.get(value, index));
                    }
                }
                case SEGMENT -> {
                    MemorySegment segment = (MemorySegment) value;
                    out.putLong(segment.address()).putLong(segment.byteSize());
                }
                default -> writeScalar(kind, value);
            }
        }

        private void writeScalar(Kind kind, Object value) {
            switch (kind) {
                case BOOLEAN -> out.putBoolean((Boolean) value);
                case BYTE -> out.putByte((Byte) value);
                case SHORT -> out.putShort((Short) value);
                case CHARACTER -> out.putShort((Character) value);
                case INTEGER -> out.putInt((Integer) value);
                case LONG -> out.putLong((Long) value);
                case FLOAT -> out.putInt(Float.floatToRawIntBits((Float) value));
                case DOUBLE -> out.putLong(Double.doubleToRawLongBits((Double) value));
                case STRING -> out.putString((String) value);
                default -> throw new AssertionError(kind);
            }
        }

        private Class<?> require(Class<?> type) {
            if (!classes.allows(type)) {
                throw new IllegalArgumentException(
                        "an object of " + type + " cannot be sent to another machine, since the"
                                + " class is neither of the bundle of the codelet's catalogue nor of the API: use a"
                                + " class of that bundle, or run the task on this machine with where(...)");
            }
            return type;
        }
    }

    private record Reader(WireInput in, ClassFinder classes, SegmentFinder segments) {
        Object read(int depth) {
            int number = in.getByte();
            if (number < 0 || number >= Kind.ALL.length || depth > DEEPEST) {
                throw new MalformedMessageException("a value of the unknown kind " + number + ", or one too deep");
            }
            return switch (Kind.ALL[number]) {
                case NULL -> null;
                case ENUM -> constant();
                case RECORD -> record(depth);
                case LIST -> list(depth);
                case ARRAY -> array();
                case SEGMENT -> segments.find(in.getLong(), in.getLong());
                default -> scalar(Kind.ALL[number]);
            };
        }

        private Object constant() {
            String type = in.getString();
            String name = in.getString();
            Class<?> found = find(type);
            if (!found.isEnum()) {
                throw new MalformedMessageException(type + " is no enum");
            }
            for (Object constant : found.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
            throw new IllegalArgumentException("enum " + type + " has no " + name + " here");
        }

        private Object record(int depth) {
            String type = in.getString();
            Class<?> found = find(type);
            if (!found.isRecord()) {
                throw new MalformedMessageException(type + " is no record");
            }
            if (depth == 0 && segments != SegmentFinder.NONE && !DataView.class.isAssignableFrom(found)) {
                throw new MalformedMessageException(type + " is no DataView");
            }
            RecordShape shape = classes.shape(found);
            int size = in.getLength(1);
            if (size != shape.size()) {
                throw new IllegalArgumentException(
                        "record " + type + " has " + shape.size() + " components here, and " + size + " at the peer");
            }
            Object[] components = new Object[size];
            for (int index = 0; index < size; index++) {
                components[index] = read(depth + 1);
            }
            Object made = shape.create(components);
            if (made instanceof DataView view) {
                ViewExtent.check(view);
            }
            return made;
        }

        private Class<?> find(String type) {
            try {
                return classes.find(type);
            } catch (ClassNotFoundException | LinkageError missing) {
                throw new IllegalArgumentException(
                        "the codelet's bundle has no class " + type + " of its own here", missing);
            }
        }

        private List<Object> list(int depth) {
            int length = in.getLength(1);
            List<Object> list = new ArrayList<>();
            for (int index = 0; index < length; index++) {
                list.add(read(depth + 1));
            }
            return Collections.unmodifiableList(list);
        }

        private Object array() {
            int number = in.getByte();
            if (number < 1 || number > ELEMENTS.size()) {
                throw new MalformedMessageException("an array of the unknown kind " + number);
            }
            int length = in.getLength(1);
            Object array = Array.newInstance(ELEMENTS.get(number - 1), length);
            for (int index = 0; index < length; index++) {
                Array.set(array, index, scalar(Kind.ALL[number]));
            }
            return array;
        }

        private Object scalar(Kind kind) {
            return switch (kind) {
                case BOOLEAN -> in.getBoolean();
                case BYTE -> in.getByte();
                case SHORT -> in.getShort();
                case CHARACTER -> (char) in.getShort();
                case INTEGER -> in.getInt();
                case LONG -> in.getLong();
                case FLOAT -> Float.intBitsToFloat(in.getInt());
                case DOUBLE -> Double.longBitsToDouble(in.getLong());
                case STRING -> in.getString();
                default -> throw new AssertionError(kind);
            };
        }
    }
}
