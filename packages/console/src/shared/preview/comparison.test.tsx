import { act } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { Comparison } from './comparison.tsx'
import { comparisonQuery } from './queries.ts'

const compared = {
  sameContent: false,
  changes: [
    { field: 'status', from: 'SUPERSEDED', to: 'IN_APPROVAL' },
    { field: 'note', from: null, to: 'DRAFT' },
  ],
}

signInFirst()
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

it('stays to be read when it cannot be read again', async () => {
  const cache = makeCache()
  const { queryKey } = comparisonQuery('d', 'a', 'b')
  cache.setQueryData(queryKey, compared as never)
  await show(<Comparison documentId="d" from="a" to="b" />, cache)
  refuse('get', '/api/dms/documents/{documentId}/compare', { code: 'dms.busy', status: 503 })
  await act(() => cache.refetchQueries({ queryKey }))
  expect(cache.getQueryState(queryKey)?.status).toBe('error')
  expect(says('In approval')).toBe(true)
})
