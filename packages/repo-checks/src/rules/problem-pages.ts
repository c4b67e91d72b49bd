import { glob, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Codes without a page, and pages of the same services without a code. */
export function comparePages(
  codes: readonly string[],
  pages: readonly string[],
): readonly string[] {
  const prefixes = new Set(codes.map(prefixOf))
  const missing = codes
    .filter((code) => !pages.includes(code))
    .map((code) => `docs/problems/${code}.md is missing`)
  const left = pages
    .filter((page) => prefixes.has(prefixOf(page)) && !codes.includes(page))
    .map((page) => `docs/problems/${page}.md describes a code that does not exist`)
  return [...missing, ...left]
}

function prefixOf(code: string): string {
  return code.split('.')[0] ?? code
}

/** Compares the catalogues of the services with the pages in `docs/problems/`. */
export async function checkProblemPages(root: URL): Promise<readonly string[]> {
  const names = await readdir(new URL('docs/problems/', root)).catch(() => [])
  const pages = names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3))
  return comparePages(await listCodes(root), pages)
}

async function listCodes(root: URL): Promise<readonly string[]> {
  const codes: string[] = []
  const found = glob('{services,deploy}/*/src/problems.ts', { cwd: fileURLToPath(root) })
  for await (const file of found) {
    const module: unknown = await import(new URL(file, root).href)
    codes.push(...codesOf(file, module))
  }
  return codes.toSorted()
}

/** Every code of a service. */
export async function codesOfService(root: URL, service: string): Promise<readonly string[]> {
  const file = `services/${service}/src/problems.ts`
  return codesOf(file, await import(new URL(file, root).href))
}

/** Each member of a catalogue makes a problem that knows its code. */
function codesOf(file: string, module: unknown): readonly string[] {
  if (!hasProblems(module)) throw new Error(`${file} exports no catalogue named problems`)
  return Object.values(module.problems).map((make) => make().code)
}

function hasProblems(
  module: unknown,
): module is { problems: Readonly<Record<string, () => { code: string }>> } {
  return typeof module === 'object' && module !== null && 'problems' in module
}
