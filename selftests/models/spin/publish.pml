/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Publishing, stopping and resetting, on a CPU with a store buffer (TSO): its stores reach memory
 * later, in their order; its own loads see them at once. Unlike the litmus tests this has the loops,
 * and writers on top of each other, of the control's interrupt, and before and after it.
 *
 * The stack of the CPU: layer 1 to LAYERS, each a process that runs while it is on top. Whatever
 * comes in on top may do so between any two steps. Which context such a writer would be thought to
 * be in does not matter, and does not occur here.
 *
 * What is right: after control has asked nobody is inside until it lets writers in, and all that
 * writers wrote is in memory; in the end commit is equal to tail.
 *
 * Variants
 *	(none)	control's interrupt looks at nest, and changes tail and commit there
 *	OFFLINE	control changes them from elsewhere; the CPU was offline and comes online meanwhile
 *	REMOTE	an error: the same for any CPU, whose refused writers publish in any case
 *	UNASKED	an error: control looks at nest from elsewhere, without an interrupt
 *	ONCE	an error: the outermost writer looks at the tail once
 */
#ifndef LAYERS
#define LAYERS	3
#endif
#ifndef WRITES
#define WRITES	4
#endif
#ifndef RESETS
#define RESETS	1
#endif

#define TAIL	0
#define COMMIT	1
#define NEST	2
#define DATA	3	/* how many events are complete */
#define DONE	4	/* what the interrupt answers */
#define VARIABLES 5

#define FIRST	2	/* a layer's process number less its own */

byte memory[VARIABLES];
byte under_way[VARIABLES];	/* stores in the buffer */
byte newest[VARIABLES];
chan buffer = [6] of { byte, byte };

byte top;		/* the layer that runs; 0: none */
byte writes = WRITES;	/* that may still come */
byte complete;		/* events, in fact */
byte inside;		/* writers between reserve and the end of their event */
byte stopped;
bool asked;		/* control has a question */
bool working;		/* control relies on its answer */
bool finished;		/* control is */

/* Of the CPU with the buffer. */
#define store(v, n)							\
	d_step { nfull(buffer) -> newest[v] = n; under_way[v]++; buffer!v,newest[v] }
#define load(v)		(under_way[v] -> newest[v] : memory[v])

active proctype drain()
{
	byte v, n;

end:
	do
	:: d_step { buffer?v,n -> memory[v] = n; under_way[v]--; v = 0; n = 0 }
	od
}

/* ring_buffer_publish() */
inline publish()
{
	do
	:: atomic { t = load(TAIL); }
	   store(COMMIT, t);
	   store(NEST, 0);
	   if
#ifdef ONCE
	   :: true -> break
#else
	   :: d_step { load(TAIL) == t -> t = 0 } -> break
	   :: d_step { load(TAIL) != t -> t = 0 }
#endif
	   fi;
	   store(NEST, 1)
	od
}

/* ring_buffer_leave() */
inline leave()
{
	if
	:: load(NEST) == 1 -> publish()
	:: else -> store(NEST, load(NEST) - 1)
	fi
}

/* ring_buffer_refuse() */
inline refuse()
{
#ifdef REMOTE
	leave()
#else
	if
	:: load(NEST) != 1 -> leave()
	:: else ->
	   t = load(COMMIT);
	   if
	   :: load(TAIL) != t -> t = 0; leave()
	   :: else ->
	      store(NEST, 0);
	      if
	      :: d_step { load(TAIL) == t -> t = 0 }
	      :: d_step { load(TAIL) != t -> t = 0 } -> store(NEST, 1); publish()
	      fi
	   fi
	fi
#endif
}

/* provided: it is on top, or what is below is */
proctype layer() provided (top <= _pid - FIRST)
{
	byte me = _pid - FIRST;
	byte depth, t;

end:
	do
	:: atomic { top == me - 1 && writes -> top = me; writes-- }
	   depth = load(NEST);
	   store(NEST, depth + 1);
	   depth = 0;
	   if
	   :: stopped -> refuse()
	   :: else ->
	      atomic { nfull(buffer) -> inside++; t = load(TAIL) + 1; store(TAIL, t); t = 0 }
	      atomic { nfull(buffer) -> assert(!working); complete++; store(DATA, complete); inside-- }
	      leave()
	   fi;
	   top = me - 1
	od
}

byte answer;

/* control_call_here(), on top of whatever runs. */
inline interrupt(change)
{
	atomic { top < LAYERS -> on = top + 1; top = on }
	atomic { top == on -> answer = (load(NEST) == 0 -> 1 : 2) }
	if
	:: answer == 1 && change ->
	   atomic { top == on && nfull(buffer) -> store(TAIL, start) }
	   atomic { top == on && nfull(buffer) -> store(COMMIT, start) }
	:: else
	fi;
	atomic { top == on && nfull(buffer) -> store(DONE, answer); answer = 0; top = on - 1; on = 0 }
	/* The answer is waited for. */
	d_step { memory[DONE] -> seen = memory[DONE]; memory[DONE] = 0 }
}

/* Control's own stores: nothing that it loads afterwards depends on where they are. */
inline ask(change)
{
	do
	:: interrupt(change);
	   if
	   :: seen == 1 -> seen = 0; break
	   :: else -> seen = 0
	   fi
	od
}

inline wait_for_writers()
{
#if defined(OFFLINE)
	!top && !len(buffer)		/* a grace period of RCU; then it comes online */
#elif defined(UNASKED)
	!memory[NEST]
#else
	ask(false)
#endif
}

inline change_tail()
{
#if defined(OFFLINE) || defined(REMOTE) || defined(UNASKED)
	!memory[NEST];
	memory[TAIL] = start;
	memory[COMMIT] = start
#else
	ask(true)
#endif
}

active proctype control()
{
	byte on, seen, start, resets = RESETS;

	do
	:: resets ->
	   resets--;
	   stopped++;
	   wait_for_writers();
	   working = true;
	   assert(!inside && memory[DATA] == complete);
	   start = memory[TAIL] + 10;
	   change_tail();
	   assert(!inside && memory[DATA] == complete);
	   atomic { start = 0; working = false; stopped-- }
	:: else -> break
	od;
	finished = true
}

init {
	atomic {
		byte i;

		for (i : 1 .. LAYERS) {
			run layer()
		}
	}
	/* The end: everybody is out and every store has arrived. */
	atomic {
		finished && !top && !writes && !len(buffer) ->
		assert(!memory[NEST]);
		assert(memory[COMMIT] == memory[TAIL])
	}
}
