package org.asterism.components.modular.perfmodelselect.internal;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Catches what a class logs. */
final class Warnings implements AutoCloseable {
    private final Logger logger;
    private final List<String> texts = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            texts.add(new MessageFormat(entry.getMessage()).format(entry.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    Warnings(Class<?> whose) {
        logger = Logger.getLogger(whose.getName());
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    List<String> texts() {
        return texts;
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }
}
