import { readFile } from 'node:fs/promises'
import { readSettings, type Setting } from './configuration.ts'

/** The schema of the chart's values; of it only the settings in `$defs` are generated. */
export const chartSchema = 'deploy/charts/countersign/values.schema.json'

/** What the chart sets itself, from `publicUrl`, `addresses` and its own ports. */
const derived = new Set([
  'PORT',
  'HOST',
  'MANAGEMENT_PORT',
  'INTERNAL_PORT',
  'SHUTDOWN_DRAIN_SECONDS',
  'ISSUER_URL',
  'JWKS_URL',
  'IAM_URL',
  'BPM_URL',
  'DMS_URL',
  'DMS_CALLBACK_ORIGIN',
])

/** Keys and bounds of storage sources, which dms reads by the name that a source gives. */
const storageKeys = '^[A-Z][A-Z0-9_]*_(ACCESS_KEY|SECRET_KEY|ENDPOINT|TENANTS)$'

/**
 * The chart takes the settings that the programs read, by their own names, and no others; secrets only
 * as references. So a setting that is renamed here is refused there, not ignored.
 */
export async function generateChartSchema(root: URL): Promise<string> {
  const schema = JSON.parse(await readFile(new URL(chartSchema, root), 'utf8')) as {
    $defs: Record<string, object>
  }
  const programs = await readSettings(root)
  const common = new Map<string, Setting>()
  for (const [program, { properties }] of programs) {
    const settings = Object.entries(properties).filter(([name]) => !derived.has(name))
    const open = settings.filter(([, setting]) => setting.secret !== true)
    for (const [name, setting] of open) if (isCommon(programs, name)) common.set(name, setting)
    schema.$defs[`${program}Settings`] = closed(open.map(([name, it]) => [name, valueOf(it)]))
    schema.$defs[`${program}Secrets`] = {
      ...closed(settings.filter(([, it]) => it.secret === true).map(([name]) => [name, reference])),
      ...(program === 'dms' ? { patternProperties: { [storageKeys]: reference } } : {}),
    }
  }
  schema.$defs['commonSettings'] = closed([...common].map(([name, it]) => [name, valueOf(it)]))
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** What all three services read is said once; the gateway reads over what is not its own. */
const isCommon = (programs: Awaited<ReturnType<typeof readSettings>>, name: string): boolean =>
  programs.every(([program, { properties }]) => program === 'gateway' || name in properties)

const reference = { $ref: '#/$defs/secretKey' }

const closed = (properties: readonly (readonly [string, object])[]) => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(properties),
})

function valueOf({ type, enum: values, minimum, maximum, description }: Setting): object {
  if (values !== undefined) return { enum: values, description }
  if (type === 'string' || type === undefined) return { type: 'string', description }
  return { type, minimum, maximum, description }
}
