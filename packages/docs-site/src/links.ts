import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { addressOf, targetOf } from './pages.ts'

/** Where a link leads: to a page or a file of the site, elsewhere, or nowhere that is known. */
export type Goal =
  | { readonly kind: 'page' | 'file'; /** Below the base of the site. */ readonly address: string }
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'unknown' }

/** What the links of a version are resolved against. */
export interface Tree {
  /** The checkout whose documents are built. */
  readonly root: string
  /** Targets of its pages, see {@link addressOf}. */
  readonly targets: ReadonlySet<string>
  /** Where its other files are shown, e.g. `https://forge.example/us/it/blob/v1`; none when unknown. */
  readonly files: string | undefined
}

/**
 * Where a link of a page leads in the site. Unknown is a file of the repository that nobody knows a
 * public address of.
 *
 * @throws when the checkout has nothing at the link's path.
 */
export function resolveLink(tree: Tree, source: string, href: string): Goal {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^#/i.test(href)) return { kind: 'elsewhere', address: href }
  const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? []
  const wanted = posix.normalize(posix.join(posix.dirname(source), decodeURI(path)))
  const file = wanted.replace(/\/$/, '')
  const candidates = [file, posix.join(file, 'README.md')].map(targetOf)
  const page = candidates.find((target) => tree.targets.has(target))
  if (page !== undefined) return { kind: 'page', address: addressOf(page) + fragment }
  if (file.startsWith('..') || !existsSync(join(tree.root, file)))
    throw new Error(`${source} links to ${href}: there is no ${file}`)
  if (isAsset(tree.root, file)) return { kind: 'file', address: file.slice('docs'.length) }
  if (tree.files === undefined) return { kind: 'unknown' }
  return { kind: 'elsewhere', address: `${tree.files}/${file}` }
}

/** Pictures, examples and other files of docs come with the site. */
const isAsset = (root: string, file: string): boolean =>
  file.startsWith('docs/') && statSync(join(root, file)).isFile()
