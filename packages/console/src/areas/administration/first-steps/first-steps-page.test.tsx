import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { aBizType, aPerson } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { meQuery } from '../../../me/me.ts'
import { FirstStepsPage } from './first-steps-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const open = (...permissions: readonly string[]) => {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  return show(<FirstStepsPage />, cache)
}
const states = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const types = '/api/bpm/v1/biz-types'
const definitions = '/api/bpm/v1/definitions'

describe('the first steps of an organisation', () => {
  it('say what is done and what is not, of what the person may see', async () => {
    give('get', types, { items: [aBizType()], nextCursor: null })
    give('get', definitions, { items: [], nextCursor: null })
    await open('bpm:origin:read', 'bpm:definition:read')
    await expect.poll(() => screen.queryByText(/1 of 2/)).not.toBeNull()
    expect(states()).toEqual([
      expect.stringMatching(/business type.*Done/i),
      expect.stringMatching(/process.*To do/i),
    ])
    expect(askedOf('get', definitions)[0]?.url.searchParams.get('status')).toBe('PUBLISHED')
  })

  it('say that nothing is left', async () => {
    give('get', types, { items: [aBizType()], nextCursor: null })
    await open('bpm:origin:read')
    await expect.poll(() => screen.queryByText(/Everything is there/)).not.toBeNull()
  })

  it('do not take the type of dms itself for one that was declared', async () => {
    give('get', types, { items: [aBizType({ code: 'dms.document' })], nextCursor: null })
    await open('bpm:origin:read')
    await expect.poll(() => screen.queryByText(/0 of 1/)).not.toBeNull()
    expect(states()).toEqual([expect.stringMatching(/To do/)])
  })

  it('count nothing before it is read', async () => {
    give('get', types, () => new Promise(() => undefined))
    await open('bpm:origin:read')
    expect(screen.getByText(/What this organisation needs/)).toBeTruthy()
    expect(screen.queryByText(/0 of/)).toBeNull()
  })

  it('say what was read where another service fails', async () => {
    refuse('get', types, { code: 'bpm.internal', status: 500 })
    give('get', '/api/iam/v1/clients', { items: [], nextCursor: null })
    await open('iam:client:read', 'bpm:origin:read')
    await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).not.toBeNull()
    expect(states()).toEqual([expect.stringMatching(/Register an application.*To do/)])
    expect(screen.queryByText(/of 2/)).toBeNull()
  })

  it('say that there are none to see, not that all are done', async () => {
    await open()
    expect(screen.getByText(/Your permissions show none/)).toBeTruthy()
    expect(screen.queryByText(/Everything is there/)).toBeNull()
  })

  it('say nothing that was not read', async () => {
    refuse('get', types, { code: 'bpm.internal', status: 500 })
    await open('bpm:origin:read')
    await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).not.toBeNull()
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })
})
