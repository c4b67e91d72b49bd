// A restore is on record only where the anchors have more than what was restored. Chains are extended and anchored
// every few seconds: how long that takes is not for a drill to guess.
import { openAnchors } from '@countersign/service-kit/audit-open-anchors'
import { readHeads } from '@countersign/service-kit/audit-heads'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import type { Plan } from '@countersign/local/plan'
import type { Cluster } from './cluster.ts'
import { restored, type Restored } from './moments.ts'
import { until } from './patience.ts'

/** Where the chain of a service ends; of dms, that of the tenant in which people work. */
export async function readEnd(service: Restored, source: Cluster, plan: Plan): Promise<number> {
  const sql =
    service === 'dms'
      ? `select coalesce(max(sequence), 0) from audit_events where tenant_id = '${plan.secrets.ids.demo}'`
      : 'select coalesce(max(number), 0) from chain_blocks'
  return Number(await source.ask(sql, service))
}

/** While people go on working: waits until something is anchored of what came after the end. */
export async function untilAnchoredBeyond(
  plan: Plan,
  ends: Readonly<Record<Restored, number>>,
): Promise<void> {
  for (const service of restored) {
    const what = `${service} has anchored more than the ${ends[service]} that it had at its moment`
    await until(what, async () => (await findAnchored(service, plan)) > ends[service])
  }
}

async function findAnchored(service: Restored, { layout, secrets }: Plan): Promise<number> {
  const store = await openAnchors({}, `file:${layout.anchorsDir}`)
  const keys = [publicKeyOf(secrets.auditSigningKeys[service])]
  let furthest = 0
  for await (const jws of store.read(service)) {
    const heads = readHeads(jws, service, keys)?.heads ?? []
    const own = heads.filter(({ tenantId }) => (tenantId ?? secrets.ids.demo) === secrets.ids.demo)
    furthest = Math.max(furthest, ...own.map(({ number }) => number))
  }
  return furthest
}
