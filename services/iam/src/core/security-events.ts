/**
 * For how long a transaction may have written an event before it is committed: a token may be issued meanwhile
 * from what was there before. One that is published late must not void later ones, so it voids
 * what was issued until it was published, but no later than this after it was written.
 */
export const longestCommitMs = 5_000
