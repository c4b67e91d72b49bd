import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { ConfigError, printConfig } from '@countersign/service-kit/config'
import { type Config, ConfigSchema, readConfig } from './config.ts'
import { createDeps, type Deps } from './deps.ts'
import { diagnose } from './doctor.ts'
import { ensureBizType } from './features/approvals/biz-type.ts'
import { exportAudit, verifyExport } from './features/audit/export.ts'
import { verifyAudit } from './features/audit/verify.ts'
import { publicKeyOf } from './features/audit/signed-head.ts'
import { runMigration } from './features/migrations/run.ts'
import { reap } from './features/uploads/worker.ts'

const usage = `usage:
  biz-type register --tenant <id>   register the business type of documents in the workflow service
  audit verify --tenant <id>        check the hash chain of a tenant's audit
  audit export --tenant <id>        print the audit as lines of JSON, the last a signed head
  audit public-key                  print the key that checks exports; keep it apart from them
  audit verify-export --file <path> --public-key <key> [--earlier <path>]
                                    check an export, also against one from before; needs no
                                    database and no settings
  doctor                            check database, sources and scanner, name preview tools
  sources migrate --tenant <id> --from <source> --to <source> [--release]
                                    move what is stored to another source and print the report,
                                    on the way how far it is; goes on where it was stopped;
                                    --release gives up the old copies
  reap                              end abandoned uploads and remove what they left
  config print                      show the settings, secrets replaced`

/** @returns the exit code: 0 done, 1 not done, 2 wrongly called. */
async function run(config: Config): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      release: { type: 'boolean', default: false },
    },
  })
  const command = positionals.join(' ')
  if (command === 'config print') {
    console.log(printConfig(ConfigSchema, config))
    return 0
  }
  const { deps, close } = createDeps(config, process.env)
  try {
    if (command.startsWith('audit ') && command !== 'audit verify') {
      return await exportFor(deps, config, command, values.tenant)
    }
    if (command === 'doctor') return await examine(deps, config)
    if (command === 'sources migrate') return await moveSource(deps, values)
    return await execute(deps, command, values.tenant)
  } finally {
    await close()
  }
}

async function exportFor(
  deps: Deps,
  config: Config,
  command: string,
  tenantId: string | undefined,
): Promise<number> {
  const key = config.AUDIT_SIGNING_KEY
  if (key === undefined) throw new ConfigError(['AUDIT_SIGNING_KEY is missing'])
  if (command === 'audit public-key') {
    console.log(publicKeyOf(key))
    return 0
  }
  if (command === 'audit export' && tenantId !== undefined) {
    for await (const line of exportAudit(deps, tenantId, key)) console.log(line)
    return 0
  }
  console.error(usage)
  return 2
}

/** Works where the service is not: undefined when something else is asked for. */
async function verifyOffline(): Promise<number | undefined> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: {
      file: { type: 'string' },
      'public-key': { type: 'string' },
      earlier: { type: 'string' },
    },
  })
  if (positionals.join(' ') !== 'audit verify-export') return undefined
  const { file, 'public-key': publicKey, earlier } = values
  if (typeof file !== 'string' || typeof publicKey !== 'string') {
    console.error(usage)
    return 2
  }
  const read = (path: string) => createInterface({ input: createReadStream(path) })
  const before = typeof earlier === 'string' ? read(earlier) : undefined
  const report = await verifyExport(read(file), publicKey, before)
  console.log(JSON.stringify(report))
  return report.valid ? 0 : 1
}

async function moveSource(
  deps: Deps,
  values: { tenant?: string; from?: string; to?: string; release: boolean },
): Promise<number> {
  const { tenant: tenantId, from: sourceId, to: targetId, release } = values
  if (tenantId === undefined || sourceId === undefined || targetId === undefined) {
    console.error(usage)
    return 2
  }
  const order = { tenantId, sourceId, targetId, release }
  const last = await runMigration(deps, order, ({ progress, obstacle }) =>
    console.error(JSON.stringify({ ...progress, obstacle: obstacle?.reason })),
  )
  console.log(JSON.stringify(last))
  return ['DONE', 'RELEASED'].includes(last.status) ? 0 : 1
}

async function examine(deps: Deps, config: Config): Promise<number> {
  const findings = await diagnose(deps, config.DATABASE_URL)
  for (const finding of findings) console.log(JSON.stringify(finding))
  return findings.every(({ ok }) => ok) ? 0 : 1
}

async function execute(deps: Deps, command: string, tenantId: string | undefined) {
  if (command === 'reap') {
    let total = 0
    for (let count = await reap(deps); count > 0; count = await reap(deps)) total += count
    console.log(JSON.stringify({ done: total }))
    return 0
  }
  if (command === 'biz-type register' && tenantId !== undefined) {
    const result = await ensureBizType(deps, tenantId, { force: true })
    console.log(JSON.stringify(result === 'registered' ? { status: result } : result))
    return result === 'registered' ? 0 : 1
  }
  if (command === 'audit verify' && tenantId !== undefined) {
    const report = await verifyAudit(deps, tenantId)
    console.log(JSON.stringify(report))
    return report.valid ? 0 : 1
  }
  console.error(usage)
  return 2
}

try {
  process.exitCode = (await verifyOffline()) ?? (await run(readConfig(process.env)))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}
