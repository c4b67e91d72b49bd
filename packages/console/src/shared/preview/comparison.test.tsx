import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { Comparison } from './comparison.tsx'
import { comparisonQuery } from './queries.ts'

const compared = {
  sameContent: false,
  changes: [
    { field: 'status', from: 'SUPERSEDED', to: 'IN_APPROVAL' },
    { field: 'note', from: null, to: 'DRAFT' },
  ],
}

beforeAll(() => speak('en', 'preview'))

it('says the states of versions in words, and notes as they were written', async () => {
  const cache = makeCache()
  cache.setQueryData(comparisonQuery('d', 'a', 'b').queryKey, compared as never)
  await show(<Comparison documentId="d" from="a" to="b" />, cache)
  expect(says('Superseded')).toBe(true)
  expect(says('In approval')).toBe(true)
  expect(says('SUPERSEDED')).toBe(false)
  expect(says('IN_APPROVAL')).toBe(false)
  expect(says('DRAFT')).toBe(true)
})
