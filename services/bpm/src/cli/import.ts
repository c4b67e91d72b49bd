import { readFile, writeFile } from 'node:fs/promises'
import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import { readDefinition } from '../core/definition/compile.ts'
import type { SourceFormat } from '../core/definition/import/formats.ts'
import { convertSource, type Converted } from '../core/definition/import/source.ts'
import { withRepairs } from '../core/definition/repair/plan.ts'
import type { Repair } from '../core/definition/repair/repair.ts'
import { repair } from '../core/definition/repair/run.ts'
import { findProblems } from '../core/definition/validate.ts'
import type { Deps } from '../deps.ts'
import { findAll, type Validated } from '../features/definitions/validate.ts'
import { toFound, toRepairs } from '../features/definitions/views.ts'
import { findBizType } from '../runtime/load/biz-types.ts'
import { saveDraft } from './save-draft.ts'

const options = {
  repair: { type: 'boolean' },
  apply: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  out: { type: 'string' },
  key: { type: 'string' },
  name: { type: 'string' },
  tenant: { type: 'string' },
  'biz-type': { type: 'string' },
  by: { type: 'string' },
} as const

type Options = ReturnType<typeof readOptions<typeof options>>

interface Around {
  /** Called where a tenant is named; a document alone needs no settings. */
  readonly open: () => Pick<Deps, 'db' | 'directory' | 'processes' | 'offload' | 'now'>
  readonly print: (text: string) => void
}

/**
 * Looks at a file of BPMN, FlowLong or Warm-Flow as `import` and `validate` do, repairs it where that is asked for, and saves it as a draft where
 * it is said whose. Tells whether it can be published.
 */
export async function importFile(args: readonly string[], around: Around): Promise<boolean> {
  const [file, ...rest] = args
  if (file === undefined || file.startsWith('-')) throw new CommandFault('name a file')
  const given = readOptions(options, rest)
  const { tenant, by, 'biz-type': bizType } = given
  if ((tenant === undefined) !== (bizType === undefined)) {
    throw new CommandFault('--tenant and --biz-type go together')
  }
  if (by !== undefined && (tenant === undefined || given.key === undefined)) {
    throw new CommandFault('--by saves a draft: say --tenant, --biz-type and --key as well')
  }
  if (given.repair === true && given.apply !== undefined) {
    throw new CommandFault('say --repair or --apply: what is safe, or what is named')
  }
  const wanted = given.repair === true ? 'safe' : (given.apply ?? [])
  const tenants = await findTenants(given, around)
  const source = await convert(await readFile(file, 'utf8'), given, tenants)
  const look = createLook(given, tenants)
  const { looked, ...repaired } = await repair(source.bpmnXml, wanted, look)
  if (given.out !== undefined) await writeFile(given.out, repaired.bpmnXml)
  const name = source.name ?? (await readDefinition(source.bpmnXml)).process?.name.slice(0, 200)
  const called = name === undefined ? {} : { name }
  const saved = await save({ ...called, ...given }, repaired.bpmnXml, around)
  const report = {
    format: source.format,
    applied: toRepairs(repaired.applied),
    skipped: repaired.skipped,
    problems: looked.problems.map(toFound),
    warnings: looked.warnings.map(toFound),
    imported: looked.imported,
    ...(saved === undefined ? {} : { definitionId: saved }),
  }
  if (given.json === true) around.print(JSON.stringify(report, undefined, 2))
  else for (const line of linesOf(report)) around.print(line)
  return looked.problems.length === 0
}

/** What the tenant knows, where one is named. */
async function findTenants({ tenant, 'biz-type': code }: Options, { open }: Around) {
  if (tenant === undefined || code === undefined) return undefined
  const deps = open()
  const bizType = await findBizType(deps.db, tenant, code)
  if (bizType === undefined) throw new CommandFault(`the tenant has no business type ${code}`)
  return { deps, tenant, code, bizType }
}

type Tenants = Awaited<ReturnType<typeof findTenants>>

/** @throws CommandFault for a file that no tool that is known has written. */
async function convert(text: string, { key, name }: Options, tenants: Tenants): Promise<Converted> {
  const read = await convertSource(text, { key, name, variables: tenants?.bizType.variables ?? [] })
  if (!('format' in read)) throw new CommandFault(read.message)
  return read
}

function createLook({ key }: Options, tenants: Tenants) {
  if (tenants === undefined) return (xml: string) => lookAlone(xml, key)
  const { deps, tenant, code, bizType } = tenants
  const body = { bizType: code, ...(key === undefined ? {} : { key }) }
  return (bpmnXml: string) => findAll(deps, tenant, { body: { ...body, bpmnXml }, bizType })
}

/** Without a tenant nobody knows the values and the people: what is wrong with these is not looked for. */
async function lookAlone(xml: string, key: string | undefined): Promise<Validated> {
  const read = await readDefinition(xml)
  const found = findProblems(read, [], key).filter(({ code }) => !ofTenants.has(code))
  const problems = withRepairs(xml, { read, key, people: new Map() }, found)
  return { problems, warnings: [], imported: read.imported }
}

const ofTenants: ReadonlySet<string> = new Set([
  'variable_unknown',
  'variable_type',
  'expression_type',
])

async function save(
  { tenant, by, key, name = key, 'biz-type': bizType }: Options,
  bpmnXml: string,
  { open }: Around,
): Promise<string | undefined> {
  if (by === undefined || tenant === undefined || bizType === undefined) return undefined
  if (key === undefined || name === undefined) return undefined
  return saveDraft(open(), { tenant, by, bizType, key, name, bpmnXml })
}

interface Told {
  readonly element: string
  readonly code: string
  readonly message: string
  readonly repairs: readonly Pick<Repair, 'id' | 'does' | 'isSafe'>[]
}

interface Report {
  readonly format: SourceFormat
  readonly applied: readonly { readonly does: string }[]
  readonly skipped: readonly string[]
  readonly problems: readonly Told[]
  readonly warnings: readonly Told[]
  readonly imported: Validated['imported']
  readonly definitionId?: string
}

const titles = { flowlong: 'FlowLong', 'warm-flow': 'Warm-Flow' } as const

function linesOf({ format, applied, skipped, problems, warnings, imported, definitionId }: Report) {
  const toLines = (kind: string) => (one: Told) => [
    `${kind} ${one.code} ${one.element}: ${one.message}`,
    ...one.repairs.map(
      ({ id, does, isSafe }) => `  ${isSafe ? 'repair' : 'choice'} ${id}: ${does}`,
    ),
  ]
  return [
    ...(format === 'bpmn' ? [] : [`read as a model of ${titles[format]}`]),
    ...applied.map(({ does }) => `repaired: ${does}`),
    ...skipped.map((id) => `not offered: ${id}`),
    ...problems.flatMap(toLines('problem')),
    ...warnings.flatMap(toLines('warning')),
    ...imported.map(
      ({ element, name, value, outcome, wins }) =>
        `${outcome} ${element} ${name}${value === undefined ? '' : `="${value}"`}${wins === undefined ? '' : `, ${wins} counts`}`,
    ),
    ...(definitionId === undefined ? [] : [`saved as draft ${definitionId}`]),
    verdictOn(problems.length),
  ]
}

function verdictOn(left: number): string {
  if (left === 0) return 'it can be published'
  return left === 1 ? '1 problem left' : `${left} problems left`
}
