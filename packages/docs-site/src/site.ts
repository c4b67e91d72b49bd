import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildVersion } from './build.ts'
import { readPages, type Page } from './pages.ts'
import { findDeadLinks } from './verify.ts'
import { extract, lineOf, listReleases } from './versions.ts'

export interface Site {
  /** The checkout; its tags are the versions. */
  readonly root: string
  readonly out: string
  /** Path on its server, `/` or `/countersign/`. */
  readonly base: string
  /** Address of the repository on its forge, e.g. `https://github.com/us/it`; unknown when left out. */
  readonly repository?: string | undefined
}

interface Version {
  readonly name: string
  readonly root: string
  readonly ref: string
  /** Its folder in the site: '' for the newest release, or for the checkout before the first. */
  readonly folder: string
}

/**
 * Builds the site: the newest release at its base, earlier ones in folders (`/v0.1/`), the checkout
 * below `/next/`. Addresses of errors have no version: `/problems/<code>/` has the codes of all.
 *
 * @throws when a link is dead.
 */
export async function buildSite(site: Site): Promise<readonly string[]> {
  const work = await mkdtemp(join(tmpdir(), 'site-'))
  try {
    const versions = await findVersions(site.root, work)
    const errors = await errorsOf(versions)
    // The first lies above the others, and empties its folder.
    for (const version of versions) await buildOne(site, version, versions, errors)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  const dead = await findDeadLinks(site.out, site.base)
  if (dead.length > 0) throw new Error(`dead links:\n${dead.join('\n')}`)
  return dead
}

async function buildOne(
  site: Site,
  { name, root, ref, folder }: Version,
  versions: readonly Version[],
  errors: readonly Page[],
): Promise<void> {
  await buildVersion({
    root,
    out: join(site.out, folder),
    base: site.base + folder,
    files: site.repository === undefined ? undefined : `${site.repository}/blob/${ref}`,
    versions: {
      current: name,
      all: versions.map(({ name, folder }) => ({ name, address: site.base + folder })),
    },
    ...(folder === '' ? { errorsElsewhere: errors } : {}),
  })
}

async function findVersions(root: string, work: string): Promise<readonly Version[]> {
  const releases: Version[] = []
  for (const [at, tag] of (await listReleases(root)).entries()) {
    await extract(root, tag, join(work, tag))
    const folder = at === 0 ? '' : `${lineOf(tag)}/`
    releases.push({ name: tag, root: join(work, tag), ref: tag, folder })
  }
  const isFirst = releases.length === 0
  return [...releases, { name: 'next', root, ref: 'main', folder: isFirst ? '' : 'next/' }]
}

/** Pages of errors of all versions, the newest text of each. */
async function errorsOf(versions: readonly Version[]): Promise<readonly Page[]> {
  const pages = await Promise.all(versions.map(({ root }) => readPages(root)))
  const errors = pages.flat().filter(({ source }) => /^docs\/problems\/(?!README)/.test(source))
  return errors.filter(
    ({ target }, at) => errors.findIndex((other) => other.target === target) === at,
  )
}
