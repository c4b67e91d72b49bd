#!/usr/bin/env node
import { Type } from 'typebox'
import { createDatabase } from './database/db.ts'
import {
  type Command,
  CommandFault,
  explainFault,
  findCommand,
  readOptions,
} from './process/command-line.ts'
import { ConfigError, loadConfig } from './process/config.ts'
import { createLogger } from './process/log.ts'
import { publicKeyOf, readPublicKey } from './signing/ed25519.ts'
import { openAnchors } from './audit/open-anchors.ts'
import type { ServiceReport } from './audit/findings.ts'
import { auditedServices, type AuditedService } from './audit/heads.ts'
import { printReport } from './audit/print-report.ts'
import { AnchorConfig } from './audit/settings.ts'
import { verifyService } from './audit/verify.ts'

const usage = `Usage: countersign-audit <command>

  verify --<service> <url>… --anchor <address>… --key <service>=<public key>… [--since <date>] [--restored <day>]… [--json]
      holds the audit of iam, the log of bpm and the audit of dms against their chains and anchored
      heads; a role that may read is enough, and a dump restored anywhere is as good as the database
        --iam, --bpm, --dms  postgresql://…; or IAM_DATABASE_URL, … (or …_FILE) in the environment
        --anchor             file:<folder> or s3:<endpoint>/<bucket>[/<prefix>], as in AUDIT_ANCHOR;
                             keys of an s3 in AUDIT_ANCHOR_ACCESS_KEY and AUDIT_ANCHOR_SECRET_KEY
        --without-anchors    in their place: says whether the chain fits itself, and nothing about
                             who made all of it anew
        --since              <date> when anchoring began, where the log is older than its first anchor
        --restored           YYYY-MM-DD, once for each day (UTC) on which you know that it was restored
        --key                kept apart from the service; once for each key that signed
        --json               one line of JSON for each service
  public-key                 prints the public key of AUDIT_SIGNING_KEY

Ends with 0 when everything holds, 1 when something does not, 2 when it was called wrongly or cannot read.
`

const commands: ReadonlyMap<string, Command<boolean>> = new Map([
  ['verify', verify],
  ['public-key', printPublicKey],
])

const one = { type: 'string' } as const
const many = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const
const verifyOptions = {
  iam: one,
  bpm: one,
  dms: one,
  anchor: many,
  'without-anchors': flag,
  since: one,
  restored: many,
  key: many,
  json: flag,
}

const Environment = Type.Object({
  IAM_DATABASE_URL: Type.Optional(Type.String()),
  BPM_DATABASE_URL: Type.Optional(Type.String()),
  DMS_DATABASE_URL: Type.Optional(Type.String()),
  AUDIT_ANCHOR_ACCESS_KEY: AnchorConfig.AUDIT_ANCHOR_ACCESS_KEY,
  AUDIT_ANCHOR_SECRET_KEY: AnchorConfig.AUDIT_ANCHOR_SECRET_KEY,
})

async function verify(args: readonly string[]): Promise<boolean> {
  const given = readOptions(verifyOptions, args)
  const env = loadConfig(Environment, process.env)
  const urls = {
    iam: given.iam ?? env.IAM_DATABASE_URL,
    bpm: given.bpm ?? env.BPM_DATABASE_URL,
    dms: given.dms ?? env.DMS_DATABASE_URL,
  }
  const keys = readKeys(given.key ?? [])
  const since = readSince(given.since)
  const stores = await Promise.all((given.anchor ?? []).map((each) => openAnchors(env, each)))
  const named = auditedServices.filter((service) => urls[service] !== undefined)
  if (named.length === 0) throw new CommandFault('--iam, --bpm or --dms is missing')
  // Without anchors whoever owns the database can have made all of it anew: one has to want that.
  if ((stores.length === 0) !== (given['without-anchors'] === true))
    throw new CommandFault('either --anchor or --without-anchors is needed')
  const reports: ServiceReport[] = []
  for (const service of named) {
    const report = await withDatabase(urls[service] ?? '', (db) =>
      verifyService(db, service, {
        stores,
        keys: keys.get(service) ?? [],
        since,
        restored: readDays(given.restored ?? []),
      }),
    )
    reports.push(report)
    console.log(given.json === true ? JSON.stringify(report) : printReport(report))
  }
  return reports.every(({ holds }) => holds)
}

function readSince(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const since = new Date(text)
  if (Number.isNaN(since.getTime())) throw new CommandFault(`--since is a date, not ${text}`)
  return since
}

function readDays(given: readonly string[]): readonly string[] {
  const wrong = given.find((day) => !/^\d{4}-\d\d-\d\d$/.test(day))
  if (wrong !== undefined) throw new CommandFault(`--restored is YYYY-MM-DD, not ${wrong}`)
  return given
}

function readKeys(given: readonly string[]): ReadonlyMap<AuditedService, readonly string[]> {
  const keys = new Map<AuditedService, string[]>()
  for (const text of given) {
    const at = text.indexOf('=')
    const service = auditedServices.find((name) => name === text.slice(0, at))
    const key = text.slice(at + 1)
    if (service === undefined || readPublicKey(key) === undefined)
      throw new CommandFault(`--key is <service>=<public key>, not ${text}`)
    keys.set(service, [...(keys.get(service) ?? []), key])
  }
  return keys
}

async function withDatabase<T>(
  url: string,
  work: (db: ReturnType<typeof createDatabase<unknown>>) => Promise<T>,
): Promise<T> {
  const log = createLogger({ service: 'audit', level: 'silent' })
  const db = createDatabase<unknown>({
    url,
    poolSize: 1,
    applicationName: 'countersign-audit',
    log,
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function printPublicKey(args: readonly string[]): Promise<boolean> {
  readOptions({}, args)
  const { AUDIT_SIGNING_KEY } = AnchorConfig
  const { AUDIT_SIGNING_KEY: seed } = loadConfig(Type.Object({ AUDIT_SIGNING_KEY }), process.env)
  if (seed === undefined) throw new ConfigError(['AUDIT_SIGNING_KEY is missing'])
  console.log(publicKeyOf(seed))
  return true
}

try {
  const command = findCommand(commands, process.argv.slice(2))
  if (command === 'help') console.log(usage)
  else if (command === undefined) {
    console.error(usage)
    process.exitCode = 2
  } else if (!(await command())) process.exitCode = 1
} catch (error) {
  console.error(explainFault('<service>', error, [TypeError]) ?? error)
  process.exitCode = 2
}
