import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readManifest } from './published.ts'

const REQUIRED = ['package.json', 'README.md', 'LICENSE']
const FORBIDDEN = /\.(test|testing)\.|(^|\/)(testing|src|bench|node_modules)\/|\.tsbuildinfo$/
/**
 * Published on purpose: a module for the tests of others (`@countersign/event-receiver/testing`), and the
 * sources of the application that `create-countersign-app` lays out.
 */
const ON_PURPOSE = /^(dist\/testing(\/|\.)|template\/(?!node_modules\/))/

/** What an unpacked package lacks, or has and should not: sentences, none for a good one. */
export async function findContentFaults(unpacked: string): Promise<readonly string[]> {
  const manifest = await readManifest(join(unpacked, 'package.json'))
  const entries = await readdir(unpacked, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const targets = [...targetsIn(manifest.exports), ...Object.values(manifest.bin ?? {})]
  const lacking = [...REQUIRED, ...targets.map((target) => target.replace('./', ''))]
    .filter((file) => !existsSync(join(unpacked, file)))
    .map((file) => `${manifest.name} has no ${file}`)
  const types = files.some((file) => file.endsWith('.d.ts')) ? [] : ['has no types']
  const extra = files
    .filter((file) => FORBIDDEN.test(file) && !ON_PURPOSE.test(file))
    .map((file) => `${manifest.name} holds ${file}`)
  const ranges = Object.entries(manifest.dependencies ?? {})
    .filter(([, range]) => range.startsWith('workspace:'))
    .map(([name, range]) => `${manifest.name} asks for ${name} ${range}`)
  const links = await findLinkFaults(unpacked, manifest.name)
  return [
    ...lacking,
    ...types.map((fault) => `${manifest.name} ${fault}`),
    ...extra,
    ...ranges,
    ...links,
  ]
}

/** Every file that `exports` names, whatever conditions stand before it. */
function targetsIn(exports: unknown): readonly string[] {
  if (typeof exports === 'string') return [exports]
  return Object.values(exports ?? {}).flatMap(targetsIn)
}

/** Links of the README that lead nowhere outside the repository. */
async function findLinkFaults(unpacked: string, name: string): Promise<readonly string[]> {
  const text = await readFile(join(unpacked, 'README.md'), 'utf8')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href = '']) => href)
    .filter((href) => !/^(https?:|mailto:|#)/.test(href) && !existsSync(join(unpacked, href)))
    .map((href) => `${name}: its README links to ${href}`)
}
