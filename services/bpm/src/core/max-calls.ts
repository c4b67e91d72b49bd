/** What one node calls in one visit at most: each is an approval with rows of its own. */
export const MAX_CALLS = 100

/** What may be under way beside each other in one approval, of all multi-instance at once. */
export const MAX_INSTANCES = 500
