// SPDX-License-Identifier: MIT
// Trees of YAML values.
#include "scenario/node.h"

#include <string.h>

const covey_node *covey_node_find(const covey_node *map, const char *key)
{
    for (const covey_node *child = map->first; child != NULL; child = child->next)
        if (strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

size_t covey_node_count(const covey_node *node)
{
    size_t count = 0;
    for (const covey_node *child = node->first; child != NULL; child = child->next)
        count++;
    return count;
}

/// Copies a node without its children.
static covey_node *copy_alone(covey_arena *arena, const covey_node *node)
{
    covey_node *copy = covey_arena_take(arena, 1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *node;
    copy->first = copy->next = NULL;
    if (node->text != NULL)
        copy->text = covey_arena_bytes(arena, node->text, node->size);
    if (node->key != NULL)
        copy->key = covey_arena_bytes(arena, node->key, strlen(node->key));
    bool whole =
        (node->text == NULL) == (copy->text == NULL) && (node->key == NULL) == (copy->key == NULL);
    return whole ? copy : NULL;
}

/// Copies a tree. Trees have at most COVEY_SCENARIO_MAX_DEPTH levels, and a few more after changes.
covey_node *covey_node_copy(covey_arena *arena, const covey_node *node)
{
    covey_node *copy = copy_alone(arena, node);
    covey_node **end = copy != NULL ? &copy->first : NULL;
    for (const covey_node *child = node->first; child != NULL && end != NULL; child = child->next) {
        *end = covey_node_copy(arena, child);
        if (*end == NULL)
            return NULL;
        end = &(*end)->next;
    }
    return copy;
}

static bool is_replaced(const covey_node *node, const covey_node *old, size_t number,
                        const covey_node *child, size_t index)
{
    return node->kind == COVEY_NODE_MAP ? strcmp(old->key, child->key) == 0 : number == index;
}

covey_node *covey_node_with(covey_arena *arena, const covey_node *node, const covey_node *child,
                            size_t index)
{
    covey_node *copy = covey_arena_take(arena, 1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *node;
    covey_node **end = &copy->first;
    bool done = false;
    size_t number = 0;
    for (const covey_node *old = node->first; old != NULL || !done; number++) {
        const covey_node *from = old;
        if (old == NULL || is_replaced(node, old, number, child, index)) {
            from = child;
            done = true;
        }
        *end = covey_arena_take(arena, 1, sizeof **end);
        if (*end == NULL)
            return NULL;
        **end = *from;
        (*end)->next = NULL;
        end = &(*end)->next;
        old = old != NULL ? old->next : NULL;
    }
    return copy;
}

covey_node *covey_node_without(covey_arena *arena, const covey_node *list, size_t index)
{
    covey_node *copy = covey_arena_take(arena, 1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *list;
    covey_node **end = &copy->first;
    size_t number = 0;
    for (const covey_node *old = list->first; old != NULL; old = old->next, number++) {
        if (number == index)
            continue;
        *end = covey_arena_take(arena, 1, sizeof **end);
        if (*end == NULL)
            return NULL;
        **end = *old;
        end = &(*end)->next;
    }
    *end = NULL;
    return copy;
}
