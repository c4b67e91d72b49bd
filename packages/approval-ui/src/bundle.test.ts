import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildStandalone, type Files } from './testing/bundle.ts'

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length

let files: Files
beforeAll(async () => {
  files = await buildStandalone()
})

it('[BPM-22] the panel is below 30 kB gzip, and what not every page needs is apart', () => {
  const apart = (start: string) => [...files.keys()].filter((name) => name.startsWith(start))
  const [diagrams, following] = [apart('diagram'), apart('following')]
  expect([diagrams.length, following.length]).toEqual([1, 1])
  const [diagram] = diagrams
  const later = new Set([...diagrams, ...following])
  const first = [...files].filter(([name]) => !later.has(name))
  const bytes = first.reduce((sum, [, code]) => sum + gzipped(code), 0)
  expect(bytes).toBeLessThan(30_000)
  expect(bytes).toBeGreaterThan(5_000)
  const panel = files.get('approval-panel.js') ?? ''
  expect(panel).not.toContain('BPMNShape')
  expect(panel).not.toContain('last-event-id')
  expect(files.get(diagram ?? '')).toContain('BPMNShape')
})

it('the bundle needs nothing else: no import leads outside of it', () => {
  for (const code of files.values()) {
    for (const [, from] of code.matchAll(/\bfrom\s*["']([^"']+)["']/g)) {
      expect(files.has((from ?? '').replace('./', ''))).toBe(true)
    }
  }
})
