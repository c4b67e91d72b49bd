import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { hashOfContent, type TaskContent } from './content.ts'

interface Vector {
  readonly name: string
  readonly content: TaskContent
  readonly contentHash: string
}

const published = fileURLToPath(
  import.meta.resolve('@countersign/contracts/content-hash.vectors.json'),
)
const { vectors } = JSON.parse(readFileSync(published, 'utf8')) as { vectors: readonly Vector[] }

it.each(vectors)('hashes as published: $name', ({ content, contentHash }) => {
  expect(hashOfContent(content)).toBe(contentHash)
})
