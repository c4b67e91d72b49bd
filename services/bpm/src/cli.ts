import {
  type Command,
  explainFault,
  readOptions,
  withoutOptions,
} from '@countersign/service-kit/command-line'
import { loadConfig } from '@countersign/service-kit/config'
import { withDatabase } from '@countersign/service-kit/command-database'
import { printFindings } from '@countersign/service-kit/doctor'
import { eraseTenantByCommand } from '@countersign/service-kit/tenants-erase-command'
import { printPerson, readExportArguments } from '@countersign/service-kit/people-export-command'
import {
  printTenant,
  readTenantExportArguments,
} from '@countersign/service-kit/tenants-export-command'
import { createLogger } from '@countersign/service-kit/log'
import { runCommands, settingsCommands } from '@countersign/service-kit/run-commands'
import { createSealer } from '@countersign/service-kit/sealing'
import { diagnose } from './cli/doctor.ts'
import { importFile } from './cli/import.ts'
import { tenantErasing } from './features/erasures/erase-tenant.ts'
import { reconcile } from './cli/reconcile.ts'
import { resealKeys } from './cli/reseal.ts'
import { DatabaseConfigSchema, KeyConfigSchema, readConfig, type Config } from './config.ts'
import { createDeps } from './create-deps.ts'
import { personalData } from './db/personal-data.ts'
import type { Database } from './db/schema.ts'
import { tenantData } from './db/tenant-data.ts'
import { recordExport } from './features/data-exports/record.ts'
import { replaceLostEventKeys, rotateEventKeys } from './features/deliveries/keys/rotate.ts'
import { rotateRecordKeys } from './features/instances/records/keys/rotate.ts'

const usage = `Usage: bpm <command>

  migrate [--check]   apply (or list) pending migrations of the database
  event-keys rotate   let the next key sign events, keep the old one published for a day
  event-keys replace-lost
                      make new keys that sign events, at once, when KEY_ENCRYPTION_KEY was lost
  record-keys rotate  destroy the key that signs records and make another; old records stay verifiable
  person export --tenant <id> --user <id> [--after <cursor>] [--by <who>]
                      print what bpm has of a person as lines of JSON; goes on behind the cursor of a line
  tenant export --tenant <id> [--after <cursor>] [--by <who>]
                      print what bpm has of a tenant as lines of JSON, without secrets; goes on behind the
                      cursor of a line
  tenant erase --tenant <id> [--wait-days <n>] [--by <who>] | --confirm <id> | --status | --cancel
                      ask for the erasure of a tenant; begun and gone on with by the id that was answered,
                      once it has waited (7 days). DATABASE_URL is the owner's, as for migrate
  import <file> [--repair | --apply <repair> …] [--out <file>] [--json] [--key <key>]
         [--tenant <id> --biz-type <code> [--by <user id> [--name <name>]]]
                      look at a BPMN file, repair what is safe or what is named; with a tenant its values and
                      people as well, and save it as a draft by somebody. 1 when problems are left
  keys reseal         seal what rests in the database under the first KEY_ENCRYPTION_KEY
  config print        show the settings, secrets replaced
  config check        look at the settings alone, connect to nothing
  doctor              look at all that a start needs, change nothing
  reconcile [--repair] [--since <time>] [--json]
                      after a restore: compare with anchors, receivers and iam; repair what has one right
                      answer, name what a person must decide. --since: what ended before is left out (30 days)

Ends with 0 when it is done, 1 when it is not or something is wrong, 2 when it was called wrongly.
`

/** Each tells whether all is well. */
const commands: ReadonlyMap<string, Command<boolean>> = new Map([
  ['migrate', migrate],
  ['event-keys rotate', withKeys(rotateEvents)],
  ['event-keys replace-lost', withKeys(replaceLostEvents)],
  ['record-keys rotate', withKeys(rotateRecords)],
  ['import', importModel],
  ['keys reseal', withKeys(resealAll)],
  ['person export', (args) => withKeys((deps) => exportPerson(deps, args))([])],
  ['tenant export', (args) => withKeys((deps) => exportTenant(deps, args))([])],
  ['tenant erase', eraseTenant],
  ...settingsCommands(() => import('./config.ts')),
  ['doctor', withoutOptions(examineAll)],
  ['reconcile', reconcileAll],
])

async function migrate(args: readonly string[]): Promise<boolean> {
  readOptions({ check: { type: 'boolean' } }, args)
  await import('./migrate.ts')
  // It sets the exit code itself.
  return true
}

type KeyDeps = Parameters<typeof rotateRecordKeys>[0]

function withKeys(work: (deps: KeyDeps) => Promise<boolean>): Command<boolean> {
  return withoutOptions(() => {
    const config = loadConfig(KeyConfigSchema, process.env)
    const sealer = createSealer(config.KEY_ENCRYPTION_KEY)
    return withDatabase('bpm', config, (db) => work({ db, sealer }))
  })
}

function eraseTenant(args: readonly string[]): Promise<boolean> {
  const note = (text: string) => console.error(text)
  return withDatabase(
    'bpm',
    loadConfig(DatabaseConfigSchema, process.env),
    async (db: Database) => {
      await eraseTenantByCommand({ ...tenantErasing(db), note }, args, print)
      return true
    },
  )
}

async function rotateEvents(deps: KeyDeps): Promise<boolean> {
  const rotated = await rotateEventKeys(deps)
  if (rotated.result === 'rotated') console.log(`signing with ${rotated.kid}`)
  else if (rotated.result === 'lost')
    console.error(`no key opens the next one, ${rotated.kid}: bpm event-keys replace-lost`)
  else console.error(`receivers may not know the next key yet: again in ${rotated.waitSeconds} s`)
  return rotated.result === 'rotated'
}

async function replaceLostEvents(deps: KeyDeps): Promise<boolean> {
  console.log(`signing with ${await replaceLostEventKeys(deps)}`)
  return true
}

async function rotateRecords(deps: KeyDeps): Promise<boolean> {
  const kid = await rotateRecordKeys(deps)
  if (kid === undefined) console.error('another rotation was faster: look at it before the next')
  else console.log(`signing records with ${kid}`)
  return kid !== undefined
}

async function resealAll(deps: KeyDeps): Promise<boolean> {
  const { done, foreign } = await resealKeys(deps)
  console.log(done)
  for (const context of foreign) console.error(`no key opens ${context}`)
  return foreign.length === 0
}

const print = (line: string) => console.log(line)

async function exportPerson({ db }: KeyDeps, args: readonly string[]): Promise<boolean> {
  const output = { tenantData, print, record: recordExport.bind(undefined, db) }
  await printPerson(db, personalData, readExportArguments(args), output)
  return true
}

async function exportTenant({ db }: KeyDeps, args: readonly string[]): Promise<boolean> {
  const output = { print, record: recordExport.bind(undefined, db) }
  await printTenant(db, tenantData, readTenantExportArguments(args), output)
  return true
}

async function importModel(args: readonly string[]): Promise<boolean> {
  const opened: ReturnType<typeof createDeps>[] = []
  const open = () => {
    const [
      first = createDeps(
        readConfig(process.env),
        createLogger({ service: 'bpm', level: 'silent' }),
      ),
    ] = opened
    if (opened.length === 0) opened.push(first)
    return first.deps
  }
  try {
    return await importFile(args, { open, print: (text) => console.log(text) })
  } finally {
    for (const { deps, http } of opened) await Promise.all([deps.db.destroy(), http.close()])
  }
}

type Opened = ReturnType<typeof createDeps>

async function withDeps(
  work: (deps: Opened['deps'], config: Config, http: Opened['http']) => Promise<boolean>,
): Promise<boolean> {
  const config = readConfig(process.env)
  const { deps, http } = createDeps(config, createLogger({ service: 'bpm', level: 'silent' }))
  try {
    return await work(deps, config, http)
  } finally {
    await Promise.all([deps.db.destroy(), http.close()])
  }
}

function examineAll(): Promise<boolean> {
  return withDeps(async (deps, config, http) =>
    printFindings(await diagnose(deps, http, config), print),
  )
}

function reconcileAll(args: readonly string[]): Promise<boolean> {
  return withDeps((deps, config) => reconcile(deps, config, args, print))
}

await runCommands({ usage, commands, explain: (error) => explainFault('bpm', error) })
