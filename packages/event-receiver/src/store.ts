/** What a store is told of an event. */
export interface EventKey {
  readonly tenantId: string
  readonly instanceId: string
  readonly eventId: string
  readonly sequence: number
  readonly type: string
}

/**
 * How the receiver reaches its two tables (see `receiverTables`). Adapters for `pg` and Kysely are
 * in `@countersign/event-receiver/pg` and `/kysely`; for another database implement these five
 * functions, each a single statement.
 *
 * `Tx` is whatever your database library calls an open transaction; your `apply` gets it too.
 */
export interface EventStore<Tx> {
  /**
   * Runs `work` in one transaction. Must resolve only after the commit, and must roll back and
   * reject when `work` rejects or the commit fails.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /**
   * Locks the row of an instance until the transaction ends, making it with sequence 0 if need be,
   * and answers its last sequence. Two callers for one instance must wait for each other.
   */
  lockPosition(tx: Tx, key: Pick<EventKey, 'tenantId' | 'instanceId'>): Promise<number>

  /** The id of the event that was applied with a sequence; undefined when its row was pruned. */
  findAppliedId(
    tx: Tx,
    key: Pick<EventKey, 'tenantId' | 'instanceId' | 'sequence'>,
  ): Promise<string | undefined>

  /** Writes the event's row and moves the instance's position to its sequence. */
  recordApplied(tx: Tx, key: EventKey): Promise<void>

  /** Deletes up to `limit` event rows received before a time; answers how many. Not in a Tx. */
  prune(before: Date, limit: number): Promise<number>
}
