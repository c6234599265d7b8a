#ifndef PROBE_H
#define PROBE_H
struct probe_state;
int probe_read(struct probe_state *s);
#endif
