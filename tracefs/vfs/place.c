// SPDX-License-Identifier: GPL-2.0
/*
 * Places: the references that a node holds to its group and event.
 */
#include "kernel/event/event.h"
#include "tracefs/vfs/place.h"

/**
 * tracefs_place_get() - take the references that a place holds
 * @place: a place that is held already, by somebody else
 */
void tracefs_place_get(const struct tracefs_place *place)
{
	if (place->group)
		kref_get(&place->group->kref);
	if (place->event)
		kref_get(&place->event->kref);
}

/**
 * tracefs_place_put() - drop the references that a place holds
 * @place: not to be used any more
 *
 * Context: memory reclaim too.
 */
void tracefs_place_put(const struct tracefs_place *place)
{
	event_file_drop(place->event);
	event_group_put(place->group);
}

/**
 * tracefs_place_is_dead() - see whether the event or group has been removed
 * @place: a place that is held
 *
 * What is dead stays dead; what is not may be a moment later.
 */
bool tracefs_place_is_dead(const struct tracefs_place *place)
{
	if (place->event)
		return event_file_is_dead(place->event);
	return place->group && READ_ONCE(place->group->dead);
}
