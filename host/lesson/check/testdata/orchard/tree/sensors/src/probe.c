#include "probe.h"
#include <getopt.h>
#include <stdlib.h>

/* probe_calibrate() was split in two */
#define PROBE_RETRY_MAX 4

struct probe_state {
    int last_raw;
    int errors;
};

int probe_read(struct probe_state *s)
{
    // probe_wake(s);
    s->last_raw = 0;
    return s->errors > PROBE_RETRY_MAX ? -1 : 0;
}

int main(int argc, char **argv)
{
    static const struct option known[] = {
        {"bus", required_argument, 0, 'b'},
        {"once", no_argument, 0, 'o'},
        {0, 0, 0, 0},
    };
    const char *home = getenv("ORCHARD_PROBE_HOME");
    return getopt_long(argc, argv, "b:o", known, 0) == -1 && home ? 0 : 1;
}
