import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { makeCache, open, speak } from '../../testing/page.tsx'
import { all, aPerson } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { Filters } from './filters.tsx'
import { statisticsQuery, type Statistics } from './queries.ts'

signInFirst()
beforeAll(() => speak('en', 'dashboard'))

const definitions = '/api/bpm/v1/definitions'
const filter = { days: 30, bizType: undefined, definitionKey: undefined }
const published = (key: string) => ({
  id: key,
  bizType: 'expense',
  key,
  name: `Process ${key}`,
  version: 1,
  status: 'PUBLISHED' as const,
  revision: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'u-1',
  updatedAt: '2026-11-01T00:00:00.000Z',
  updatedBy: 'u-1',
  publishedAt: '2026-11-01T00:00:00.000Z',
  retiredAt: null,
})

/** What the select of processes offers, after something was done in these. */
async function offered(permissions: readonly string[], ...busy: readonly string[]) {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  const nodes = busy.map((definitionKey) => ({ definitionKey }))
  cache.setQueryData(statisticsQuery(filter).queryKey, { nodes } as unknown as Statistics)
  give('get', '/api/bpm/v1/biz-types', all())
  await open('/dashboard', { '/dashboard': () => <Filters filter={filter} /> }, cache)
  await userEvent.click(screen.getByRole('combobox', { name: 'Process' }))
  return () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
}

it('offers every published process, and what is retired but was busy', async () => {
  give('get', definitions, ({ url }) =>
    url.searchParams.get('cursor') === 'more'
      ? { items: [published('quiet')], nextCursor: null }
      : { items: [published('busy')], nextCursor: 'more' },
  )
  const options = await offered(['bpm:definition:read'], 'retired', 'busy')
  await expect.poll(options).toEqual(['busy', 'quiet', 'retired'])
  expect(askedOf('get', definitions)[0]?.url.searchParams.get('status')).toBe('PUBLISHED')
})

it('offers to who may not read processes those that something was done in', async () => {
  refuse('get', definitions, { code: 'auth.insufficient_scope', status: 403 })
  const options = await offered([], 'busy')
  await expect.poll(options).toEqual(['busy'])
  expect(askedOf('get', definitions)).toEqual([])
})
