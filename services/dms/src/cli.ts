import { parseArgs } from 'node:util'
import { ConfigError, printConfig } from '@countersign/service-kit/config'
import { type Config, ConfigSchema, readConfig } from './config.ts'
import { createDeps, type Deps } from './deps.ts'
import { ensureBizType } from './features/approvals/biz-type.ts'
import { verifyAudit } from './features/audit/read.ts'
import { reap } from './features/uploads/worker.ts'

const usage = `usage:
  biz-type register --tenant <id>   register the business type of documents in the workflow service
  audit verify --tenant <id>        check the hash chain of a tenant's audit
  reap                              end abandoned uploads and remove what they left
  config print                      show the settings, secrets replaced`

/** @returns the exit code: 0 done, 1 not done, 2 wrongly called. */
async function run(config: Config): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { tenant: { type: 'string' } },
  })
  const command = positionals.join(' ')
  if (command === 'config print') {
    console.log(printConfig(ConfigSchema, config))
    return 0
  }
  const { deps, close } = createDeps(config, process.env)
  try {
    return await execute(deps, command, values.tenant)
  } finally {
    await close()
  }
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
  process.exitCode = await run(readConfig(process.env))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}
