import { readFile, writeFile } from 'node:fs/promises'

/** Puts generated text between the two comments of a page in docs/ that name it. */
export async function writeIntoPage(path: string, name: string, text: string): Promise<void> {
  const page = new URL(`../../../docs/${path}`, import.meta.url)
  const before = await readFile(page, 'utf8')
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- /${name} -->`]
  const [from, to] = [before.indexOf(start), before.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/${path} has lost the marks of its ${name}`)
  await writeFile(page, `${before.slice(0, from)}${start}\n\n${text}\n\n${before.slice(to)}`)
}
