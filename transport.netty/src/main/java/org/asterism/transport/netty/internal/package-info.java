/** Links over TCP, made of Netty's channels. */
package org.asterism.transport.netty.internal;
