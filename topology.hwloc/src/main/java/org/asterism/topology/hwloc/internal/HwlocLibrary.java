package org.asterism.topology.hwloc.internal;

import com.sun.jna.Library;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;

/** The few functions of hwloc 2 that are called, under the names and with the parameters of its C header. */
interface HwlocLibrary extends Library {
    int HWLOC_TYPE_FILTER_KEEP_IMPORTANT = 3;
    int HWLOC_CPUBIND_PROCESS = 1;
    int HWLOC_CPUBIND_THREAD = 1 << 1;
    int HWLOC_RESTRICT_FLAG_ADAPT_IO = 1 << 2;
    int HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST = 1;

    int hwloc_get_api_version();

    int hwloc_topology_init(PointerByReference topology);

    int hwloc_topology_set_synthetic(Pointer topology, String description);

    int hwloc_topology_set_io_types_filter(Pointer topology, int filter);

    int hwloc_topology_set_components(Pointer topology, NativeLong flags, String name);

    int hwloc_topology_load(Pointer topology);

    int hwloc_topology_is_thissystem(Pointer topology);

    int hwloc_topology_restrict(Pointer topology, Pointer cpuset, NativeLong flags);

    int hwloc_topology_export_xmlbuffer(
            Pointer topology, PointerByReference buffer, IntByReference length, NativeLong flags);

    void hwloc_free_xmlbuffer(Pointer topology, Pointer buffer);

    void hwloc_topology_destroy(Pointer topology);

    Pointer hwloc_bitmap_alloc();

    int hwloc_bitmap_set(Pointer bitmap, int index);

    void hwloc_bitmap_free(Pointer bitmap);

    int hwloc_set_cpubind(Pointer topology, Pointer cpuset, int flags);

    int hwloc_get_cpubind(Pointer topology, Pointer cpuset, int flags);
}
