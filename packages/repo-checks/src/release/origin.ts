import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { readManifest } from './published.ts'

/**
 * Where a release is made from. No file of the checkout says it: a fork publishes under its own
 * address without changing one.
 */
export interface Origin {
  /** `https://github.com/us/it` */
  readonly repository: string
  /** The commit that is published. */
  readonly commit: string
}

/** As the runner of a forge says it (`GITHUB_SERVER_URL`, `GITHUB_REPOSITORY`, `GITHUB_SHA`). */
export function readOrigin(env: NodeJS.ProcessEnv): Origin {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_SHA: commit } = env
  if (!server || !name || !commit)
    throw new Error('GITHUB_SERVER_URL, GITHUB_REPOSITORY and GITHUB_SHA say where this comes from')
  return { repository: `${server}/${name}`, commit }
}

/** Writes into an unpacked package where it comes from, and has its README's links lead there. */
export async function writeOrigin(
  root: string,
  unpacked: string,
  folder: string,
  origin: Origin,
): Promise<void> {
  const path = join(unpacked, 'package.json')
  const repository = { type: 'git', url: `git+${origin.repository}.git`, directory: folder }
  const homepage = `${origin.repository}/tree/${origin.commit}/${folder}#readme`
  const bugs = `${origin.repository}/issues`
  const manifest = { ...(await readManifest(path)), repository, homepage, bugs }
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`)
  const readme = join(unpacked, 'README.md')
  const text = await readFile(readme, 'utf8')
  const place = { folder, isPacked: (file: string) => existsSync(join(unpacked, file)) }
  await writeFile(readme, withLinks(text, place, { root, origin }))
}

const LINK = /(\]\()([^)\s]+)(\))/g

interface Place {
  readonly folder: string
  readonly isPacked: (file: string) => boolean
}

/**
 * A README whose links work wherever it is read: what is in the package stays, the rest leads to the
 * commit.
 *
 * @throws when a link leads to nothing in the checkout.
 */
export function withLinks(
  text: string,
  { folder, isPacked }: Place,
  { root, origin }: { readonly root: string; readonly origin: Origin },
): string {
  return text.replaceAll(LINK, (whole, open: string, href: string, close: string) => {
    if (/^(\w+:|#)/.test(href)) return whole
    const [path = '', fragment] = href.split('#')
    const target = posix.join(folder, path)
    if (!existsSync(join(root, target))) throw new Error(`${folder}/README.md: no ${target}`)
    if (isPacked(path) && fragment === undefined) return whole
    const anchor = fragment === undefined ? '' : `#${fragment}`
    return `${open}${origin.repository}/blob/${origin.commit}/${target}${anchor}${close}`
  })
}
