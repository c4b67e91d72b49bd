/** A setting as the schema of a program tells it (JSON Schema). */
export interface Setting {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description?: string
  readonly secret?: boolean
}

interface Schema {
  readonly properties: Readonly<Record<string, Setting>>
  readonly required?: readonly string[]
}

/** What reads settings, and where their schema is. */
const programs = {
  iam: 'services/iam/src/config.ts',
  bpm: 'services/bpm/src/config.ts',
  dms: 'services/dms/src/config.ts',
  gateway: 'deploy/gateway/src/config.ts',
} as const

export type Program = keyof typeof programs

interface Entry {
  readonly name: string
  readonly setting: Setting
  readonly isRequired: boolean
  readonly readBy: readonly Program[]
}

/** The reference of all settings, from the schemas that the programs themselves read them with. */
export async function generateConfiguration(root: URL): Promise<string> {
  return configurationPage(listEntries(await readSettings(root)))
}

/** The schema of each program's environment. */
export function readSettings(root: URL): Promise<readonly (readonly [Program, Schema])[]> {
  const names = Object.keys(programs) as Program[]
  return Promise.all(
    names.map(async (program) => {
      const module: { ConfigSchema: Schema } = await import(new URL(programs[program], root).href)
      return [program, module.ConfigSchema] as const
    }),
  )
}

/** Settings of which several programs say the same are one entry. */
export function listEntries(schemas: readonly (readonly [Program, Schema])[]): readonly Entry[] {
  const entries = new Map<string, Entry>()
  for (const [program, { properties, required = [] }] of schemas) {
    for (const [name, setting] of Object.entries(properties)) {
      const isRequired = required.includes(name) && setting.default === undefined
      const key = JSON.stringify([name, isRequired, setting])
      const readBy = [...(entries.get(key)?.readBy ?? []), program]
      entries.set(key, { name, setting, isRequired, readBy })
    }
  }
  return [...entries.values()]
}

/** Several programs first, then each alone. */
export function configurationPage(entries: readonly Entry[]): string {
  const alone = (program: Program) =>
    entries.filter(({ readBy }) => readBy.length === 1 && readBy[0] === program)
  const shared = entries.filter(({ readBy }) => readBy.length > 1)
  const sections = (Object.keys(programs) as Program[]).map(
    (program) => `## ${program}\n\n${table(alone(program), false)}`,
  )
  return `# Configuration

Every environment variable of the services and the gateway, generated from the schemas that they read
them with by \`pnpm generate\`; do not edit. [How to deploy](guides/deploy.md) tells what to choose.

- \`NAME_FILE\` in place of \`NAME\` gives a file with the value, the usual form of mounted secrets. Both at
  once are refused. An empty variable is one that is not set.
- 🔒 is a secret: \`config print\` shows \`***\`.
- Storage sources of dms name their keys by a prefix: \`<PREFIX>_ACCESS_KEY\`, \`<PREFIX>_SECRET_KEY\`, and
  to bound their use \`<PREFIX>_ENDPOINT\` and \`<PREFIX>_TENANTS\`. That of the first source is \`STORAGE_S3\`.
- The migrations (\`node dist/migrate.js\`) read \`DATABASE_URL\`, \`APPLICATION_ROLE\` and \`LOG_LEVEL\`.

Each program has three commands for them, \`node dist/cli.js …\` in its image: \`config print\`; \`config check\`,
which connects to nothing, names every fault at once, and variables that are nearly a setting; and \`doctor\`,
which looks at the database, the keys and all that is around, and changes nothing. \`pnpm run doctor\` asks all
four of the platform on this machine.

## Several programs

${table(shared, true)}
${sections.join('\n')}`
}

function table(entries: readonly Entry[], withReaders: boolean): string {
  const head = ['setting', 'default', 'what', ...(withReaders ? ['read by'] : [])]
  const rows = entries.map(({ name, setting, isRequired, readBy }) => [
    `\`${name}\`${setting.secret === true ? ' 🔒' : ''}`,
    isRequired ? '**needed**' : defaultOf(setting),
    `${setting.description ?? ''}${rangeOf(setting)}`
      .replaceAll('|', '\\|')
      .replaceAll('<', '&lt;'),
    ...(withReaders ? [readBy.join(', ')] : []),
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}

const defaultOf = ({ default: value }: Setting): string =>
  value === undefined ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

function rangeOf({ enum: values, minimum, maximum }: Setting): string {
  if (values !== undefined) return ` One of ${values.map((value) => `\`${value}\``).join(', ')}.`
  if (maximum !== undefined) return ` ${minimum ?? 0} to ${maximum}.`
  return minimum === undefined || minimum === 0 ? '' : ` At least ${minimum}.`
}
