import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readOrigin, withLinks } from './origin.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const origin = readOrigin({
  GITHUB_SERVER_URL: 'https://forge.example',
  GITHUB_REPOSITORY: 'us/it',
  GITHUB_SHA: 'abc',
})

describe('where a release comes from', () => {
  it('is what the runner says, and no release is made without it', () => {
    expect(origin).toEqual({ repository: 'https://forge.example/us/it', commit: 'abc' })
    expect(() => readOrigin({ GITHUB_SERVER_URL: 'https://forge.example' })).toThrow('GITHUB_SHA')
  })

  it.each([
    ['[a](../../docs/verifier.md)', '[a](https://forge.example/us/it/blob/abc/docs/verifier.md)'],
    [
      '[a](../../docs/terms.md#words)',
      '[a](https://forge.example/us/it/blob/abc/docs/terms.md#words)',
    ],
    ['[a](asyncapi.json)', '[a](asyncapi.json)'],
    ['[a](https://elsewhere.example)', '[a](https://elsewhere.example)'],
    ['[a](#here)', '[a](#here)'],
  ])('has %s lead somewhere', (text, expected) => {
    const place = {
      folder: 'packages/contracts',
      isPacked: (file: string) => file === 'asyncapi.json',
    }
    expect(withLinks(text, place, { root, origin })).toBe(expected)
  })

  it('refuses a link that leads nowhere', () => {
    const place = { folder: 'packages/contracts', isPacked: () => false }
    expect(() => withLinks('[a](gone.md)', place, { root, origin })).toThrow(
      'packages/contracts/README.md: no packages/contracts/gone.md',
    )
  })
})
