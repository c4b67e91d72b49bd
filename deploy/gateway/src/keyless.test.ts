import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readsKey } from './keyless.ts'

interface Document {
  readonly paths: Record<string, Record<string, object>>
}

async function postsOf(name: string) {
  const file = new URL(`../../../services/${name}`, import.meta.url)
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as Document
  return Object.entries(paths).flatMap(([path, { post }]) => {
    // In a header, or as a member of the body that is never left out.
    const isKeyed = /idempotency-key"|"required":\[[^\]]*"idempotencyKey"/i.test(
      JSON.stringify(post),
    )
    return post === undefined ? [] : [[path.replaceAll(/\{[^}]+\}/g, 'x1'), isKeyed] as const]
  })
}

describe('POSTs that are not sent again for their key', () => {
  it.each([
    'iam/openapi.json',
    'iam/openapi-protocols.json',
    'bpm/openapi.json',
    'dms/openapi.json',
  ])('are those whose operations ask for no key: %s', async (name) => {
    const posts = await postsOf(name)
    expect(posts.length).toBeGreaterThan(0)
    const read = posts.map(([path]) => [path, readsKey(`${path}?a=b`)] as const)
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(posts))
  })

  it('are none of a business backend', () => {
    expect(readsKey('/api/expense/v1/claims')).toBe(true)
  })
})
