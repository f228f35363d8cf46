package org.asterism.trace.export.internal.paje;

import java.util.List;

/** Kinds of lines of a trace. A line begins with the number of its kind, which is the place in this list. */
enum PajeEvent {
    DEFINE_CONTAINER("PajeDefineContainerType", "Alias string", "Type string", "Name string"),
    DEFINE_STATE("PajeDefineStateType", "Alias string", "Type string", "Name string"),
    DEFINE_VARIABLE("PajeDefineVariableType", "Alias string", "Type string", "Name string", "Color color"),
    DEFINE_EVENT("PajeDefineEventType", "Alias string", "Type string", "Name string", "Color color"),
    DEFINE_LINK(
            "PajeDefineLinkType",
            "Alias string",
            "Type string",
            "StartContainerType string",
            "EndContainerType string",
            "Name string"),
    DEFINE_VALUE("PajeDefineEntityValue", "Alias string", "Type string", "Name string", "Color color"),
    CREATE_CONTAINER(
            "PajeCreateContainer", "Time date", "Alias string", "Type string", "Container string", "Name string"),
    DESTROY_CONTAINER("PajeDestroyContainer", "Time date", "Type string", "Name string"),
    SET_STATE("PajeSetState", "Time date", "Type string", "Container string", "Value string"),
    SET_TASK(
            "PajeSetState",
            "Time date",
            "Type string",
            "Container string",
            "Value string",
            "Size int",
            "Params string",
            "Footprint string",
            "Tag string",
            "JobId string",
            "SubmitOrder string",
            "Priority string",
            "GFlop string",
            "X string",
            "Y string",
            "Iteration string",
            "Subiteration string",
            "NumaNodes string"),
    SET_VARIABLE("PajeSetVariable", "Time date", "Type string", "Container string", "Value double"),
    NEW_EVENT("PajeNewEvent", "Time date", "Type string", "Container string", "Value string"),
    START_LINK(
            "PajeStartLink",
            "Time date",
            "Type string",
            "Container string",
            "Value string",
            "StartContainer string",
            "Key string"),
    END_LINK(
            "PajeEndLink",
            "Time date",
            "Type string",
            "Container string",
            "Value string",
            "EndContainer string",
            "Key string"),
    PUSH_STATE("PajePushState", "Time date", "Type string", "Container string", "Value string"),
    POP_STATE("PajePopState", "Time date", "Type string", "Container string");

    private final String event;
    private final List<String> fields;

    PajeEvent(String event, String... fields) {
        this.event = event;
        this.fields = List.of(fields);
    }

    String event() {
        return event;
    }

    List<String> fields() {
        return fields;
    }
}
