import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from '@countersign/local/plan'
import { ownedNames, type OwnedName } from '@countersign/local/secrets'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { verifyAudit, verifyRecord } from '../restore/commands.ts'
import type { Ledger } from '../workload/ledger.ts'
import { createPeople } from '../workload/people.ts'
import type { UrlsOfServices } from './database-roles.ts'

/**
 * Verifies the audits with the old public keys and the new ones, as an auditor who keeps both.
 *
 * @param anchors Settings of a service, with the keys of the store that are good.
 */
export async function verifyAudits(
  { secrets }: Plan,
  auditSigningKeys: Readonly<Record<OwnedName, string>>,
  urls: UrlsOfServices,
  anchors: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const args = ownedNames.flatMap((name) => [
    `--${name}`,
    urls[name],
    ...[secrets.auditSigningKeys[name], auditSigningKeys[name]].flatMap((key) => [
      '--key',
      `${name}=${publicKeyOf(key)}`,
    ]),
  ])
  const env = { ...process.env, ...anchors }
  const verified = await verifyAudit([...args, '--anchor', anchors['AUDIT_ANCHOR'] ?? ''], env)
  const { code, stdout, stderr } = verified
  return code === 0 ? [] : [`the audit does not hold: ${stdout}${stderr}`]
}

const fileOf = ({ layout }: Plan, name: string) => join(layout.dataDir, `${name}.jose`)

/** Asks for the record of what was decided last, which the key of now signs, and keeps it under a name. */
export async function keepRecord(plan: Plan, ledger: Ledger, name: string): Promise<void> {
  const { bpm } = createPeople(plan, ledger).as('manager')
  const last = [...ledger.decided.values()].findLast((known) => known !== undefined)
  if (last === undefined) throw new Error('nothing was decided')
  const path = { id: last.instanceId }
  const headers = { accept: 'application/jose' }
  const record = await bpm.getProcessInstanceRecord({ path }, { headers })
  await writeFile(fileOf(plan, name), Buffer.from(await record.arrayBuffer()))
}

/** Verifies records that were kept with the keys that are published now. */
export async function verifyRecords(
  plan: Plan,
  ledger: Ledger,
  names: readonly string[],
): Promise<readonly string[]> {
  const { bpm } = createPeople(plan, ledger).as('manager')
  const keys = join(plan.layout.dataDir, 'record-keys.json')
  await writeFile(keys, JSON.stringify(await bpm.getRecordKeys()))
  const faults: string[] = []
  for (const name of names) {
    const { code, stdout, stderr } = await verifyRecord(fileOf(plan, name), '--keys', keys)
    if (code !== 0) faults.push(`the record of ${name} does not verify: ${stdout}${stderr}`)
  }
  return faults
}
