import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { accountEntries, navigation } from '../areas/navigation.ts'
import { areaRoutes } from '../areas/routes.ts'
import { ApiProblem, unreachable } from '../api/problem.ts'
import { may, meQuery } from '../me/me.ts'
import { aPerson } from '../testing/samples.ts'
import { texts } from './text/en.ts'
import { makeQueryClient } from './query-client.ts'
import { onlyWith } from './root-route.tsx'

const offeredTo = (...permissions: readonly string[]) =>
  navigation
    .filter(({ isFor }) => isFor === undefined || isFor(aPerson({ permissions: [...permissions] })))
    .map(({ to }) => to)

const forEverybody = ['/inbox', '/started', '/start', '/delegation']

describe('the navigation', () => {
  it('offers everybody what everybody may do', () => {
    expect(offeredTo()).toEqual(forEverybody)
  })

  it.each([
    ['dms:document:read', ['/documents']],
    ['bpm:definition:read', ['/processes', '/decision-tables']],
    ['bpm:definition:write', ['/processes', '/decision-tables']],
    ['bpm:origin:read', ['/business-types']],
    ['bpm:delivery:read', ['/business-types', '/deliveries']],
    ['bpm:statistics:read', ['/dashboard']],
    ['bpm:instance:read', ['/approvals', '/audit']],
    ['bpm:instance:admin', ['/approvals', '/incidents', '/audit']],
    ['iam:user:read', ['/people']],
    ['iam:department:read', ['/departments']],
    ['iam:role:read', ['/roles']],
    ['iam:client:read', ['/clients']],
    ['iam:federation:read', ['/identity-providers']],
    ['iam:branding:read', ['/branding']],
    ['iam:tenant:read', ['/tenants']],
    ['iam:key:read', ['/keys']],
    ['iam:audit:read', ['/audit']],
    ['dms:source:admin', ['/sources']],
    ['iam:user:write', []],
  ])('offers who holds %s %j beside that', (permission, more) => {
    expect(offeredTo(permission)).toEqual([...forEverybody, ...more])
  })

  it('leads only to pages that are there, each once', () => {
    const paths = new Set(
      areaRoutes.map(({ options }) => `/${'path' in options ? options.path : ''}`),
    )
    const all = [...navigation, ...accountEntries]
    for (const { to } of all) expect(paths, to).toContain(to)
    expect(new Set(navigation.map(({ to }) => to)).size).toBe(navigation.length)
  })

  it('has a name for each of its entries', () => {
    for (const { label } of navigation) expect(texts.nav[label]).toMatch(/\S/)
  })
})

describe('a page that needs a permission', () => {
  const enter = (...permissions: readonly string[]) => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
    return onlyWith('bpm:origin:read', 'bpm:delivery:read')({ context: { queryClient } })
  }

  it.each([['bpm:origin:read'], ['bpm:delivery:read']])(
    'opens to who holds %s',
    async (permission) => {
      await expect(enter('iam:user:read', permission)).resolves.toBeUndefined()
    },
  )

  it('is closed to everybody else', async () => {
    await expect(enter('iam:user:read')).rejects.toMatchObject({ status: 403 })
  })

  it('takes no part of a permission for the whole', () => {
    expect(
      may(aPerson({ permissions: ['bpm:origin:read:all', 'bpm:origin'] }), 'bpm:origin:read'),
    ).toBe(false)
  })
})

describe('what was not read', () => {
  const retry = makeQueryClient().getDefaultOptions().queries?.retry
  const isTriedAgain = (failures: number, error: Error) =>
    typeof retry === 'function' && retry(failures, error)
  const refusal = (status: number) => new ApiProblem({ code: 'x', title: 'x', status })

  it.each([
    ['no answer came', unreachable(new TypeError()), true],
    ['a proxy has no service', refusal(502), true],
    ['a service is not ready', refusal(503), true],
    ['a service failed', refusal(500), false],
    ['too much was asked', refusal(429), false],
    ['it is not there', refusal(404), false],
    ['it is forbidden', refusal(403), false],
    ['the page has a fault', new TypeError('x'), false],
  ])('because %s is tried again: %s', (_, error, again) => {
    expect(isTriedAgain(0, error)).toBe(again)
    expect(isTriedAgain(1, error)).toBe(again)
    // Twice is enough.
    expect(isTriedAgain(2, error)).toBe(false)
  })

  it('is never written again by itself', () => {
    expect(makeQueryClient().getDefaultOptions().mutations?.retry).toBe(false)
  })
})

it('sends nothing later that was pressed without a connection: it fails at once, and once', async () => {
  onlineManager.setOnline(false)
  try {
    let sent = 0
    const decide = new MutationObserver(makeQueryClient(), {
      mutationFn: () => {
        sent += 1
        return Promise.reject(unreachable(new TypeError('offline')))
      },
    })
    await expect(decide.mutate()).rejects.toMatchObject({ code: 'console.unreachable' })
    onlineManager.setOnline(true)
    await Promise.resolve()
    expect(sent).toBe(1)
  } finally {
    onlineManager.setOnline(true)
  }
})
