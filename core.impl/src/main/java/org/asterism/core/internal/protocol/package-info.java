/**
 * The states of a worker that other threads depend on: its scheduling operations, its lock, changes of its contexts,
 * and teams.
 */
package org.asterism.core.internal.protocol;
