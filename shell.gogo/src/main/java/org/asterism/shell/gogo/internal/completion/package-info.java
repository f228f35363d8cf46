/** Completion for JLine. This is the only package that uses JLine's completion classes. */
package org.asterism.shell.gogo.internal.completion;
