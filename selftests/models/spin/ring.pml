/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring buffer of one CPU: writers on top of each other, their marks, pages and slots, a consuming
 * reader, reset and resize. Two sub-buffers of CAPACITY events each, all events of one size. The
 * names are those of kernel/buffer/, less "ring_buffer_". Memory is sequentially consistent here: publish.pml
 * and the litmus tests are about what is not.
 *
 * The stack of the CPU: layer 1 to LAYERS, each a process that runs while it is on top. Whatever
 * comes in on top may do so between any two steps: a writer that the level of the one below does not
 * show is any of them. The reader and control are one process, as cpu->mutex serialises them.
 *
 * What is right
 *	a mark that the tail names is not written
 *	two writers never have the same place
 *	events are numbered in the order of their reservation
 *	a reader gets whole events, in order, and knows how many it lost; those it did not lose are
 *	all that were written, and without OVERWRITE it loses none
 *	nobody is inside while control moves memory
 *	writers write nothing to the reader's memory
 *	commit is equal to tail when nobody is inside any more
 *
 * Variants
 *	OVERWRITE	the oldest events make room; else new ones are refused
 *	RESETS, GROWS	how often control may do that
 *	LEVELS	an error: a writer has the marks of a level, which may be that of the one below
 *	UNASKED	an error: control does not ask who is inside
 *	ONCE	an error: the outermost writer looks at the tail once
 *	UNCHECKED	an error: a page that was copied is not looked at again
 *	MAPPED	a program has the reader's memory, so the reader copies to another one
 *	UNSEEN	an error: such memory may be of a slot that writers have claimed
 */
#ifndef LAYERS
#define LAYERS	2
#endif
#ifndef DEPTHS
#define DEPTHS	LAYERS	/* that there are marks for */
#endif
#ifndef WRITES
#define WRITES	4
#endif
#ifndef READS
#define READS	2
#endif
#ifndef RESETS
#define RESETS	0
#endif
#ifndef GROWS
#define GROWS	0
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif

#define PAGES	2	/* in the beginning */
#define MOST	(PAGES + GROWS)
#define MEMORY	(MOST + 1)	/* one is the reader's */
#define HALF	100	/* an event that is not complete */
#define FIRST	0	/* a layer's process number less its own */

/* Words: what is in one changes at once. */
typedef position { byte page, offset, mark };
typedef mark_words { byte events, data };
typedef slot_words { byte page, id, first, end, bytes };

position tail, commit, taken;
mark_words marks[2 * DEPTHS];
slot_words slots[MOST];
byte nr_pages = PAGES;
byte nest, stopped;

byte chunk = PAGES;	/* the reader's memory */

/* Sub-buffers: number of events in the header, and the events, by their number. */
byte header[MEMORY];
byte cells[MEMORY * CAPACITY];

byte top;		/* the layer that runs; 0: none */
byte writes = WRITES;	/* that may still come */
byte reserved;		/* events, in fact */
byte inside;		/* writers between reserve and the end of their event */
bool busy[MEMORY * CAPACITY];
bool working;		/* control moves memory */

#define slot_of(p)	((p) % nr_pages)
#define same(a, b)	(a.page == b.page && a.offset == b.offset && a.mark == b.mark)
#define copy(to, from)	to.page = from.page; to.offset = from.offset; to.mark = from.mark

inline publish()
{
	do
	:: d_step { copy(t, tail) }
	   d_step { copy(commit, t) }
	   nest = 0;
	   if
#ifdef ONCE
	   :: true -> break
#else
	   :: same(tail, t) -> break
	   :: else
#endif
	   fi;
	   nest = 1
	od;
	atomic { t.page = 0; t.offset = 0; t.mark = 0 }
}

inline leave()
{
	if
	:: nest == 1 -> publish()
	:: else -> nest--
	fi
}

inline refuse()
{
	if
	:: nest == 1 ->
	   d_step { copy(t, commit) }
	   if
	   :: same(tail, t) ->
	      nest = 0;
	      if
	      :: same(tail, t) -> d_step { t.page = 0; t.offset = 0; t.mark = 0 }
	      :: else -> nest = 1; publish()
	      fi
	   :: else -> leave()
	   fi
	:: else -> leave()
	fi
}

/* Steps a and b: id is the memory of the next page, or MEMORY when there is none. */
inline claim()
{
	byte p, i;

	if
	:: old.page + 1 - commit.page >= nr_pages -> id = MEMORY
	:: else ->
	   d_step { p = slots[slot_of(old.page + 1)].page; i = slots[slot_of(old.page + 1)].id }
	   do
	   :: p == old.page + 1 -> id = i; break
#ifndef OVERWRITE
	   :: p && p != old.page + 1 &&
	      !(taken.page > p || (taken.page == p && taken.offset >= slots[slot_of(p)].bytes)) ->
	      id = MEMORY; break
#endif
	   :: else ->
	      if
	      :: d_step {
			slots[slot_of(old.page + 1)].page == p && slots[slot_of(old.page + 1)].id == i ->
			slots[slot_of(old.page + 1)].page = old.page + 1
		 }
		 id = i; break
	      :: d_step {
			!(slots[slot_of(old.page + 1)].page == p &&
			  slots[slot_of(old.page + 1)].id == i) ->
			p = slots[slot_of(old.page + 1)].page; i = slots[slot_of(old.page + 1)].id
		 }
	      fi
	   od
	fi;
	p = 0; i = 0
}

inline write()
{
	do
	:: d_step { copy(old, tail) }
	   events = marks[old.mark].events;
	   id = marks[old.mark].data;
	   from = id;
	   if
	   :: old.offset == CAPACITY -> claim()
	   :: else
	   fi;
	   if
	   :: id == MEMORY -> break
	   :: else
	   fi;
	   own = 2 * depth + (old.mark % 2 -> 0 : 1);
	   d_step { assert(tail.mark != own); marks[own].events = events + 1 }
	   d_step { assert(tail.mark != own); marks[own].data = id }
	   if
	   :: d_step {
		same(tail, old) ->
		tail.page = (old.offset == CAPACITY -> old.page + 1 : old.page);
		tail.offset = (old.offset == CAPACITY -> 1 : old.offset + 1);
		tail.mark = own;
		inside++; reserved++;
		assert(reserved == events + 1);
		own = id * CAPACITY + tail.offset - 1;
		assert(!busy[own]);
		busy[own] = true
	      }
	      break
	   :: d_step { !same(tail, old) -> own = 0 }
	   fi
	od;
	if
	:: id == MEMORY
	:: else ->
	   if
	   :: old.offset == CAPACITY ->
	      d_step { assert(from != chunk); header[from] = old.offset }
	      d_step { slots[slot_of(old.page)].end = events; slots[slot_of(old.page)].bytes = old.offset }
	      slots[slot_of(old.page + 1)].first = events
	   :: else
	   fi;
	   d_step { assert(own / CAPACITY != chunk); cells[own] = HALF }
	   d_step { assert(own / CAPACITY != chunk); cells[own] = events + 1; busy[own] = false; inside--; assert(!working) }
	fi;
	d_step { old.page = 0; old.offset = 0; old.mark = 0; events = 0; id = 0; from = 0; own = 0 }
}

/* provided: it is on top, or what is below is */
proctype layer() provided (top <= _pid - FIRST)
{
	byte me = _pid - FIRST, depth, events, id, from, own;
	position old, t;

end:
	do
	:: atomic { top == me - 1 && writes -> top = me; writes-- }
	   depth = nest;
	   if
	   :: depth >= DEPTHS -> goto out
	   :: else -> nest = depth + 1
	   fi;
#ifdef LEVELS
	   if
	   :: depth = 0		/* nothing shows that somebody was interrupted */
	   :: depth = me - 1
	   fi;
#endif
	   if
	   :: stopped -> refuse()
	   :: else -> write(); leave()
	   fi;
out:	   atomic { depth = 0; top = me - 1 }
	od
}

/* Of the consuming reader */
position place;
byte place_events;	/* number of events before it */
byte lost;

/* An event in the reader's hands. */
inline check(cell, number)
{
	assert(cells[cell] == number)
}

inline take_page()
{
	d_step { p = place.page; i = slots[slot_of(p)].id; seen = slots[slot_of(p)].page }
	first = slots[slot_of(p)].first;
	last = slots[slot_of(p)].end;
	if
	:: d_step {
		seen == p && slots[slot_of(p)].page == p && slots[slot_of(p)].id == i ->
		slots[slot_of(p)].page = 0; slots[slot_of(p)].id = chunk; chunk = i
	   }
	   d_step {
		if
		:: place.offset -> first = place_events
		:: else
		fi;
		lost = lost + first - place_events;
		i = place.offset;
		do
		:: i < header[chunk] ->
		   first++;
		   check(chunk * CAPACITY + i, first);
		   i++
		:: else -> break
		od;
		assert(first == last);
		place_events = last; place.page++; place.offset = 0
	   }
	   d_step { copy(taken, place) }
	:: d_step { !(seen == p && slots[slot_of(p)].page == p && slots[slot_of(p)].id == i) -> skip }
	fi;
	d_step { p = 0; i = 0; seen = 0; first = 0; last = 0 }
}

/* The other slot of two. Clears good when writers have claimed it. */
inline take_blank()
{
	assert(good && nr_pages == 2);
	d_step { i = slots[slot_of(p + 1)].id; seen = slots[slot_of(p + 1)].page }
	if
	:: d_step {
#ifndef UNSEEN
		seen <= p &&
#endif
		slots[slot_of(p + 1)].page == seen && slots[slot_of(p + 1)].id == i ->
		slots[slot_of(p + 1)].page = 0; slots[slot_of(p + 1)].id = chunk; chunk = i
	   }
	:: d_step {
#ifdef UNSEEN
		!(slots[slot_of(p + 1)].page == seen && slots[slot_of(p + 1)].id == i) ->
#else
		!(seen <= p && slots[slot_of(p + 1)].page == seen && slots[slot_of(p + 1)].id == i) ->
#endif
		good = false
	   }
	   assert(!quiet)
	fi
}

/* The page that writers are on; one event after the other is looked at. */
inline copy_events()
{
	d_step { p = place.page; i = slots[slot_of(p)].id; seen = slots[slot_of(p)].page }
	first = slots[slot_of(p)].first;
	if
	:: place.offset -> first = place_events
	:: else
	fi;
	last = place.offset;
	good = true;
	do
	:: last < c.offset ->
	   d_step {
		good = good && cells[i * CAPACITY + last] == first + 1 + last - place.offset;
		last++
	   }
	:: else -> break
	od;
	if
#ifdef UNCHECKED
	:: true ->
#else
	:: seen == p && slots[slot_of(p)].page == p && slots[slot_of(p)].id == i ->
#endif
	   assert(good);
#ifdef MAPPED
	   take_blank();
#endif
	   if
	   :: d_step {
		good ->
		lost = lost + first - place_events;
		place_events = first + last - place.offset;
		place.offset = last
	      }
	      d_step { copy(taken, place) }
	   :: else
	   fi
#ifndef UNCHECKED
	:: else
#endif
	fi;
	d_step { p = 0; i = 0; seen = 0; first = 0; last = 0; good = false }
}

inline find_unread()
{
	d_step {
		c.page = commit.page; c.offset = commit.offset;
		if
		:: c.page >= nr_pages && place.page < c.page - nr_pages + 1 ->
		   p = c.page - nr_pages + 1
		:: else -> p = place.page
		fi
	}
	do
	:: p > c.page || found -> break
	:: else ->
	   d_step { seen = slots[slot_of(p)].page; i = slots[slot_of(p)].id }
	   d_step {
		if
		:: seen == p && p != place.page -> place.page = p; place.offset = 0
		:: else
		fi;
		found = seen == p &&
			(p == c.page -> place.offset < c.offset : place.offset < header[i]);
		p++
	   }
	od;
	p = 0; seen = 0; i = 0
}

inline read()
{
	find_unread();
	if
	:: found && place.page < c.page -> take_page()
	:: found && place.page == c.page -> copy_events()
	:: else
	fi;
	d_step { c.page = 0; c.offset = 0; found = false }
}

/* control_call(), on top of whatever runs, and writers on top of it */
inline ask(change)
{
	do
	:: atomic { top < LAYERS -> on = top + 1; top = on }
	   d_step { top == on -> found = (nest == 0) }
#ifdef UNASKED
	   found = true;
#endif
	   if
	   :: found && change ->
	      d_step { top == on -> marks[0].events = reserved }
	      d_step { top == on -> marks[0].data = slots[slot_of(place.page)].id }
	      d_step { top == on -> copy(tail, place) }
	      d_step { top == on -> copy(commit, place) }
	   :: else
	   fi;
	   d_step { top == on -> top = on - 1; on = 0 }
	   if
	   :: found -> break
	   :: else
	   fi
	od;
	found = false
}

inline reset()
{
	stopped++;
	ask(false);
	d_step {
		working = true;
		assert(!inside);
		for (i : 0 .. nr_pages - 1) {
			slots[i].page = 0
		}
		i = 0;
		place.page = tail.page + 1; place.offset = CAPACITY; place.mark = 0;
		place_events = reserved; lost = 0;
		copy(taken, place)
	}
	ask(true);
	assert(!inside);
	working = false;
	stopped--
}

/* cpu_exchange_memory(): the memory of the new slot is the last one. */
inline grow()
{
	stopped++;
	ask(false);
	working = true;
	d_step {
		assert(!inside);
		/* Page numbers tail.page and the one before stay, and change slots. */
		for (i : 0 .. nr_pages - 1) {
			old_slots[i].page = slots[i].page; old_slots[i].id = slots[i].id;
			old_slots[i].first = slots[i].first; old_slots[i].end = slots[i].end;
			old_slots[i].bytes = slots[i].bytes
		}
		for (i : 0 .. nr_pages - 1) {
			p = tail.page + nr_pages - i;	/* of that slot, plus nr_pages */
			seen = (p + 1 - nr_pages + nr_pages * (nr_pages + 1) - 1) % (nr_pages + 1);
			p = p % nr_pages;
			slots[seen].page =
				(old_slots[p].page == tail.page - i -> old_slots[p].page : 0);
			slots[seen].id = old_slots[p].id;
			slots[seen].first = old_slots[p].first; slots[seen].end = old_slots[p].end;
			slots[seen].bytes = old_slots[p].bytes
		}
		seen = (tail.page + 1) % (nr_pages + 1);
		slots[seen].page = 0; slots[seen].id = MEMORY - 1;
		nr_pages++;
		for (i : 0 .. MOST - 1) {
			old_slots[i].page = 0; old_slots[i].id = 0; old_slots[i].first = 0;
			old_slots[i].end = 0; old_slots[i].bytes = 0
		}
		i = 0; p = 0; seen = 0
	}
	assert(!inside);
	working = false;
	stopped--
}

init {
	byte p, i, seen, first, last, on, reads = READS, resets = RESETS, grows = GROWS;
	bool found, good, quiet;
	position c;
	slot_words old_slots[MOST];

	atomic {
		slots[0].id = 0; slots[1].id = 1;
		tail.page = 1; tail.offset = CAPACITY;
		copy(commit, tail); copy(place, tail); copy(taken, tail);
		marks[0].data = 1;
		header[1] = CAPACITY;
		for (i : 1 .. LAYERS) {
			run layer()
		}
		i = 0
	}
	do
	:: reads -> reads--; read()
	:: resets -> resets--; reset()
#if GROWS
	:: grows && tail.page > 1 -> grows--; grow()
#endif
	:: !top && !writes -> break
	od;
	assert(!nest && !inside);
	assert(same(commit, tail));
	quiet = true;
	/* The rest: everything that is not lost. */
	do
	:: place.page == commit.page && place.offset >= commit.offset -> break
	:: place.page > commit.page -> break
	:: else -> read()
	od;
	assert(place_events == reserved);
#ifndef OVERWRITE
	assert(!lost)
#endif
}
