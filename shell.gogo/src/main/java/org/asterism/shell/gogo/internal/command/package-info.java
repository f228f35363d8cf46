/** The commands of the scope {@code asterism}. They return values; {@link AnswerConverter} shows them. */
package org.asterism.shell.gogo.internal.command;
