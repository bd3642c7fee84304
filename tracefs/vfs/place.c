// SPDX-License-Identifier: GPL-2.0
/*
 * Places hold references to a node's instance, group and event.
 */
#include "kernel/event/event.h"
#include "kernel/instance/instance.h"
#include "tracefs/vfs/place.h"

/**
 * tracefs_place_get() - take the references that a place holds
 * @place: a place whose references somebody else holds already
 */
void tracefs_place_get(const struct tracefs_place *place)
{
	instance_get(place->instance);
	if (place->group)
		kref_get(&place->group->kref);
	if (place->event)
		kref_get(&place->event->kref);
}

/**
 * tracefs_place_put() - drop the references that a place holds
 * @place: the place, which must not be used any more
 *
 * Context: may be called by memory reclaim.
 */
void tracefs_place_put(const struct tracefs_place *place)
{
	event_file_drop(place->event);
	event_group_put(place->group);
	instance_put(place->instance);
}

/**
 * tracefs_place_is_dead() - see whether the instance, event or group has been removed
 * @place: a place whose references the caller holds
 *
 * A place that is dead stays dead; one that is not may be dead a moment later.
 */
bool tracefs_place_is_dead(const struct tracefs_place *place)
{
	if (instance_is_gone(place->instance))
		return true;
	if (place->event)
		return READ_ONCE(place->event->event->dead);
	return place->group && READ_ONCE(place->group->dead);
}
