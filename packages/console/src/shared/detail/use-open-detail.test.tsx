import { act } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, json } from '../../testing/network.ts'
import { openHook, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { useOpenDetail } from './use-open-detail.ts'

signInFirst()
beforeAll(() => speak('en'))

const opened = vi.fn<(address: string, target: string, features: string) => void>()
beforeEach(() => {
  opened.mockClear()
  vi.spyOn(window, 'open').mockImplementation((address, target, features) => {
    opened(String(address), String(target), String(features))
    return null
  })
  answer('get', '/console/applications.json', () =>
    json({ expense: { url: 'https://app.example', framed: true } }),
  )
})
afterEach(() => vi.restoreAllMocks())

const expense = { bizType: 'expense', bizId: 'EX-1', detailUrl: '/expenses/EX-1' }

async function openDetail(detail: typeof expense) {
  const { result, history } = await openHook('/', '/', useOpenDetail)
  await act(async () => result.current.openDetail(detail))
  return history
}

describe('what an approval is about', () => {
  it('opens in a window of its own application, which learns nothing of this one', async () => {
    await openDetail(expense)
    await expect
      .poll(() => opened.mock.calls)
      .toEqual([['https://app.example/expenses/EX-1', '_blank', 'noopener']])
  })

  it.each([
    ['of an application that nobody knows', { ...expense, bizType: 'other' }],
    [
      'at an address that leads out of its application',
      { ...expense, detailUrl: '//evil.example' },
    ],
    ['at an address that is a script', { ...expense, detailUrl: 'javascript:alert(1)' }],
  ])('%s is not opened, and it is said why', async (_, detail) => {
    await openDetail(detail)
    await expect.poll(() => says('Nobody has said where')).toBe(true)
    expect(opened).not.toHaveBeenCalled()
  })

  it('is a page of the console when it is a document', async () => {
    answer('get', '/api/dms/versions/{versionId}', () => json({ id: 'v-1', documentId: 'd-1' }))
    const history = await openDetail({ ...expense, bizType: 'dms.document', bizId: 'v-1' })
    await expect.poll(() => history.location.pathname).toBe('/documents/d-1')
    expect(opened).not.toHaveBeenCalled()
  })

  it('that may not be seen says so in the corner', async () => {
    refuse('get', '/api/dms/versions/{versionId}', { code: 'dms.not_found', status: 404 })
    await openDetail({ ...expense, bizType: 'dms.document', bizId: 'v-1' })
    await expect.poll(() => says('dms.not_found')).toBe(true)
  })
})
