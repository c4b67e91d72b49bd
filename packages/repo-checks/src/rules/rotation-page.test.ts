import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readSettings } from '../documents/configuration.ts'

const root = new URL('../../../../', import.meta.url)

it('the page of rotation says of each secret setting how it is changed', async () => {
  const page = await readFile(new URL('docs/operations/rotation.md', root), 'utf8')
  const secrets = new Set<string>()
  for (const [, { properties }] of await readSettings(root))
    for (const [name, { secret }] of Object.entries(properties))
      if (secret === true) secrets.add(name)
  expect(secrets.size).toBeGreaterThan(10)
  expect([...secrets].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
