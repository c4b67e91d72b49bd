import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const preload = new URL('keep-compiled.ts', import.meta.url).href
const builder = fileURLToPath(new URL('build-program.ts', import.meta.url))
const folder = fileURLToPath(new URL('../../../node_modules/.cache/programs', import.meta.url))

/**
 * What a program of ours that is started from its sources gets beside its settings: where it finds
 * them compiled already, which halves what its start costs.
 */
export function programEnvironment(): {
  readonly PATH: string
  readonly NODE_COMPILE_CACHE?: string
  readonly NODE_OPTIONS?: string
} {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  if (NODE_COMPILE_CACHE === undefined) return { PATH }
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: `--import=${preload}` }
}

const built = new Map<string, string>()

/**
 * The arguments that Node starts a program of ours with, as one file: for tests that start it again and again, since a
 * thousand modules take four times as long. What it does is the same; the black box tests start the sources.
 */
export function programArguments(entry: URL): readonly string[] {
  const path = built.get(entry.href) ?? build(fileURLToPath(entry))
  built.set(entry.href, path)
  return ['--conditions=source', path]
}

/** A second or two, once in each worker. */
const build = (entry: string): string =>
  execFileSync(process.execPath, [builder, entry, folder], { encoding: 'utf8' })
