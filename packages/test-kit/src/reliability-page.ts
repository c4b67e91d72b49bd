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
  const page = await readFile(PAGE, 'utf8')
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has lost the marks of ${name}`)
  const day = new Date().toISOString().slice(0, 10)
  const text = `${start}\n\n${day}. ${machine}\n\n${table.join('\n')}\n\n${page.slice(to)}`
  await writeFile(PAGE, `${page.slice(0, from)}${text}`)
}
