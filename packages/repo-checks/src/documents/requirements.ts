import { readFile } from 'node:fs/promises'
import catalogue from './requirements.json' with { type: 'json' }
import { sourceFiles } from '../source-files.ts'
import { titlesOf } from '../rules/test-titles.ts'

/** A test whose title names requirements. */
interface Proof {
  readonly file: string
  readonly title: string
  readonly ids: readonly string[]
}

const areas: Readonly<Record<string, Readonly<Record<string, string>>>> = catalogue
const knownIds = new Set(Object.values(areas).flatMap((area) => Object.keys(area)))

const ID = /\b[A-Z]{3,4}-\d{2}\b/g

/** Titles of a test file that carry requirement ids in brackets, such as `[BPM-10]`. */
export function findProofs(file: string, text: string): readonly Proof[] {
  return titlesOf(text).flatMap((title) => {
    const ids = [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inner]) => inner?.match(ID) ?? [])
    return ids.length === 0 ? [] : [{ file, title: title.replaceAll(/\s+/g, ' '), ids }]
  })
}

/**
 * The page that says which requirements are proven, and by which tests.
 *
 * @throws when a title names a requirement that does not exist.
 */
export function requirementsPage(proofs: readonly Proof[]): string {
  for (const { file, ids } of proofs) {
    const unknown = ids.find((id) => !knownIds.has(id))
    if (unknown !== undefined) throw new Error(`${file}: there is no requirement ${unknown}`)
  }
  const proven = new Set(proofs.flatMap(({ ids }) => ids))
  const sections = Object.entries(areas).map(([area, requirements]) => {
    const entries = Object.entries(requirements).map(([id, title]) => entry(id, title, proofs))
    return `## ${area}\n\n${entries.join('\n')}`
  })
  return `# Requirements and their tests

Generated from the titles of the tests by \`pnpm generate\`; do not edit. A test that proves a
requirement carries its id in the title.

${proven.size} of ${knownIds.size} requirements are named by a test.

${sections.join('\n\n')}
`
}

function entry(id: string, title: string, proofs: readonly Proof[]): string {
  const tests = proofs
    .filter(({ ids }) => ids.includes(id))
    .map(({ file, title: test }) => `  - [${file}](../${file}): ${plain(test, id)}`)
  const state = tests.length === 0 ? '  - no test yet' : tests.join('\n')
  return `- **${id}** ${title}.\n${state}`
}

/** A title as text: without the id that the entry shows, and without what Markdown would take. */
function plain(title: string, id: string): string {
  return title
    .replaceAll(`[${id}]`, '')
    .replaceAll(/[\\`*_{}[\]<>]/g, String.raw`\$&`)
    .trim()
}

/** Reads all tests of the repository and gives the page. */
export async function generateRequirements(root: URL): Promise<string> {
  const files = (await sourceFiles(root)).filter((file) => /\.test\.tsx?$/.test(file))
  const proofs = await Promise.all(
    files.map(async (file) => findProofs(file, await readFile(new URL(file, root), 'utf8'))),
  )
  return requirementsPage(proofs.flat())
}
