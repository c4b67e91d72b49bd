import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Vectors {
  readonly version: number
  readonly vectors: readonly Vector[]
  readonly permit: readonly Vector[]
}

interface Vector {
  readonly name: string
  readonly content: unknown
  readonly canonical: string
  readonly contentHash: string
}

const file = new URL('../content-hash.vectors.json', import.meta.url)
const { version, vectors, permit } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

// That bpm gives these hashes: services/bpm/src/runtime/views/content.test.ts.
describe('the test vectors of contentHash', () => {
  it.each([...vectors, ...permit])(
    'are right in themselves: $name',
    ({ content, canonical, contentHash }) => {
      expect(JSON.parse(canonical)).toEqual(content)
      expect(createHash('sha256').update(canonical, 'utf8').digest('base64url')).toBe(contentHash)
    },
  )

  it('tell apart what is different, and nothing else', () => {
    expect(version).toBe(1)
    const byForm = new Map(vectors.map(({ canonical, contentHash }) => [canonical, contentHash]))
    expect(new Set(vectors.map(({ contentHash }) => contentHash)).size).toBe(byForm.size)
    expect(byForm.size).toBe(vectors.length - 1)
  })
})
