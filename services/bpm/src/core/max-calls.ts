/** What one node calls in one visit at most: each is an approval with rows of its own. */
export const MAX_CALLS = 100
