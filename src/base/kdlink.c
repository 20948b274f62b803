// SPDX-License-Identifier: MIT
// Single linkage at one distance, by two walks down a k-d tree at once (A. G. Gray, A. W. Moore,
// "N-body problems in statistical learning", 2000) and a union of sets by their lowest member. A
// node whose points are one group is `whole`; two whole nodes need one pair to join, and none if
// they are joined already. So a crowd costs no more than its tree, however many pairs it has.
#include "base/kdtree.h"

typedef struct links {
    const covey_kdtree *tree;
    double radius;
    uint32_t *parent; ///< by place in the tree's points; never above the place itself
    uint32_t *whole;  ///< by box: 1 for nodes known to be one group
} links;

static uint32_t root_of(const links *self, size_t place)
{
    uint32_t *parent = self->parent;
    while (parent[place] != place) {
        parent[place] = parent[parent[place]];
        place = parent[place];
    }
    return (uint32_t)place;
}

static void unite(const links *self, size_t a, size_t b)
{
    uint32_t first = root_of(self, a), second = root_of(self, b);
    if (first < second)
        self->parent[second] = first;
    else
        self->parent[first] = second;
}

static bool is_whole(const links *self, covey_kdtree_node node)
{
    return self->whole[covey_kdtree_box_of(node)] != 0;
}

static const covey_kdtree_box *box_at(const links *self, covey_kdtree_node node)
{
    return &self->tree->boxes[covey_kdtree_box_of(node)];
}

static bool are_joined(const links *self, covey_kdtree_node a, covey_kdtree_node b)
{
    return is_whole(self, a) && is_whole(self, b) &&
           root_of(self, covey_kdtree_begin(self->tree, a)) ==
               root_of(self, covey_kdtree_begin(self->tree, b));
}

/// Unites a point of a with every point of b in reach, b being behind a or a itself.
static void link_leaves(const links *self, covey_kdtree_node a, covey_kdtree_node b)
{
    const covey_kdtree *tree = self->tree;
    size_t a_end = covey_kdtree_end(tree, a), b_end = covey_kdtree_end(tree, b);
    for (size_t i = covey_kdtree_begin(tree, a); i < a_end; i++) {
        size_t b_begin = covey_kdtree_begin(tree, b);
        for (size_t j = b_begin > i ? b_begin : i + 1; j < b_end; j++) {
            double distance = covey_kdtree_distance(tree, tree->points[i].pos, tree->points[j].pos);
            if (distance <= self->radius)
                unite(self, i, j);
        }
    }
}

/// Finds the pairs between two distinct nodes. It goes at most twice the depth of the tree down.
static void link_nodes(const links *self, covey_kdtree_node a, covey_kdtree_node b)
{
    unsigned depth = self->tree->depth;
    if (are_joined(self, a, b))
        return;
    if (!(covey_kdtree_gap(self->tree, box_at(self, a), box_at(self, b)) <= self->radius))
        return;
    if (is_whole(self, a) && is_whole(self, b) &&
        covey_kdtree_reach(self->tree, box_at(self, a), box_at(self, b)) <= self->radius) {
        unite(self, covey_kdtree_begin(self->tree, a), covey_kdtree_begin(self->tree, b));
    } else if (a.level == depth && b.level == depth) {
        link_leaves(self, a, b);
    } else if (b.level == depth || (a.level < depth && a.level <= b.level)) {
        link_nodes(self, covey_kdtree_child(a, 1), b);
        link_nodes(self, covey_kdtree_child(a, 0), b);
    } else {
        link_nodes(self, a, covey_kdtree_child(b, 0));
        link_nodes(self, a, covey_kdtree_child(b, 1));
    }
}

/// Looks again whether all points of a node have one root.
static void look_whether_whole(const links *self, covey_kdtree_node node)
{
    size_t end = covey_kdtree_end(self->tree, node);
    size_t i = covey_kdtree_begin(self->tree, node);
    uint32_t root = root_of(self, i);
    while (i < end && root_of(self, i) == root)
        i++;
    self->whole[covey_kdtree_box_of(node)] = i == end;
}

/// Finds the pairs inside a node, whose children are done.
static void link_inside(const links *self, covey_kdtree_node node)
{
    if (node.level == self->tree->depth) {
        link_leaves(self, node, node);
    } else {
        covey_kdtree_node first = covey_kdtree_child(node, 0), second = covey_kdtree_child(node, 1);
        link_nodes(self, first, second);
        look_whether_whole(self, first); // one may have become so through the other
        look_whether_whole(self, second);
    }
    look_whether_whole(self, node);
}

size_t covey_kdlink_room(size_t count)
{
    return count + 1; // above depth 0 there are less than count / 2 boxes
}

/// Turns roots by place in the tree into group numbers by the caller's index. `number` goes by
/// place, too.
static size_t number_groups(const links *self, uint32_t *group, uint32_t *number)
{
    size_t groups = 0;
    const covey_kdtree *tree = self->tree;
    for (size_t place = 0; place < tree->count; place++) {
        uint32_t root = root_of(self, place);
        number[place] = root == place ? (uint32_t)groups++ : number[root]; // a root comes first
    }
    for (size_t place = 0; place < tree->count; place++)
        group[tree->points[place].index] = number[place];
    return groups;
}

size_t covey_kdlink_groups(const covey_kdtree *tree, double radius, uint32_t *group,
                           uint32_t *whole)
{
    links self = {tree, radius, group, whole};
    for (size_t place = 0; place < tree->count; place++)
        group[place] = (uint32_t)place;
    for (unsigned above = 0; above <= tree->depth && tree->count > 0; above++) {
        unsigned level = tree->depth - above;
        for (size_t place = 0; place >> level == 0; place++)
            link_inside(&self, (covey_kdtree_node){level, place});
    }
    return number_groups(&self, group, whole);
}
