// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_ID_ORDER_H
#define COVEY_BASE_ID_ORDER_H

#include "covey/base.h"

/// Finds the ascending order of `count` different ids: the k-th number of `order` becomes the index
/// of the k-th lowest. `order` and `room`, which is scratch, are bytes for `count` numbers of type
/// uint32_t each, aligned or not; they share no byte with `id`.
void covey_id_order(const covey_id *id, size_t count, void *order, void *room);

/// The k-th number of an order.
uint32_t covey_id_order_at(const void *order, size_t k);

#endif
