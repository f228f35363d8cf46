package org.asterism.trace.export.internal.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.asterism.trace.export.Exports;
import org.asterism.trace.export.Sample;
import org.junit.jupiter.api.Test;

/** Tables with a line per task. */
class CsvExportTest {
    @Test
    void shouldWriteALinePerTask() throws Exception {
        assertEquals(
                List.of(
                        "task,codelet,state,context,policy,worker,architecture,node,priority,submit_order,bytes,flops,"
                                + "footprint,submitted_ms,ready_ms,pushed_ms,popped_ms,fetching_ms,fetched_ms,"
                                + "start_ms,end_ms,completed_ms,duration_ms,predicted_ms,predicted_transfer_ms,"
                                + "predicted_worker,executions,depends_on,iteration,subiteration",
                        "1,potrf,DONE,main,eager,cpu0,cpu,0,4,0,8000000,6000000,abc,0.210000,0.300000,0.310000,"
                                + "0.500000,,,1.000000,4.000000,4.700000,3.000000,,,,1,,,",
                        "3,\"gemm \"\"big\"\"\",DONE,main,eager,cpu0,cpu,0,2,2,8000000,18000000,abc,0.230000,4.210000,"
                                + "4.220000,4.800000,,,5.000000,9.000000,9.200000,4.000000,,,,1,1,7,70",
                        "2,trsm,DONE,main,eager,cuda0,cuda,1,3,1,8000000,12000000,abc,0.220000,4.210000,4.220000,"
                                + "4.250000,4.900000,6.100000,7.000000,12.000000,12.200000,5.000000,4.5,1,cuda0,1,1,7,",
                        "4,broken,FAILED,main,,,,,1,3,8000000,24000000,abc,0.240000,,,,,,,,12.400000,,,,,0,,,"),
                Exports.lines(Sample.trace(), "csv"));
    }
}
