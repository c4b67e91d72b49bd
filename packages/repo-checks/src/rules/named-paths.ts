import { access, readFile } from 'node:fs/promises'

/** Pages that lead a stranger through the tree. */
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/terms.md']

const CODE = /`([^`\n]+)`/g
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g
/** Folders at the top of the tree: what begins with one is a path. */
const PATH = /^(?:services|packages|deploy|docs|e2e)\/[\w./-]+$/

/** The paths that a page names, in code or as links, seen from the root. */
export function pathsIn(page: string, text: string): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  const named = [...prose.matchAll(CODE)].map((match) => match[1] ?? '')
  const linked = [...prose.matchAll(LINK)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => new URL(target, `file:///${page}`).pathname.slice(1))
  return [...new Set([...named.filter((name) => PATH.test(name)), ...linked])]
}

/** Paths that are named and not there. */
export async function checkNamedPaths(root: URL): Promise<readonly string[]> {
  const faults = PAGES.map(async (page) => {
    const paths = pathsIn(page, await readFile(new URL(page, root), 'utf8'))
    const there = await Promise.all(paths.map((path) => exists(new URL(path, root))))
    return paths.filter((_, index) => there[index] === false).map((path) => `${page}: no ${path}`)
  })
  return (await Promise.all(faults)).flat()
}

const exists = (path: URL): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
