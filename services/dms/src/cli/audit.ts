import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import type { Deps } from '../deps.ts'
import { exportAudit, verifyExport } from '../features/audit/export.ts'
import { listAudited } from '@countersign/service-kit/audit-event-queries'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { type Print, readTenant } from './arguments.ts'

const one = { type: 'string' } as const

/** @returns whether every chain holds. */
export async function verifyChains(
  deps: Pick<Deps, 'db'>,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const { tenant } = readOptions({ tenant: one }, args)
  const audited = await listAudited(deps.db)
  const tenants = tenant === undefined ? audited : [readTenant(tenant)]
  let valid = true
  for (const tenantId of tenants) {
    // A typing error must not look like an audit that holds.
    if (!audited.includes(tenantId)) throw new CommandFault('this tenant has no audit')
    const report = await verifyAudit(deps, tenantId)
    print(JSON.stringify({ tenantId, ...report }))
    valid &&= report.valid
  }
  return valid
}

export async function printExport(
  deps: Pick<Deps, 'db' | 'now'>,
  signingKey: string,
  args: readonly string[],
  print: Print,
): Promise<true> {
  const { tenant } = readOptions({ tenant: one }, args, ['tenant'])
  for await (const line of exportAudit(deps, readTenant(tenant), signingKey)) print(line)
  return true
}

/** Works where the service is not. @returns whether the export is what it says. */
export async function checkExport(args: readonly string[], print: Print): Promise<boolean> {
  const options = { file: one, 'public-key': one, earlier: one }
  const given = readOptions(options, args, ['file', 'public-key'])
  const { file = '', 'public-key': publicKey = '', earlier } = given
  const before = earlier === undefined ? undefined : readLines(earlier)
  const report = await verifyExport(readLines(file), publicKey, before)
  print(JSON.stringify(report))
  return report.valid
}

/** Opened when the first line is asked for: an interface without a listener throws its lines away. */
async function* readLines(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path) })
}
