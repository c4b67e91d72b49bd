import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { countWays } from './count-ways.ts'
import type { Ways } from './ways.ts'

/** Of others, that read for us: their ways are ours to try. */
const readers = [
  '@fastify/busboy',
  '@levischuck/tiny-cbor',
  '@marcbachmann/cel-js',
  '@simplewebauthn/server',
  'bpmn-moddle',
  'content-disposition',
  'csv-parse',
  'dmn-moddle',
  'file-type',
  'ldapts',
  'moddle',
  'moddle-xml',
  'sax',
  'saxen',
  'yauzl',
]
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** From here on modules are loaded with counters. @param learn Is given the texts that a module compares with. */
export function loadCounted(ways: Ways, learn: (words: readonly string[]) => void): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.startsWith('file:') || loaded.source === undefined || loaded.source === null)
        return loaded
      const file = fileURLToPath(url)
      if (!isCounted(file)) return loaded
      const module = countWays(file, textOf(loaded.source), ways.count())
      ways.reserve(module.ways)
      learn(module.words)
      return { ...loaded, source: module.source }
    },
  })
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  if (typeof source === 'string') return source
  const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : source
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

function isCounted(file: string): boolean {
  if (!/\.[cm]?[jt]s$/.test(file)) return false
  if (file.includes('node_modules')) {
    return readers.some((name) => file.includes(`/node_modules/${name}/`))
  }
  if (!file.startsWith(root) || file.endsWith('.testing.ts')) return false
  return !/\/(?:test-kit|repo-checks)\/(?!src\/fuzz\/fixtures\/)/.test(file)
}
