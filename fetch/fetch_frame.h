/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frame is what a hit brings: a piece of memory from which programs read 64-bit words at
 * offsets. Frames differ in how a name becomes an offset. Those of functions and tracepoints are the
 * registers (struct pt_regs). That of an event probe is a record of the event that the probe is attached
 * to: names are its fields (field.h), which have a size and a sign of their own, and the program may
 * not read beyond the record.
 */
#ifndef FETCH_FETCH_FRAME_H
#define FETCH_FETCH_FRAME_H

#include <linux/types.h>

/**
 * struct frame_word - where a hit has a 64-bit word
 * @on_stack: the word is above the stack pointer, else in the frame; the frame has to be struct
 *	pt_regs then, and for $stackN
 * @from: offset from the stack pointer, or in the frame
 */
struct frame_word {
	bool on_stack;
	u16 from;
};

/**
 * struct fetch_frame - how a name becomes an offset
 * @find_register: finds %NAME; returns its offset in the frame, or -ENOENT
 * @find_argument: finds the argument $argN of a function, @n from 0; returns false when the calling
 *	convention is not known to put that argument anywhere
 * @stack_pointer: returns the offset of the stack pointer
 * @return_value: returns the offset of the value that a function returns
 * @arguments_saved: the frame is that of the end of a function: what @find_argument finds was there
 *	when the function was entered, and has to be saved then
 */
struct fetch_frame {
	int (*find_register)(const char *name, size_t len);
	bool (*find_argument)(unsigned int n, struct frame_word *word);
	u16 (*stack_pointer)(void);
	u16 (*return_value)(void);
	bool arguments_saved;
};

extern const struct fetch_frame fetch_entry_frame;
extern const struct fetch_frame fetch_return_frame;
extern const struct fetch_frame fetch_tracepoint_frame;
extern const struct fetch_frame fetch_user_frame;
extern const struct fetch_frame fetch_record_frame;

#endif
