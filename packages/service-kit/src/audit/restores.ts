// A restore takes the end of a chain away, as somebody who cuts it off does. The service says so itself, signed
// and in the place of the anchors: then it is on record, and an auditor holds it against what they know.
//
// Kept by: services/iam/src/features/audit/restored.test.ts "is known as a restore once it is on record, and as a fault until the auditor knows of it"
// Kept by: services/iam/src/features/audit/restored.test.ts "excuses nothing that was anchored after it, nor before what it took"
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import { closed } from '../api/schema.ts'
import type { Db } from '../database/db.ts'
import type { ReconcileReport } from '../reconcile/report.ts'
import { openJws, publicKeyOf, signJws } from '../signing/ed25519.ts'
import { findAnchoredHashes } from './verify-erased.ts'
import { auditedServices, readHeads, type AnchoredHead, type AuditedService } from './heads.ts'
import { openAnchors } from './open-anchors.ts'
import type { AnchorSettings } from './settings.ts'

/** What a restore took from one chain. */
const TakenView = closed({
  tenantId: Type.Optional(Type.String()),
  /** The first number of which another was anchored than there is now, or none is. */
  from: Type.Integer({ minimum: 1 }),
  /** The furthest that was anchored before. */
  until: Type.Integer({ minimum: 1 }),
  untilAt: Type.String({ format: 'date-time' }),
})
const RestoreView = closed({
  service: Type.Enum([...auditedServices]),
  at: Type.String({ format: 'date-time' }),
  taken: Type.Array(TakenView),
})

type Taken = Static<typeof TakenView>
export type RestoreStatement = Static<typeof RestoreView>

const TYP = 'audit-restore+jws'

/** The statement of a restore; undefined when the anchor is none that a given key signed. */
export function readRestore(
  jws: string,
  service: AuditedService,
  publicKeys: readonly string[],
): RestoreStatement | undefined {
  const said = openJws(jws, TYP, publicKeys)
  return Check(RestoreView, said) && said.service === service ? said : undefined
}

/** Heads that restores do not excuse: all but those anchored before one, of what it took. */
export const withoutTaken = <H extends AnchoredHead>(
  heads: readonly H[],
  restores: readonly RestoreStatement[],
): H[] =>
  heads.filter(
    (head) =>
      !restores.some(
        ({ at, taken }) =>
          head.at <= at &&
          taken.some(({ tenantId, from }) => tenantId === head.tenantId && head.number >= from),
      ),
  )

/**
 * Compares the anchors of a service with the chain that it has, and with `repair` puts on record that it was
 * restored. Twice is as once: what a restore on record took is compared no more.
 */
export async function reconcileAnchors<S>(given: {
  readonly db: Db<S>
  readonly service: AuditedService
  readonly config: AnchorSettings
  readonly now: () => Date
  readonly repair: boolean
  readonly report: ReconcileReport
}): Promise<void> {
  const { db, service, config, report } = given
  const { AUDIT_ANCHOR: address, AUDIT_SIGNING_KEY: seed } = config
  if (address === undefined || seed === undefined) return
  const store = await openAnchors(config, address)
  const keys = [publicKeyOf(seed)]
  const heads: AnchoredHead[] = []
  const restores: RestoreStatement[] = []
  for await (const jws of store.read(service)) {
    const said = readHeads(jws, service, keys)
    if (said !== undefined) heads.push(...said.heads.map((head) => ({ ...head, at: said.at })))
    const restore = readRestore(jws, service, keys)
    if (restore !== undefined) restores.push(restore)
  }
  report.count('anchored heads', heads.length)
  const taken = await findTaken(db, service, withoutTaken(heads, restores))
  if (taken.length === 0) return
  if (given.repair) {
    const statement: RestoreStatement = { service, at: given.now().toISOString(), taken }
    await store.add(service, signJws(seed, TYP, statement))
  }
  for (const one of taken) report.add(toDifference(service, one, given.repair))
}

function toDifference(service: AuditedService, taken: Taken, repaired: boolean) {
  const { tenantId, from, until, untilAt } = taken
  const unit = service === 'dms' ? 'events' : 'blocks'
  const text = `${unit} ${from} to ${until} of the audit were anchored until ${untilAt} and are lost: who did what in that time has to be made out from elsewhere. ${repaired ? 'The restore is on record' : '--repair puts the restore on record'} among the anchors`
  const outcome = repaired ? ('repaired' as const) : ('repairable' as const)
  return { kind: 'audit_restored', outcome, text, ...(tenantId === undefined ? {} : { tenantId }) }
}

/** Of each chain, from where on its anchored heads are of another one than there is now. */
async function findTaken<S>(
  db: Db<S>,
  service: AuditedService,
  heads: readonly AnchoredHead[],
): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const [tenantId, own] of Map.groupBy(heads, ({ tenantId: of }) => of)) {
    const { heads: known, hashAt } = await findHashes(db, service, own)
    const ordered = known.toSorted((a, b) => a.number - b.number)
    for (const head of ordered) {
      if ((await hashAt(head)) === head.hash) continue
      const furthest = ordered.findLast(({ number }) => number >= head.number) ?? head
      const found = { from: head.number, until: furthest.number, untilAt: furthest.at }
      taken.push(tenantId === undefined ? found : { tenantId, ...found })
      break
    }
  }
  return taken
}

async function findHashes<S>(db: Db<S>, service: AuditedService, heads: readonly AnchoredHead[]) {
  if (service === 'dms') {
    const found = await findAnchoredHashes(db, heads[0]?.tenantId ?? '', heads)
    return {
      heads: found.heads,
      hashAt: async ({ number }: AnchoredHead) => found.hashes.get(number),
    }
  }
  return { heads, hashAt: ({ number }: AnchoredHead) => findBlockHash(db, number) }
}

async function findBlockHash<S>(db: Db<S>, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from chain_blocks where number = ${number}`.execute(db)
  return rows[0]?.hash
}
