import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import catalogue from './asvs.json' with { type: 'json' }
import { sourceFiles } from '../source-files.ts'
import { titlesOf } from '../rules/test-titles.ts'

/** A requirement of ASVS in words of ours, and what answers it where no test can. */
interface AsvsRow {
  readonly level: number
  readonly what: string
  /** A heading of a document: `docs/guides/x.md#heading`. */
  readonly see?: string
  /** Why it does not apply, or why nothing but reading shows it. Markdown. */
  readonly why?: string
}

/** A test whose title carries ids such as `[V6.2.1]`. */
export interface AsvsTest {
  readonly file: string
  readonly title: string
  readonly ids: readonly string[]
}

type Chapters = Readonly<Record<string, Readonly<Record<string, AsvsRow>>>>

export const chapters: Chapters = catalogue

const PAGE = 'docs/security/asvs.md'
const ID = /\[(V\d+\.\d+\.\d+)\]/g

export function findAsvsTests(file: string, text: string): readonly AsvsTest[] {
  return titlesOf(text).flatMap((title) => {
    const ids = [...title.matchAll(ID)].map(([, id]) => id ?? '')
    return ids.length === 0 ? [] : [{ file, title: title.replaceAll(/\s+/g, ' '), ids }]
  })
}

/**
 * What is open: rows that neither a test nor a document nor a reason answers, tests of rows that do
 * not exist, documents without the heading.
 *
 * @param readDocument The text of a document, or undefined when there is none.
 */
export async function findOpen(
  rows: Chapters,
  tests: readonly AsvsTest[],
  readDocument: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const known = new Map(Object.values(rows).flatMap((chapter) => Object.entries(chapter)))
  const tested = new Set(tests.flatMap(({ ids }) => ids))
  const faults = [...known].map(async ([id, { see, why }]) => {
    if (see !== undefined) return findDocumentFault(id, see, readDocument)
    return tested.has(id) || why !== undefined ? [] : [`${id}: no test, no document, no reason`]
  })
  const unknown = tests.flatMap(({ file, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}: there is no requirement ${id}`),
  )
  return [...(await Promise.all(faults)).flat(), ...unknown]
}

async function findDocumentFault(
  id: string,
  see: string,
  readDocument: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const [path = '', anchor = ''] = see.split('#')
  const headings = (await readDocument(path))?.match(/^#+ .*$/gm) ?? []
  return headings.some((heading) => anchorOf(heading) === anchor) ? [] : [`${id}: no ${see}`]
}

const anchorOf = (heading: string) =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** The page: each requirement with the tests that carry its id, its document and its reason. */
export function asvsPage(rows: Chapters, tests: readonly AsvsTest[]): string {
  const sections = Object.entries(rows).map(([chapter, requirements]) => {
    const lines = Object.entries(requirements).map(([id, row]) => line(id, row, tests))
    return `## ${chapter}\n\n| id | level | what | how it is met |\n| - | - | - | - |\n${lines.join('\n')}`
  })
  return `# ASVS 5.0

Generated from \`packages/repo-checks/src/documents/asvs.json\` and the titles of the tests by \`pnpm generate\`; do not
edit. All requirements of levels 1 and 2 of four chapters of the OWASP Application Security Verification
Standard 5.0.0, in words of ours. A test that proves one carries its id in the title; where no test can, a
document or a reason answers. \`pnpm check:static\` fails while a requirement has none of them.

${sections.join('\n\n')}
`
}

function line(id: string, { level, what, see, why }: AsvsRow, tests: readonly AsvsTest[]): string {
  const proofs = tests
    .filter(({ ids }) => ids.includes(id))
    .map(({ file, title }) => `[${basename(file)}](../../${file}): ${plain(title)}`)
  const documents = see === undefined ? [] : [`[${see.replace('docs/', '')}](../../${see})`]
  const how = [...documents, ...proofs, ...(why === undefined ? [] : [why])].join('<br>')
  return `| ${id} | ${level} | ${what} | ${how} |`
}

/** A title as text: without ids, and without what a table of Markdown would take. */
function plain(title: string): string {
  return title
    .replaceAll(/\[[A-Z][^\]]*\]\s*/g, '')
    .replaceAll(/[\\`*_{}[\]<>|]/g, String.raw`\$&`)
    .trim()
}

async function readTests(root: URL): Promise<readonly AsvsTest[]> {
  const files = (await sourceFiles(root)).filter((file) => /\.test\.tsx?$/.test(file))
  const tests = await Promise.all(
    // This check's own test shows what it looks for.
    files
      .filter((file) => !file.endsWith('repo-checks/src/documents/asvs.test.ts'))
      .map(async (file) => findAsvsTests(file, await readFile(new URL(file, root), 'utf8'))),
  )
  return tests.flat()
}

/** Reads all tests of the repository and gives the page. */
export async function generateAsvs(root: URL): Promise<string> {
  return asvsPage(chapters, await readTests(root))
}

/** Holds the catalogue against the tests and documents of the repository. */
export async function checkAsvs(root: URL): Promise<readonly string[]> {
  const read = (path: string) => readFile(new URL(path, root), 'utf8').catch(() => undefined)
  const open = await findOpen(chapters, await readTests(root), read)
  return open.map((fault) => `${PAGE}: ${fault}`)
}
