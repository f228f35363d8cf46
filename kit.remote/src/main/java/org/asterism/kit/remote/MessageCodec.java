package org.asterism.kit.remote;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.asterism.kit.remote.Message.Admit;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Bundle;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Codelets;
import org.asterism.kit.remote.Message.Copy;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Dismiss;
import org.asterism.kit.remote.Message.Done;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Forget;
import org.asterism.kit.remote.Message.Free;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Installed;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Memory;
import org.asterism.kit.remote.Message.Neighbour;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Part;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Uncopied;
import org.asterism.kit.remote.Message.Unit;
import org.asterism.kit.remote.Message.Visit;
import org.asterism.kit.remote.Message.Wanted;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.Message.Written;

/** Writes and reads messages. Each begins with a byte that tells its kind; numbers are big-endian. */
public final class MessageCodec {
    /** Begins the first message, so that a peer of another kind is recognised. */
    private static final int MAGIC = 0x41537472;

    private MessageCodec() {}

    /**
     * Writes a message.
     *
     * @param message any
     * @return its head
     * @throws IllegalArgumentException if it is too long
     */
    public static ByteBuffer encode(Message message) {
        WireOutput out = new WireOutput();
        switch (message) {
            case Hello hello -> {
                out.putByte(0).putInt(MAGIC).putInt(hello.protocol()).putString(hello.version());
                out.putBoolean(hello.littleEndian()).putString(hello.name());
            }
            case Offer offer -> {
                out.putByte(1).putLong(offer.memory());
                put(out, offer.devices(), MessageCodec::putMemory);
                put(out, offer.units(), MessageCodec::putUnit);
                put(out, offer.codelets(), MessageCodec::putReference);
                out.putLong(offer.bundle());
            }
            case Codelets codelets -> put(out.putByte(2), codelets.codelets(), MessageCodec::putReference);
            case Allocate allocate -> out.putByte(3).putLong(allocate.address()).putLong(allocate.bytes());
            case Free free -> out.putByte(4).putLong(free.address());
            case Write write -> put(out.putByte(5).putLong(write.transfer()), write.ranges(), MessageCodec::putRange);
            case Written written -> out.putByte(6).putLong(written.transfer());
            case Read read -> put(out.putByte(7).putLong(read.transfer()), read.ranges(), MessageCodec::putRange);
            case Data data -> out.putByte(8).putLong(data.transfer());
            case Launch launch -> {
                out.putByte(9).putLong(launch.execution()).putInt(launch.unit());
                putReference(out, launch.codelet());
                out.putInt(launch.implementation()).putLong(launch.task()).putInt(launch.priority());
                out.putBytes(launch.values());
            }
            case Done done ->
                out.putByte(10)
                        .putLong(done.execution())
                        .putLong(done.nanos())
                        .putBoolean(done.hasResult())
                        .putBytes(done.result());
            case Failed failed ->
                out.putByte(11)
                        .putLong(failed.execution())
                        .putString(failed.type())
                        .putString(failed.text());
            case Bye bye -> out.putByte(12).putString(bye.reason());
            case Bundle bundle -> putSource(out.putByte(13), bundle.source()).putLong(bundle.bytes());
            case Wanted wanted -> putSource(out.putByte(14), wanted.source());
            case Part part -> out.putByte(15).putBytes(part.content());
            case Installed installed ->
                putSource(out.putByte(16), installed.source()).putString(installed.obstacle());
            case Admit admit -> out.putByte(17).putBytes(admit.secret());
            case Pull pull -> {
                putNeighbour(out.putByte(18).putLong(pull.transfer()), pull.neighbour());
                put(out, pull.from(), MessageCodec::putRange);
                put(out, pull.to(), MessageCodec::putRange);
            }
            case Pulled pulled -> out.putByte(19).putLong(pulled.transfer()).putString(pulled.obstacle());
            case Forget forget -> out.putByte(20).putInt(forget.neighbour());
            case Visit visit -> out.putByte(21).putBytes(visit.token());
            case Dismiss dismiss -> out.putByte(22).putInt(dismiss.guest());
            case Copy copy -> {
                put(out.putByte(23).putLong(copy.transfer()), copy.from(), MessageCodec::putRange);
                put(out, copy.to(), MessageCodec::putRange);
            }
            case Uncopied uncopied ->
                out.putByte(24).putLong(uncopied.transfer()).putString(uncopied.reason());
        }
        return out.finish();
    }

    /**
     * Reads a message.
     *
     * @param head from its position to its limit
     * @return the message
     * @throws MalformedMessageException if it is none
     */
    public static Message decode(ByteBuffer head) {
        WireInput in = new WireInput(head);
        int kind = in.getByte();
        Message message = switch (kind) {
            case 0 -> hello(in);
            case 1 ->
                new Offer(
                        in.getLong(),
                        list(in, MessageCodec::memory),
                        list(in, MessageCodec::unit),
                        list(in, MessageCodec::reference),
                        in.getLong());
            case 2 -> new Codelets(list(in, MessageCodec::reference));
            case 3 -> new Allocate(in.getLong(), in.getLong());
            case 4 -> new Free(in.getLong());
            case 5 -> new Write(in.getLong(), list(in, MessageCodec::range));
            case 6 -> new Written(in.getLong());
            case 7 -> new Read(in.getLong(), list(in, MessageCodec::range));
            case 8 -> new Data(in.getLong());
            case 9 ->
                new Launch(
                        in.getLong(),
                        in.getInt(),
                        reference(in),
                        in.getInt(),
                        in.getLong(),
                        in.getInt(),
                        in.getBytes());
            case 10 -> new Done(in.getLong(), in.getLong(), in.getBoolean(), in.getBytes());
            case 11 -> new Failed(in.getLong(), in.getString(), in.getString());
            case 12 -> new Bye(in.getString());
            case 13 -> new Bundle(source(in), in.getLong());
            case 14 -> new Wanted(source(in));
            case 15 -> new Part(in.getBytes());
            case 16 -> new Installed(source(in), in.getString());
            case 17 -> new Admit(in.getBytes());
            case 18 ->
                new Pull(in.getLong(), neighbour(in), list(in, MessageCodec::range), list(in, MessageCodec::range));
            case 19 -> new Pulled(in.getLong(), in.getString());
            case 20 -> new Forget(in.getInt());
            case 21 -> new Visit(in.getBytes());
            case 22 -> new Dismiss(in.getInt());
            case 23 -> new Copy(in.getLong(), list(in, MessageCodec::range), list(in, MessageCodec::range));
            case 24 -> new Uncopied(in.getLong(), in.getString());
            default -> throw new MalformedMessageException("a message of the unknown kind " + kind);
        };
        if (!(message instanceof Hello)) { // later versions may say more there
            in.requireEnd();
        }
        return message;
    }

    private static Hello hello(WireInput in) {
        if (in.getInt() != MAGIC) {
            throw new MalformedMessageException("the peer is not Asterism");
        }
        return new Hello(in.getInt(), in.getString(), in.getBoolean(), in.getString());
    }

    private interface Writer<T> {
        void write(WireOutput out, T element);
    }

    private static <T> void put(WireOutput out, List<T> elements, Writer<T> writer) {
        out.putInt(elements.size());
        elements.forEach(element -> writer.write(out, element));
    }

    private static <T> List<T> list(WireInput in, Function<WireInput, T> reader) {
        int length = in.getLength(1);
        List<T> elements = new ArrayList<>(Math.min(length, 64));
        for (int index = 0; index < length; index++) {
            elements.add(reader.apply(in));
        }
        return elements;
    }

    private static void putMemory(WireOutput out, Memory memory) {
        out.putString(memory.name())
                .putLong(memory.capacity())
                .putLong(memory.largestAllocation())
                .putLong(memory.viewAlignment());
    }

    private static Memory memory(WireInput in) {
        return new Memory(in.getString(), in.getLong(), in.getLong(), in.getLong());
    }

    private static void putUnit(WireOutput out, Unit unit) {
        out.putString(unit.name())
                .putString(unit.architecture())
                .putInt(unit.memory())
                .putInt(unit.properties().size());
        unit.properties().forEach((name, value) -> {
            out.putString(name);
            ValueCodec.write(ValueCodec.isScalar(value) ? value : value.toString(), out, ClassFinder.NONE);
        });
    }

    private static Unit unit(WireInput in) {
        String name = in.getString();
        String architecture = in.getString();
        int memory = in.getInt();
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int left = in.getLength(1); left > 0; left--) {
            String key = in.getString();
            Object value = ValueCodec.read(in, ClassFinder.NONE);
            if (value == null) {
                throw new MalformedMessageException("property " + key + " of unit " + name + " is null");
            }
            properties.put(key, value);
        }
        return new Unit(name, architecture, memory, properties);
    }

    private static void putReference(WireOutput out, CodeletReference reference) {
        putSource(out, reference.source()).putString(reference.name());
    }

    private static CodeletReference reference(WireInput in) {
        return new CodeletReference(source(in), in.getString());
    }

    private static WireOutput putSource(WireOutput out, CodeletSource source) {
        return out.putString(source.name()).putString(source.version()).putString(source.hash());
    }

    private static CodeletSource source(WireInput in) {
        return new CodeletSource(in.getString(), in.getString(), in.getString());
    }

    private static void putNeighbour(WireOutput out, Neighbour neighbour) {
        out.putInt(neighbour.number())
                .putString(neighbour.name())
                .putString(neighbour.host())
                .putInt(neighbour.port())
                .putBytes(neighbour.token());
    }

    private static Neighbour neighbour(WireInput in) {
        return new Neighbour(in.getInt(), in.getString(), in.getString(), in.getInt(), in.getBytes());
    }

    private static void putRange(WireOutput out, StridedRange range) {
        out.putLong(range.address())
                .putLong(range.run())
                .putLongs(range.counts())
                .putLongs(range.strides());
    }

    private static StridedRange range(WireInput in) {
        return new StridedRange(in.getLong(), in.getLong(), in.getLongs(), in.getLongs());
    }
}
