// SPDX-License-Identifier: GPL-2.0
/*
 * Symbols of the kernel and its modules.
 *
 * The kernel's look-up functions are not exported, and one look-up by name walks all symbols on
 * kernels before 6.2 (17 ms each on 5.10). So the symbols of vmlinux are walked once, into an index
 * of hashes, when a name is looked up for the first time; the symbols never change afterwards. A
 * name that is not in the index is looked up among the symbols of modules, by
 * module_kallsyms_lookup_name(). The walk and that look-up are not exported either, and are called
 * by their address.
 *
 * The kprobe core tells the address of any symbol (symbol_ask_kprobes()): of the two functions, and
 * of every symbol when the two can't be found.
 *
 * symbol_lock serialises building the index, and the questions of symbol_has_ftrace_site(). A built
 * index is only read.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "kernel/compat/kallsyms.h"
#include "kernel/symbol/symbol.h"
#include "parser/parse_text.h"

#define SYMBOL_BUCKET_BITS	16
#define SYMBOL_BUCKETS		(1U << SYMBOL_BUCKET_BITS)
#define SYMBOL_CAPACITY_FIRST	(256 * 1024)
#define SYMBOL_NONE		U32_MAX

/*
 * Two names with the same 64-bit hash would count as one: for 2^18 symbols, once in 2^28 kernels.
 */
struct symbol_entry {
	u64 hash;
	unsigned long address;
};

/**
 * struct symbol_index - the symbols of vmlinux by hash of their name
 * @bucket: first entry of each chain, or SYMBOL_NONE
 * @next: next entry of the chain, one element for each of @entry
 * @entry: the symbols, in the order of the walk
 * @nr: number of symbols that were found, also those that found no room
 * @capacity: room in @entry and @next
 */
struct symbol_index {
	u32 *bucket;
	u32 *next;
	struct symbol_entry *entry;
	u32 nr;
	u32 capacity;
};

static DEFINE_MUTEX(symbol_lock);
static struct symbol_index *symbol_index;	/* set once, under symbol_lock */

/* Functions of the kernel; each is 0 when it was not found. Set by symbol_init(). */
static unsigned long symbol_walker;		/* kallsyms_on_each_symbol() */
static unsigned long symbol_module_lookup;	/* module_kallsyms_lookup_name() */

static u32 symbol_bucket(u64 hash)
{
	return (hash ^ (hash >> 32)) & (SYMBOL_BUCKETS - 1);
}

static int symbol_index_alloc(struct symbol_index *index, u32 capacity)
{
	index->capacity = capacity;
	index->bucket = kvmalloc_array(SYMBOL_BUCKETS, sizeof(*index->bucket), GFP_KERNEL);
	index->next = kvmalloc_array(capacity, sizeof(*index->next), GFP_KERNEL);
	index->entry = kvmalloc_array(capacity, sizeof(*index->entry), GFP_KERNEL);
	if (!index->bucket || !index->next || !index->entry)
		return -ENOMEM;
	memset32(index->bucket, SYMBOL_NONE, SYMBOL_BUCKETS);
	return 0;
}

static void symbol_index_destroy(struct symbol_index *index)
{
	if (!index)
		return;
	kvfree(index->bucket);
	kvfree(index->next);
	kvfree(index->entry);
	kfree(index);
}

/* Counts on when there is no room, so that the next try knows the capacity it needs. */
static int symbol_index_add(void *data, const char *name, unsigned long address)
{
	struct symbol_index *index = data;
	u64 hash = parse_text_hash(0, name);
	u32 i = index->nr++;
	u32 bucket = symbol_bucket(hash);

	if (i >= index->capacity)
		return 0;
	index->entry[i].hash = hash;
	index->entry[i].address = address;
	index->next[i] = index->bucket[bucket];
	index->bucket[bucket] = i;
	return 0;
}

static struct symbol_index *symbol_index_create(void)
{
	u32 capacity = SYMBOL_CAPACITY_FIRST;

	for (;;) {
		struct symbol_index *index = kzalloc(sizeof(*index), GFP_KERNEL);

		if (!index || symbol_index_alloc(index, capacity)) {
			symbol_index_destroy(index);
			return NULL;
		}
		compat_walk_symbols(symbol_walker, symbol_index_add, index);
		if (index->nr <= index->capacity)
			return index;
		capacity = index->nr;
		symbol_index_destroy(index);
	}
}

/*
 * Returns NULL if there is no walk over the symbols, or ERR_PTR(-ENOMEM): the next call tries
 * again.
 */
static const struct symbol_index *symbol_index_get(void)
{
	const struct symbol_index *index;

	if (!symbol_walker)
		return NULL;
	mutex_lock(&symbol_lock);
	if (!symbol_index)
		symbol_index = symbol_index_create();
	index = symbol_index ?: ERR_PTR(-ENOMEM);
	mutex_unlock(&symbol_lock);
	return index;
}

/* Returns how many symbols of vmlinux have that name; @address receives the address of one. */
static unsigned int symbol_find_in_index(const struct symbol_index *index, const char *name,
					 unsigned long *address)
{
	u64 hash = parse_text_hash(0, name);
	unsigned int count = 0;
	u32 i;

	for (i = index->bucket[symbol_bucket(hash)]; i != SYMBOL_NONE; i = index->next[i]) {
		if (index->entry[i].hash != hash)
			continue;
		*address = index->entry[i].address;
		count++;
	}
	return count;
}

/*
 * Finds any symbol, including those of modules and "MODULE:NAME". A kprobe registered with
 * KPROBE_FLAG_DISABLED has its address filled in, even if the registration then fails. The kprobe
 * asked for is one byte behind the symbol:
 *
 *  - The core would move a kprobe at the entry of a function behind the ENDBR64 that the function
 *    begins with. The core leaves other places where they are.
 *  - Hardly any instruction is one byte long, so that the core refuses the place, which is faster
 *    than to take it: a kprobe that was registered takes a grace period to unregister.
 */
#define SYMBOL_ASK_OFFSET	1

static int symbol_ask_kprobes(const char *name, unsigned long *address)
{
	struct kprobe kp = {
		.symbol_name = name,
		.offset = SYMBOL_ASK_OFFSET,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret = register_kprobe(&kp);

	if (!ret)
		unregister_kprobe(&kp);
	if (!kp.addr)
		return -ENOENT;
	*address = (unsigned long)kp.addr - SYMBOL_ASK_OFFSET;
	return 0;
}

/* Finds "NAME" or "MODULE:NAME". Modules may come and go: the kernel's function guards itself. */
static int symbol_find_in_modules(const char *name, unsigned long *address)
{
	typeof(&module_kallsyms_lookup_name) lookup = (void *)symbol_module_lookup;
	unsigned long found;
	u64 ibt;

	if (!lookup)
		return symbol_ask_kprobes(name, address);
	ibt = compat_ibt_off();
	found = lookup(name);
	compat_ibt_on(ibt);
	if (!found)
		return -ENOENT;
	*address = found;
	return 0;
}

/**
 * symbol_lookup() - find the address of a symbol
 * @name: "NAME" (vmlinux first, then modules) or "MODULE:NAME"
 * @address: receives the address on success
 *
 * Context: process context, may sleep. Return: 0, -ENOENT, or -ENOMEM when there is no memory for
 * the index, and the symbol may exist.
 */
int symbol_lookup(const char *name, unsigned long *address)
{
	const struct symbol_index *index;

	if (strchr(name, ':'))
		return symbol_find_in_modules(name, address);
	index = symbol_index_get();
	if (IS_ERR(index))
		return PTR_ERR(index);
	if (!index)
		return symbol_ask_kprobes(name, address);
	return symbol_find_in_index(index, name, address) ? 0 : symbol_find_in_modules(name, address);
}

/**
 * symbol_lookup_in_kernel() - find the address of a symbol of the kernel itself, data too
 * @name: name of the symbol, which no module is asked for
 * @address: receives the address on success; of a variable per CPU, what per_cpu_ptr() takes
 *
 * Context: process context, may sleep. Return: 0; -ENOENT, also when the kernel has no walk over
 * its symbols, or does not keep those of data (CONFIG_KALLSYMS_ALL); -ENOMEM.
 */
int symbol_lookup_in_kernel(const char *name, unsigned long *address)
{
	const struct symbol_index *index = symbol_index_get();

	if (IS_ERR(index))
		return PTR_ERR(index);
	return index && symbol_find_in_index(index, name, address) ? 0 : -ENOENT;
}

/**
 * symbol_count() - count the symbols that share a name
 * @name: name of the symbol, without module
 *
 * Names of vmlinux hide those of modules, and a name that only modules have counts as one: the
 * first module that has the name is taken, as mainline does since 6.7. If the kernel has no walk
 * over its symbols, each name counts as one.
 *
 * Context: process context, may sleep. Return: number of symbols, 0 when there is none, or
 * -ENOMEM when there is no memory for the index, so that nobody knows.
 */
int symbol_count(const char *name)
{
	const struct symbol_index *index = symbol_index_get();
	unsigned long address;
	int count;

	if (IS_ERR(index))
		return PTR_ERR(index);
	count = index ? symbol_find_in_index(index, name, &address) : 0;
	return count ?: !symbol_lookup(name, &address);
}

static int compare_addresses(const void *a, const void *b)
{
	unsigned long left = *(const unsigned long *)a, right = *(const unsigned long *)b;

	return left < right ? -1 : left > right;
}

/**
 * symbol_addresses() - find all symbols of the kernel itself that share a name
 * @name: name of the symbols
 * @addresses: receives the addresses, in ascending order
 * @room: number of elements of @addresses
 *
 * Context: process context, after symbol_count() has counted the symbols. Return: number of addresses;
 * of more than @room symbols, those that were found first are left out.
 */
unsigned int symbol_addresses(const char *name, unsigned long *addresses, unsigned int room)
{
	const struct symbol_index *index = symbol_index_get();
	u64 hash = parse_text_hash(0, name);
	unsigned int nr = 0;
	u32 i;

	if (IS_ERR_OR_NULL(index))
		return 0;
	for (i = index->bucket[symbol_bucket(hash)]; i != SYMBOL_NONE && nr < room;
	     i = index->next[i])
		if (index->entry[i].hash == hash)
			addresses[nr++] = index->entry[i].address;
	sort(addresses, nr, sizeof(*addresses), compare_addresses, NULL);
	return nr;
}

/**
 * symbol_walk() - call a function for each symbol of the kernel itself
 * @fn: the function; returns 0 to go on, or a negative errno. It may sleep
 * @data: first argument of @fn
 *
 * Context: process context. Return: 0, -ENOENT when the kernel has no such walk, or what @fn returned.
 */
int symbol_walk(int (*fn)(void *data, const char *name, unsigned long address), void *data)
{
	return symbol_walker ? compat_walk_symbols(symbol_walker, fn, data) : -ENOENT;
}

/**
 * symbol_bounds() - find the symbol that an address belongs to
 * @address: the address, which may be anywhere
 * @start: receives the first address of the symbol on success
 * @size: receives the number of bytes of the symbol on success
 *
 * Return: false when the address belongs to no symbol.
 */
bool symbol_bounds(unsigned long address, unsigned long *start, unsigned long *size)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned long offset;
	const char *plus;

	sprint_symbol(text, address);
	plus = strchr(text, '+');	/* NAME+0xOFFSET/0xSIZE [MODULE] */
	if (!plus || sscanf(plus, "+0x%lx/0x%lx", &offset, size) != 2)
		return false;
	*start = address - offset;
	return true;
}

/**
 * symbol_module() - tell which module an address is in
 * @address: the address, which may be anywhere
 * @module: receives the name of the module; empty when the address is in none
 * @size: bytes at @module
 */
void symbol_module(unsigned long address, char *module, size_t size)
{
	char text[KSYM_SYMBOL_LEN];
	const char *name;

	sprint_symbol(text, address);
	name = strstr(text, " [");	/* NAME+0xOFFSET/0xSIZE [MODULE] */
	if (!name || !parse_text_copy(module, size, name + 2, strcspn(name + 2, "] ")))
		*module = '\0';
}

/**
 * symbol_is_function_entry() - tell whether a probe at an address sees the arguments of the
 * function
 * @address: address of the probe
 *
 * With IBT a function may begin with ENDBR64; then the place behind the ENDBR64 is its entry, too.
 */
bool symbol_is_function_entry(unsigned long address)
{
	unsigned long start, size;

	if (!symbol_bounds(address, &start, &size))
		return false;
	return address == start ||
	       (address == start + COMPAT_ENDBR_SIZE && compat_begins_with_endbr(start));
}

/**
 * symbol_reaches() - tell whether a place is what its symbol and offset seem to say
 * @name: name of the symbol
 * @address: address of the symbol
 * @offset: offset of the place from @address
 *
 * Return: false when the place lies behind the end of the symbol, inside of another function. The
 * beginning of another one is accepted: only who has counted gets there, and probepoint.tc of the
 * kernel's selftests has. Who gives a negative offset can only mean a place outside of the symbol.
 */
bool symbol_reaches(const char *name, unsigned long address, long offset)
{
	unsigned long start, size;

	if (offset <= 0)
		return true;
	/* Programs count from where the kernel's code begins to name any place: perf-probe(1) knows these two names. */
	if (!strcmp(name, "_text") || !strcmp(name, "_stext"))
		return true;
	return !symbol_bounds(address, &start, &size) || address + offset - start < size ||
	       symbol_is_function_entry(address + offset);
}

/*
 * Asks ftrace whether it hooks a function: only an address that ftrace knows can be put in a
 * filter. The filter set up for the question is never registered and is emptied again. symbol_lock
 * serialises the questions.
 */
#ifdef CONFIG_DYNAMIC_FTRACE
static struct ftrace_ops symbol_question;

/* Returns 1 or 0, or -ENOMEM when nobody knows. */
static int symbol_has_ftrace_site(unsigned long start)
{
	int ret;

	mutex_lock(&symbol_lock);
	ret = ftrace_set_filter_ip(&symbol_question, start, 0, 0);
	if (!ret)
		ftrace_set_filter_ip(&symbol_question, start, 1, 0);
	mutex_unlock(&symbol_lock);
	return ret == -ENOMEM ? ret : !ret;
}

static void symbol_free_question(void)
{
	/* ftrace_free_filter() came to modules with commit 8be9fbd5345d (v6.2) only. */
	ftrace_set_filter(&symbol_question, NULL, 0, 1);
}
#else
static int symbol_has_ftrace_site(unsigned long start __always_unused)
{
	return 1;
}

static void symbol_free_question(void)
{
}
#endif

/* FUNCTION.cold, FUNCTION.part.0 and the like are traceable if FUNCTION is. */
static int symbol_parent_is_traceable(unsigned long address)
{
	char name[KSYM_SYMBOL_LEN];
	unsigned long parent;
	char *dot;
	int ret;

	sprint_symbol_no_offset(name, address);
	dot = strchr(name, '.');
	if (!dot)
		return 0;
	*dot = '\0';
	ret = symbol_lookup(name, &parent);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	return symbol_has_ftrace_site(parent);
}

/**
 * symbol_check_traceable() - check that the function at an address is open to tracing
 * @address: address at which a probe is asked for
 *
 * Functions that are marked notrace serve the tracer itself. Mainline refuses probe events on
 * them, too, unless built with KPROBE_EVENTS_ON_NOTRACE. Without dynamic ftrace nobody knows, and
 * the kprobe core's own blacklist decides alone.
 *
 * Context: process context, may sleep. Return: 0, -EINVAL when the function is not, -ENOMEM.
 */
int symbol_check_traceable(unsigned long address)
{
	unsigned long start, size;
	int has;

	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE) || IS_ENABLED(CONFIG_KPROBE_EVENTS_ON_NOTRACE))
		return 0;
	if (!symbol_bounds(address, &start, &size))
		return 0;
	has = symbol_has_ftrace_site(start) ?: symbol_parent_is_traceable(address);
	if (has < 0)
		return has;
	return has ? 0 : -EINVAL;
}

#ifdef CONFIG_MODULES
/* Returns NULL when built in. This is a function: compilers warn of comparisons with a constant. */
static noinline struct module *own_module(void)
{
	return THIS_MODULE;
}

/* As the kernel sees it, the memory of a module is part of some symbol of the module. */
static bool symbol_is_in_module(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN];

	sprint_symbol(text, address);
	return strchr(text, '[');	/* NAME+0xOFFSET/0xSIZE [MODULE] */
}

/* Returns the head of the list of modules, which is the variable "modules", or 0: no KALLSYMS_ALL. */
static unsigned long symbol_modules_head(void)
{
	const struct symbol_index *index = symbol_index_get();
	unsigned long head;

	if (IS_ERR_OR_NULL(index) || symbol_find_in_index(index, "modules", &head) != 1)
		return 0;
	return head;
}

/**
 * symbol_walk_modules() - call a function for each module but our own
 * @fn: the function, which may not sleep; returns true to end the walk
 * @data: first argument of @fn
 *
 * The list of modules is walked from our own place on it, or from its head when we are built in.
 * Without the head's address, an entry of the list that is in no module is taken for the head. A module that has
 * no symbols is taken for the head wrongly, and left out. Context: process context, may sleep.
 */
void symbol_walk_modules(bool (*fn)(void *data, struct module *mod), void *data)
{
	unsigned long head = symbol_modules_head();
	struct module *own = own_module();
	struct list_head *start = own ? &own->list : (struct list_head *)head;
	struct list_head *pos;

	if (!start)
		return;
	rcu_read_lock_sched();
	for (pos = rcu_dereference_raw(start->next); pos != start; pos = rcu_dereference_raw(pos->next)) {
		struct module *mod = list_entry(pos, struct module, list);
		unsigned long at = (unsigned long)pos;
		bool is_head = head ? at == head : !symbol_is_in_module(at);

		if (!is_head && mod->state != MODULE_STATE_UNFORMED && fn(data, mod))
			break;
	}
	rcu_read_unlock_sched();
}

/** struct module_search - the name of a module, and whether that was found */
struct module_search {
	const char *name;
	bool found;
};

static bool symbol_compare_module(void *data, struct module *mod)
{
	struct module_search *search = data;

	search->found = !strcmp(mod->name, search->name);
	return search->found;
}

/**
 * symbol_module_is_loaded() - tell whether a module is loaded
 * @module: name of the module
 *
 * A module that symbol_walk_modules() leaves out counts as not loaded; then a probe on something that the module
 * does not have waits for the module instead of being refused.
 */
bool symbol_module_is_loaded(const char *module)
{
	struct module_search search = { .name = module };

	/* When built in, probefs is no module. */
	if (own_module() && !strcmp(module, own_module()->name))
		return true;
	symbol_walk_modules(symbol_compare_module, &search);
	return search.found;
}
#else
void symbol_walk_modules(bool (*fn)(void *data, struct module *mod) __always_unused, void *data __always_unused)
{
}

bool symbol_module_is_loaded(const char *module __always_unused)
{
	return false;
}
#endif

/**
 * symbol_init() - find the kernel's look-up functions
 *
 * Return: 0. Without the walk over all symbols, names are looked up one by one and duplicates go
 * unnoticed, which the log says.
 */
int symbol_init(void)
{
	if (symbol_ask_kprobes("kallsyms_on_each_symbol", &symbol_walker))
		pr_info("kallsyms_on_each_symbol() is not found: definitions do not notice that a symbol is not unique\n");
	/* A kernel without modules does not have this function, and has no symbols of modules. */
	symbol_ask_kprobes("module_kallsyms_lookup_name", &symbol_module_lookup);
	return 0;
}

/** symbol_exit() - free the index; no caller may be left */
void symbol_exit(void)
{
	symbol_index_destroy(symbol_index);
	symbol_index = NULL;
	symbol_walker = 0;
	symbol_module_lookup = 0;
	symbol_free_question();
}
