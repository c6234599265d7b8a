/* list.c: int not_here(void) { */
#include <stdio.h>
#include "list.h"

#define LIST_EACH(l, n) /* def: LIST_EACH */ \
	for (n = (l)->head; n; n = n->next)
#define SIZE 10

/**
 * A node.
 */
struct node { /* def: node */
	struct node *next;
	union { int i; float f; } value;
};

typedef struct list {
	struct node *head;
} list_t; /* def: list_t */

typedef struct {
	int a, b;
} pair_t; /* def: pair_t */
typedef int (*compare_fn)(const void *, const void *); /* def: compare_fn */
typedef unsigned long size_type; /* def: size_type */
enum color { RED, GREEN = '}', BLUE }; /* def: color */

struct node;
static const char *names[] = { "a {", "b" };
int declared(struct node *n);
extern int errors;

/* Makes a node. */
static inline struct node *make(int value) /* def: make */
{
	struct node *n = malloc(sizeof(*n));
	if (!n) {
		return NULL;
	}
	return n;
}

int
main(int argc, char **argv) /* def: main */
{
	switch (argc) { case '{': break; }
	return 0;
}

LIST_API(int) list_size(const list_t *l) { /* def: list_size */
	int n = 0;
#ifdef FAST
	if (l->fast) {
#else
	if (l) {
#endif
		n++;
	}
	return n;
}

#if defined(A)
void only_a(void) { } /* def: only_a */
#else
void only_b(void) { } /* def: only_b */
#endif

__attribute__((noreturn)) void die(const char *fmt, ...) /* def: die */
{
	for (;;) { }
}

struct node *head(list_t *l) { return l->head; } /* def: head */
static int (*handler)(int) = NULL;
unsigned int hash(const char *s) { return *s ? '"' : '\''; } /* def: hash */

/* Returns what compares values of a kind. */
static int (*comparer(enum color kind))(const void *, const void *) /* def: comparer */
{
	return kind == RED ? by_name : by_size;
}

void (*on_signal(int number, void (*handle)(int)))(int) { return signal(number, handle); } /* def: on_signal */
size_type (*row(size_type (*rows)[3], int at))[3] { return rows + at; } /* def: row */
const list_t *(*const getter(void))(int) { return get; } /* def: getter */
int (*declared_too(int a))(char);
int (*table[2])(int) = { one, two };
