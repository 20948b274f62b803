// SPDX-License-Identifier: MIT
// Trees of YAML values, in memory that is freed all at once.
#include "scenario/node.h"

#include <string.h>

enum { BLOCK = 8192 };

typedef struct covey_node_block {
    _Alignas(16) struct covey_node_block *before;
    size_t size; ///< of `bytes`
    size_t used;
    _Alignas(16) char bytes[];
} block;

static block *add_block(covey_node_arena *arena, size_t least)
{
    size_t size = least > BLOCK ? least : BLOCK;
    block *added = covey_memory_grow(arena->memory, NULL, 0, 1, sizeof *added + size);
    if (added == NULL)
        return NULL;
    *added = (block){.before = arena->last, .size = size};
    arena->last = added;
    return added;
}

void *covey_node_take(covey_node_arena *arena, size_t count, size_t size)
{
    if (count > SIZE_MAX / 4 / (size + 1))
        return NULL;
    size_t bytes = (count * size + 15) / 16 * 16;
    block *from = arena->last;
    if (from == NULL || from->size - from->used < bytes)
        from = add_block(arena, bytes);
    if (from == NULL)
        return NULL;
    void *room = from->bytes + from->used;
    from->used += bytes;
    return memset(room, 0, bytes);
}

char *covey_node_text(covey_node_arena *arena, const char *text, size_t size)
{
    char *copy = covey_node_take(arena, size + 1, 1);
    if (copy != NULL && size > 0)
        memcpy(copy, text, size);
    return copy;
}

void covey_node_free(covey_node_arena *arena)
{
    while (arena->last != NULL) {
        block *last = arena->last;
        arena->last = last->before;
        covey_memory_give(arena->memory, last, 1, sizeof *last + last->size);
    }
}

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

/// A copy of one node, without its children.
static covey_node *copy_alone(covey_node_arena *arena, const covey_node *node)
{
    covey_node *copy = covey_node_take(arena, 1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *node;
    copy->first = copy->next = NULL;
    if (node->text != NULL)
        copy->text = covey_node_text(arena, node->text, node->size);
    if (node->key != NULL)
        copy->key = covey_node_text(arena, node->key, strlen(node->key));
    bool whole =
        (node->text == NULL) == (copy->text == NULL) && (node->key == NULL) == (copy->key == NULL);
    return whole ? copy : NULL;
}

/// Trees are at most COVEY_SCENARIO_MAX_DEPTH deep, and a few levels more by changes.
covey_node *covey_node_copy(covey_node_arena *arena, const covey_node *node)
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

covey_node *covey_node_with(covey_node_arena *arena, const covey_node *node,
                            const covey_node *child, size_t index)
{
    covey_node *copy = covey_node_take(arena, 1, sizeof *copy);
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
        *end = covey_node_take(arena, 1, sizeof **end);
        if (*end == NULL)
            return NULL;
        **end = *from;
        (*end)->next = NULL;
        end = &(*end)->next;
        old = old != NULL ? old->next : NULL;
    }
    return copy;
}

covey_node *covey_node_without(covey_node_arena *arena, const covey_node *list, size_t index)
{
    covey_node *copy = covey_node_take(arena, 1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *list;
    covey_node **end = &copy->first;
    size_t number = 0;
    for (const covey_node *old = list->first; old != NULL; old = old->next, number++) {
        if (number == index)
            continue;
        *end = covey_node_take(arena, 1, sizeof **end);
        if (*end == NULL)
            return NULL;
        **end = *old;
        end = &(*end)->next;
    }
    *end = NULL;
    return copy;
}
