import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sourceFiles } from '../source-files.ts'

/** For each state, the actions it allows and where they lead. */
type Transitions = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A table of transitions and where it was found. */
export interface StateTable {
  readonly title: string
  readonly file: string
  readonly transitions: Transitions
}

const CORE = /^services\/(\w+)\/src\/core\/[\w-]+\.ts$/
const TABLE = /^export const (\w*[tT]ransitions)\b/m

/** The page that draws the tables. */
export function statesPage(tables: readonly StateTable[]): string {
  const sections = tables.map(
    ({ title, file, transitions }) =>
      `## ${title}\n\nFrom [${file}](../${file}).\n\n${diagram(transitions)}\n`,
  )
  return `# States

Generated from the transition tables of the services by \`pnpm generate\`; do not edit. A state
without an arrow out of it is final.

${sections.join('\n')}`
}

function diagram(transitions: Transitions): string {
  const arrows = Object.entries(transitions).flatMap(([from, actions]) => {
    const targets = new Map<string, string[]>()
    for (const [action, to] of Object.entries(actions)) {
      targets.set(to, [...(targets.get(to) ?? []), action])
    }
    return [...targets].map(([to, names]) => `  ${from} --> ${to}: ${names.join(', ')}`)
  })
  const states = Object.keys(transitions).map((state) => `  ${state}`)
  return ['```mermaid', 'stateDiagram-v2', ...states, ...arrows, '```'].join('\n')
}

/** Reads the transition tables of all services and gives the page. */
export async function generateStates(root: URL): Promise<string> {
  const files = (await sourceFiles(root)).filter((file) => CORE.test(file))
  const found = await Promise.all(files.map((file) => readTable(root, file)))
  return statesPage(found.flat())
}

async function readTable(root: URL, file: string): Promise<readonly StateTable[]> {
  const name = TABLE.exec(await readFile(new URL(file, root), 'utf8'))?.[1]
  if (name === undefined) return []
  const module: Readonly<Record<string, unknown>> = await import(new URL(file, root).href)
  const transitions = module[name]
  if (!isTable(transitions)) throw new Error(`${file}: ${name} is no table of transitions`)
  const service = CORE.exec(file)?.[1] ?? ''
  return [{ title: `${service}: ${basename(file, '.ts')}`, file, transitions }]
}

function isTable(value: unknown): value is Transitions {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((actions) => typeof actions === 'object' && actions !== null)
  )
}
