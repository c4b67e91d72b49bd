import { readFile, writeFile } from 'node:fs/promises'

const PAGE = new URL('../../../docs/reliability.md', import.meta.url)

/** Puts the figures of a campaign between its marks of `docs/reliability.md`. */
export async function writeCampaign(
  name: string,
  machine: string,
  figures: Readonly<Record<string, string | number>>,
): Promise<void> {
  const rows = Object.entries(figures).map(([what, figure]) => `| ${what} | ${figure} |`)
  await writeFigures(name, machine, ['| what | figure |', '| --- | ---: |', ...rows])
}

/** The same with a table of the campaign's own, by its lines. */
export async function writeFigures(
  name: string,
  machine: string,
  table: readonly string[],
): Promise<void> {
  const { before, after } = await readParts(name)
  const day = new Date().toISOString().slice(0, 10)
  const text = `\n\n${day}. ${machine}\n\n${table.join('\n')}\n\n`
  await writeFile(PAGE, `${before}${text}${after}`)
}

/** The lines of the table that is there, with its head. */
export async function readFigures(name: string): Promise<readonly string[]> {
  const { between } = await readParts(name)
  return between.split('\n').filter((line) => line.startsWith('|'))
}

/** The page up to the figures, with the first mark; these; and the rest from the last mark. */
async function readParts(name: string) {
  const page = await readFile(PAGE, 'utf8')
  const start = `<!-- ${name}: generated -->`
  const [from, to] = [page.indexOf(start), page.indexOf(`<!-- /${name} -->`)]
  if (from < 0 || to < from) throw new Error(`the page has lost the marks of ${name}`)
  const begin = from + start.length
  return { before: page.slice(0, begin), between: page.slice(begin, to), after: page.slice(to) }
}
