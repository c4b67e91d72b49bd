import { glob, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** A page of the site: where its text stands in the repository, and where in the site. */
export interface Page {
  /** Seen from the top of the repository, e.g. `docs/guides/deploy.md`. */
  readonly source: string
  /** Seen from the top of the site, e.g. `guides/deploy.md`; a README is the index of its folder. */
  readonly target: string
  /** The first heading. */
  readonly title: string
  readonly text: string
}

const SOURCES = [
  '*.md',
  'docs/**/*.md',
  '{packages,services,deploy,examples,e2e}/**/{README,CHANGELOG}.md',
]
const NO_PAGES = /(^|\/)(node_modules|dist|\.local)(\/|$)|^docs-site\/pages\//
/** At the top of the site these are pages of many: it has a first page of its own. */
const BELOW_FIRST = new Map([
  ['README.md', 'overview.md'],
  ['docs/README.md', 'documents.md'],
])

/** Where the text of a file of the repository is in the site. */
export function targetOf(source: string): string {
  const belowFirst = BELOW_FIRST.get(source)
  if (belowFirst !== undefined) return belowFirst
  const below = source.replace(/^docs\//, '')
  // An error's page has the address of its problem's type, which has no ending.
  const problem = /^problems\/(?!README)([^/]+)\.md$/.exec(below)
  if (problem !== null) return `problems/${problem[1] ?? ''}/index.md`
  return below.replace(/(^|\/)README\.md$/, '$1index.md')
}

/** The pages of a checkout, sorted by their place in it. */
export async function readPages(root: string): Promise<readonly Page[]> {
  const sources: string[] = []
  const found = glob(SOURCES, { cwd: root, exclude: (path) => NO_PAGES.test(path) })
  for await (const file of found) sources.push(file.replaceAll('\\', '/'))
  return Promise.all(
    sources
      .filter((source) => !NO_PAGES.test(source))
      .toSorted()
      .map(async (source) => readPage(root, source)),
  )
}

async function readPage(root: string, source: string): Promise<Page> {
  const text = await readFile(join(root, source), 'utf8')
  return { source, target: targetOf(source), title: titleOf(text, source), text }
}

function titleOf(text: string, source: string): string {
  const heading = /^# (.+)$/m.exec(text)
  if (heading === null) throw new Error(`${source} has no heading: its page would have no name`)
  return (heading[1] ?? '').replaceAll('`', '')
}

/** The address of a page below the base of the site: `/guides/deploy.html`, `/adr/`. */
export const addressOf = (target: string): string =>
  `/${target.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`

/** For each folder of docs that has pages and no README: a page that lists them. */
export function listFolders(pages: readonly Page[]): readonly Page[] {
  const folders = Map.groupBy(
    pages.filter(({ source }) => source.startsWith('docs/') && source.split('/').length > 2),
    ({ source }) => posix.dirname(source),
  )
  return [...folders]
    .filter(([folder]) => !pages.some(({ source }) => source === `${folder}/README.md`))
    .map(([folder, within]) => listFolder(folder, within))
}

function listFolder(folder: string, pages: readonly Page[]): Page {
  const name = posix.basename(folder)
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const lines = pages.map(({ source, title, text }) => {
    const [, first = ''] = /^# .+\n+(\*\*\d+\*\* [^\n]+)$/m.exec(text) ?? []
    return `- [${title}](${posix.basename(source)})${first === '' ? '' : `: ${first}`}`
  })
  const source = `${folder}/README.md`
  return { source, target: targetOf(source), title, text: `# ${title}\n\n${lines.join('\n')}\n` }
}
