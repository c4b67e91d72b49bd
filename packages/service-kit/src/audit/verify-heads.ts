import type { AnchorStore } from './anchor-store.ts'
import type { Findings } from './findings.ts'
import { readHeads, type AnchoredHead, type AuditedService } from './heads.ts'
import { readRestore, withoutTaken, type RestoreStatement } from './restores.ts'

// A crash may have cut one off. Who cuts it off themselves gains what removing it would gain.
const WHOLE = /^[\w-]+\.[\w-]+\.[\w-]{86}$/

/**
 * What was anchored of a service, oldest first, without what a restore on record took. What no key of the service
 * signed is a fault, and so is a restore that the auditor does not know of.
 */
export async function collectHeads(
  service: AuditedService,
  evidence: {
    readonly stores: readonly AnchorStore[]
    readonly keys: readonly string[]
    readonly restored?: readonly string[] | undefined
  },
  findings: Findings,
): Promise<AnchoredHead[]> {
  const { stores, keys, restored = [] } = evidence
  const heads: AnchoredHead[] = []
  const restores: RestoreStatement[] = []
  let number = 0
  for (const store of stores) {
    for await (const jws of store.read(service)) {
      number += 1
      if (!WHOLE.test(jws)) {
        findings.note(`anchor ${number} is not whole`)
        continue
      }
      const restore = readRestore(jws, service, keys)
      if (restore !== undefined) {
        restores.push(restore)
        tellRestore(restore, restored, findings)
        continue
      }
      const said = readHeads(jws, service, keys)
      if (said === undefined) {
        const text = `anchor ${number} is not signed by a key of ${service}`
        findings.fault({ kind: 'head_forged', number, text })
      } else heads.push(...said.heads.map((head) => ({ ...head, at: said.at })))
    }
  }
  for (const head of heads) findings.anchored(head)
  if (stores.length > 0 && heads.length === 0) {
    const text = `no anchor of ${service} is there that a given key signed: they were removed, or the place or the key is another`
    findings.fault({ kind: 'anchors_missing', text })
  }
  return withoutTaken(heads, restores).toSorted(
    (a, b) => a.number - b.number || (a.at < b.at ? -1 : 1),
  )
}

// Whoever holds database and service can say that it was restored: only the auditor knows whether it was.
function tellRestore(
  { service, at, taken }: RestoreStatement,
  known: readonly string[],
  findings: Findings,
): void {
  const unit = service === 'dms' ? 'event' : 'block'
  for (const { tenantId, from, until, untilAt } of taken) {
    const of = tenantId === undefined ? '' : ` of tenant ${tenantId}`
    const lost = `restored, says the service at ${at}: from ${unit} ${from} to ${until}${of}, anchored until ${untilAt}, is lost`
    if (known.some((day) => at.startsWith(day))) findings.note(lost)
    else {
      const text = `${lost}; if you know of it, say --restored ${at.slice(0, 10)}`
      const tenant = tenantId === undefined ? {} : { tenantId }
      findings.fault({ kind: 'restored', ...tenant, number: from, text })
    }
  }
}

/** A chain as the database has it. */
export interface Chain {
  readonly tenantId?: string
  readonly last: { readonly number: number; readonly rows: number }
  /** The hash at a number; undefined where nothing is. */
  readonly hashAt: (number: number) => string | undefined
}

/** Compares anchored heads of one chain, oldest first, with what the database has now. */
export function checkHeads(
  heads: readonly AnchoredHead[],
  chain: Chain,
  unit: 'block' | 'event',
  findings: Findings,
): void {
  const { last, tenantId, hashAt } = chain
  const tenant = tenantId === undefined ? {} : { tenantId }
  const of = tenantId === undefined ? '' : ` of tenant ${tenantId}`
  let good = 0
  for (const { number, rows, hash, at } of heads) {
    findings.countHead()
    if (number > last.number) continue
    if (hashAt(number) === hash) {
      good = Math.max(good, number)
      continue
    }
    const text = `${unit} ${number}${of} is not the one that was anchored at ${at} with ${rows} rows: what is after ${unit} ${good} was written anew`
    findings.fault({ kind: 'history_rewritten', ...tenant, number, text })
    break
  }
  const furthest = heads.at(-1)
  if (furthest === undefined) {
    if (last.number > 0)
      findings.note(`no head${of} is anchored: a cut end or a rewritten history would not be found`)
    return
  }
  if (furthest.number > last.number) {
    const { number, rows, at } = furthest
    const text = `the end${of} is cut off: at ${at} there were ${number} ${unit}s with ${rows} rows, now there are ${last.number} with ${last.rows}`
    findings.fault({ kind: 'end_cut', ...tenant, number: last.number + 1, text })
    return
  }
  const since = last.number - furthest.number
  if (since > 0)
    findings.note(
      `${since} ${unit}s${of} are not anchored yet; the last anchor is of ${furthest.at}`,
    )
}
