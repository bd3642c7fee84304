/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions with several places, which patterns name.
 */
#ifndef KERNEL_DEFINITION_PLACES_H
#define KERNEL_DEFINITION_PLACES_H

struct definition_write;
struct probe;

/**
 * struct definition_place - one place that the patterns of a definition mean
 * @address: the entry of a function
 * @named_at: when a pattern means this place alone, the column of the pattern plus 1; else 0, and the place
 *	is left out when it can't be probed
 */
struct definition_place {
	unsigned long address;
	unsigned int named_at;
};

/**
 * struct definition_places - the places of the current line of a write
 * @nr: number of elements in use
 * @room: number of elements of @place
 * @nr_tried: number of elements that have their probe, or can't be probed
 * @place: the places, in ascending order
 */
struct definition_places {
	unsigned int nr;
	unsigned int room;
	unsigned int nr_tried;
	struct definition_place *place;
};

int definition_validate_places(struct definition_write *write, struct probe *probe);
int definition_add_places(struct definition_write *write, struct probe *first);
void definition_forget_places(struct definition_write *write);

#endif
