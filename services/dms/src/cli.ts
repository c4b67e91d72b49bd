import { type Command, explainFault, readOptions } from '@countersign/service-kit/command-line'
import { ConfigError } from '@countersign/service-kit/config'
import { printFindings } from '@countersign/service-kit/doctor'
import { Problem } from '@countersign/service-kit/problem'
import { runCommands, settingsCommands } from '@countersign/service-kit/run-commands'
import { readTenant } from './cli/arguments.ts'
import { checkExport, printExport, verifyChains } from './cli/audit.ts'
import { diagnose, diagnoseSettings } from './cli/doctor.ts'
import { eraseTenant } from './cli/erase-tenant.ts'
import { exportOfPerson } from './cli/export-person.ts'
import { exportOfTenant } from './cli/export-tenant.ts'
import { reconcile } from './cli/reconcile.ts'
import { moveSource } from './cli/sources.ts'
import { type Config, readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps.ts'
import { ensureBizType } from './features/approvals/biz-type.ts'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { expireUploads, removeObjects } from './features/uploads/worker.ts'

const usage = `Usage: dms <command>

  migrate [--check]                 apply (or list) pending migrations of the database
  doctor                            look at all that a start needs, change nothing that stays; name
                                    preview tools
  reconcile [--repair] [--since <time>] [--read] [--grace-days <n>] [--json]
                                    after a restore: compare with anchors, the workflow service and the
                                    object stores; repair what has one right answer, name what a person must
                                    decide. --since: what was over before is left out (30 days);
                                    --read: hold each object against its hash, not its size alone;
                                    --grace-days: objects without a row that are younger stay (7)
  reap                              end abandoned uploads and remove what they left
  sources migrate --tenant <id> --from <source> --to <source> [--release]
                                    move what is stored to another source and print the report,
                                    on the way how far it is; goes on where it was stopped;
                                    --release gives up the old copies; sources by id or name
  audit verify [--tenant <id>]      check the chains of all tenants, or of one
  audit export --tenant <id>        print the audit as lines of JSON, the last a signed head
  audit public-key                  print the key that checks exports; keep it apart from them
  audit verify-export --file <path> --public-key <key> [--earlier <path>]
                                    check an export, also against one from before; needs no
                                    database and no settings
  person export --tenant <id> --user <id> [--after <cursor>] [--by <who>]
                                    print what dms has of a person as lines of JSON; goes on behind the
                                    cursor of a line
  tenant export --tenant <id> [--after <cursor>] [--by <who>] [--files <folder>]
                                    print what dms has of a tenant as lines of JSON, without secrets; goes
                                    on behind the cursor of a line; --files: copy contents into the
                                    folder, each named by the id of its object
  tenant erase --tenant <id> [--wait-days <n>] [--by <who>] | --confirm <id> | --status | --cancel
                                    ask for the erasure of a tenant with its contents; begun and gone on
                                    with by the id that was answered, once it has waited (7 days).
                                    DATABASE_URL is the owner's, as for migrate
  biz-type register --tenant <id>   register the business type of documents in the workflow service
  config print                      show the settings, secrets replaced
  config check                      look at the settings alone, connect to nothing

Ends with 0 when it is done, 1 when it is not or something is wrong, 2 when it was called wrongly.
`

const print = (line: string) => console.log(line)
// Standard output is the answer's.
const note = (line: string) => console.error(line)

/** Each tells whether all is well. */
const commands: ReadonlyMap<string, Command<boolean>> = new Map([
  ['migrate', migrate],
  ['doctor', withDeps(examine)],
  ['reap', withDeps(reapAll)],
  ['reconcile', withDeps((deps, args, config) => reconcile(deps, config, args, print))],
  ['sources migrate', withDeps((deps, args) => moveSource(deps, args, { print, note }))],
  ['audit verify', withDeps((deps, args) => verifyChains(deps, args, print))],
  ['audit export', withDeps(printAudit)],
  ['audit public-key', printPublicKey],
  ['audit verify-export', (args) => checkExport(args, print)],
  ['person export', withDeps((deps, args) => exportOfPerson(deps, args, print))],
  ['tenant export', withDeps((deps, args) => exportOfTenant(deps, args, print))],
  [
    'tenant erase',
    withDeps((deps, args) => eraseTenant(deps, args, { print, note }), { connections: 2 }),
  ],
  ['biz-type register', withDeps(register)],
  ...settingsCommands(() => import('./config.ts')),
])

function withDeps(
  work: (deps: Deps, args: readonly string[], config: Config) => Promise<boolean>,
  // How many the work needs at once.
  { connections = 1 } = {},
): Command<boolean> {
  return async (args) => {
    const given = readConfig(process.env)
    const size = Math.max(connections, given.DATABASE_POOL_SIZE)
    const config = { ...given, DATABASE_POOL_SIZE: size }
    const { deps, close } = createDeps(config, process.env, process.stderr)
    try {
      return await work(deps, args, config)
    } finally {
      await close()
    }
  }
}

async function migrate(args: readonly string[]): Promise<boolean> {
  readOptions({ check: { type: 'boolean' } }, args)
  await import('./migrate.ts')
  // It sets the exit code itself.
  return true
}

async function printPublicKey(args: readonly string[]): Promise<boolean> {
  readOptions({}, args)
  print(publicKeyOf(signingKey(readConfig(process.env))))
  return true
}

function printAudit(deps: Deps, args: readonly string[], config: Config): Promise<boolean> {
  return printExport(deps, signingKey(config), args, print)
}

function signingKey({ AUDIT_SIGNING_KEY: key }: Config): string {
  if (key === undefined) throw new ConfigError(['AUDIT_SIGNING_KEY is missing'])
  return key
}

async function examine(deps: Deps, args: readonly string[], config: Config): Promise<boolean> {
  readOptions({}, args)
  const own = await diagnose(deps, config.DATABASE_URL)
  return printFindings([...own, ...(await diagnoseSettings(config))], print)
}

async function reapAll(deps: Deps, args: readonly string[]): Promise<boolean> {
  readOptions({}, args)
  const [waiting, kept] = [new Set<string>(), new Set<string>()]
  const ended = await repeat(() => expireUploads(deps, (id) => waiting.add(id)))
  const seen = await repeat(() => removeObjects(deps, (id) => kept.add(id)))
  const left = waiting.size + kept.size
  print(JSON.stringify({ done: ended + seen - kept.size, left }))
  return left === 0
}

async function repeat(round: () => Promise<number>): Promise<number> {
  let sum = 0
  for (let count = await round(); count > 0; count = await round()) sum += count
  return sum
}

async function register(deps: Deps, args: readonly string[]): Promise<boolean> {
  const { tenant } = readOptions({ tenant: { type: 'string' } }, args, ['tenant'])
  const result = await ensureBizType(deps, readTenant(tenant), { force: true })
  print(JSON.stringify(result === 'registered' ? { status: result } : result))
  return result === 'registered'
}

/** Mistakes of the operator get one clear text; anything else is a bug and shows its stack. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return explainFault('dms', error)
  const { code, title, options } = error
  return [`${code}: ${title}`, options.detail].filter(Boolean).join('. ')
}

await runCommands({ usage, commands, explain })
