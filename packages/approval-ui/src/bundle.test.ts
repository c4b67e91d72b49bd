import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildStandalone, type Files } from './testing/bundle.ts'

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length

let files: Files
beforeAll(async () => {
  files = await buildStandalone()
})

const importsOf = (code: string) =>
  [...code.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+)["']/g)].map(([, name]) => name ?? '')

/** What a page gets with a file before it asks for anything. */
function loadedWith(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const other of importsOf(files.get(name) ?? '')) loadedWith(other, seen)
  return seen
}

it('[BPM-22] the panel is below 30 kB gzip, and what not every page needs is apart', () => {
  const first = loadedWith('approval-panel.js')
  const codes = [...files].filter(([name]) => first.has(name)).map(([, code]) => code)
  const bytes = codes.reduce((sum, code) => sum + gzipped(code), 0)
  expect(bytes).toBeLessThan(30_000)
  expect(bytes).toBeGreaterThan(5_000)
  const apart = [...files.keys()].filter((name) => !first.has(name))
  expect(apart.map((name) => name.replace(/-[\w-]{8}\.js$|\.js$/, '')).toSorted()).toEqual([
    'attach-files',
    'diagram',
    'following',
    'last-look',
    'people-field',
  ])
  for (const words of ['BPMNShape', 'last-event-id', 'Nothing has changed since']) {
    expect(codes.join()).not.toContain(words)
    expect([...files.values()].join()).toContain(words)
  }
})

it('the bundle needs nothing else: no import leads outside of it', () => {
  for (const code of files.values()) {
    for (const [, from] of code.matchAll(/\bfrom\s*["']([^"']+)["']/g)) {
      expect(files.has((from ?? '').replace('./', ''))).toBe(true)
    }
  }
})
