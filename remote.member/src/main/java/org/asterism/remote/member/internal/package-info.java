/** The side of a member: it offers its compute units and memory to a coordinator, and runs its kernels. */
package org.asterism.remote.member.internal;
