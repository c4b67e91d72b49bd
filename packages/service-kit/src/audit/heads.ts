import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import { closed } from '../api/schema.ts'
import { openJws, signJws } from '../signing/ed25519.ts'

export const auditedServices = ['iam', 'bpm', 'dms'] as const
export type AuditedService = (typeof auditedServices)[number]

/** The end of a chain at a moment. */
const HeadView = closed({
  /** Of dms, which has a chain for each tenant. */
  tenantId: Type.Optional(Type.String()),
  /** Of a block, in dms of an event. */
  number: Type.Integer({ minimum: 0 }),
  /** SHA-256, hexadecimal: through it the head vouches for all before. */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** How many rows the chain has up to here. */
  rows: Type.Integer({ minimum: 0 }),
})
const StatementView = closed({
  service: Type.Enum([...auditedServices]),
  at: Type.String({ format: 'date-time' }),
  heads: Type.Array(HeadView),
})

export type Head = Static<typeof HeadView>
/** What a service says in one anchor: where its chains ended. */
export type HeadsStatement = Static<typeof StatementView>

/** A head that a service signed, and when. */
export type AnchoredHead = Head & { readonly at: string }

const TYP = 'audit-heads+jws'

export const signHeads = (seed: string, statement: HeadsStatement): string =>
  signJws(seed, TYP, statement)

/** The statement of an anchor; undefined when none of the keys signed it for this service. */
export function readHeads(
  jws: string,
  service: AuditedService,
  publicKeys: readonly string[],
): HeadsStatement | undefined {
  const said = openJws(jws, TYP, publicKeys)
  return Check(StatementView, said) && said.service === service ? said : undefined
}
