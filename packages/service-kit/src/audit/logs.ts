/** A log whose rows are only added to, and which has a chain of blocks beside it. */
export interface ChainedLog {
  /** The chain's name: the service that keeps the log. */
  readonly chain: 'iam' | 'bpm'
  readonly table: string
  /** What names a row beside its tenant; in the key as text they stand with `/` between. */
  readonly key: readonly { readonly column: string; readonly type: 'uuid' | 'integer' }[]
  /** Whether the primary key begins with the tenant. */
  readonly byTenant: boolean
  /** When what the row tells of happened. */
  readonly at: string
  /**
   * Columns that may be erased, each with the SQL of what it then says of the row `r`. Blocks name the
   * commitment to them, so that a row verifies without them; nothing else can stand in their place.
   */
  readonly erasable: Readonly<Record<string, string>>
}

// As `pseudonymOf` of the contracts.
const pseudonymOf = (column: string) => `'former user ' || right(r.${column}::text, 12)`

export const chainedLogs = {
  iam: {
    chain: 'iam',
    table: 'audit_events',
    key: [{ column: 'id', type: 'uuid' }],
    byTenant: false,
    at: 'occurred_at',
    erasable: { address: 'null', details: `'{"erased": true}'::jsonb` },
  },
  bpm: {
    chain: 'bpm',
    table: 'instance_actions',
    key: [
      { column: 'instance_id', type: 'uuid' },
      { column: 'sequence', type: 'integer' },
    ],
    byTenant: true,
    at: 'at',
    erasable: {
      actor_name: pseudonymOf('actor_id'),
      on_behalf_of_name: pseudonymOf('on_behalf_of_id'),
    },
  },
} as const satisfies Record<string, ChainedLog>
