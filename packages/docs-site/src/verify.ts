import { glob, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What is wrong with the links of a built site, as sentences: VitePress looks at pages, not at the
 * headings that links name, nor at files.
 *
 * @param base Where the site begins on its server.
 */
export async function findDeadLinks(out: string, base: string): Promise<readonly string[]> {
  const pages = new Map<string, string>()
  for await (const path of glob('**/*.html', { cwd: out }))
    pages.set(path.replaceAll('\\', '/'), await readFile(join(out, path), 'utf8'))
  return [...pages].flatMap(([page, html]) =>
    [...new Set(linksIn(html))]
      .filter((href) => href.startsWith('/') || href.startsWith('#'))
      .filter((href) => !leadsSomewhere(href, page, pages, out, base))
      .map((href) => `${page} links to ${href}`),
  )
}

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map((match) =>
    (match[1] ?? '').replaceAll('&amp;', '&'),
  )

function leadsSomewhere(
  href: string,
  page: string,
  pages: ReadonlyMap<string, string>,
  out: string,
  base: string,
): boolean {
  const [path = '', fragment = ''] = href.split('#')
  if (path !== '' && !path.startsWith(base)) return false
  const below = decodeURI(path.slice(base.length))
  const file = path === '' ? page : /(^|\/)$/.test(below) ? `${below}index.html` : below
  if (fragment === '') return pages.has(file) || existsSync(join(out, file))
  return pages.get(file)?.includes(` id="${decodeURIComponent(fragment)}"`) ?? false
}
