import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { callsOf } from '../../testing/network.ts'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { buttons, field, fill, press, says } from '../../testing/person.ts'
import { aPerson } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { OriginsForm } from './origins-form.tsx'
import { RedeliverDialog } from './redeliver-dialog.tsx'

signInFirst()
beforeAll(() => speak('en', 'applications'))

const onClose = vi.fn<() => void>()
beforeEach(() => onClose.mockClear())

const cacheOf = (...permissions: readonly string[]) => {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  return cache
}

describe('sending events again', () => {
  const path = '/api/bpm/v1/deliveries/redeliver'
  const open = (instance?: string) =>
    show(<RedeliverDialog instance={instance} onClose={onClose} />, cacheOf())

  it('of one approval names it', async () => {
    await open('i-1')
    give('post', path, { instances: 1 })
    expect(field('Approval').value).toBe('i-1')
    fill('Approval', ' i-2 ')
    await press('Send again')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(askedOf('post', path)[0]?.body).toEqual({ instanceId: 'i-2' })
    expect(says('Events of 1 approval go out again')).toBe(true)
  })

  it('to an origin names it and a moment by the clock here', async () => {
    await open()
    give('post', path, { instances: 12 })
    fill('Origin', ' https://app.example ')
    fill('Since', '2026-11-20T09:30')
    await press('Send again')
    await expect.poll(() => says('Events of 12 approvals go out again')).toBe(true)
    expect(askedOf('post', path)[0]?.body).toEqual({
      origin: 'https://app.example',
      since: new Date(2026, 10, 20, 9, 30).toISOString(),
    })
  })

  it('that is refused says so at the field, and stays open', async () => {
    await open('i-1')
    refuse('post', path, {
      code: 'bpm.not_found',
      status: 404,
      errors: [{ pointer: '/instanceId', code: 'unknown', detail: 'There is no such approval' }],
    })
    await press('Send again')
    await screen.findByText('There is no such approval')
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('where events may go', () => {
  const path = '/api/bpm/v1/callback-origins'
  const stored = {
    origins: ['https://app.example'],
    deploymentOrigins: ['https://all.example'],
    revision: 2,
    updatedAt: null,
  }

  it('is read by who may not change it', async () => {
    give('get', path, stored)
    await show(<OriginsForm />, cacheOf('bpm:origin:read'))
    await screen.findByText('https://all.example')
    expect(buttons('Save')).toEqual([])
    expect(field('Allowed by your organisation').disabled).toBe(true)
  })

  it('is changed over what was read, and nothing later', async () => {
    give('get', path, stored)
    await show(<OriginsForm />, cacheOf('bpm:origin:write'))
    await screen.findByText('https://all.example')
    await userEvent.type(field('Allowed by your organisation'), 'https://b.example{Enter}')
    give('put', path, { ...stored, revision: 3 })
    await press('Save')
    await screen.findByText('Saved')
    expect(askedOf('put', path)[0]?.body).toEqual({
      origins: ['https://app.example', 'https://b.example'],
      revision: 2,
    })
  })

  it('is not overwritten when it was changed meanwhile', async () => {
    give('get', path, stored)
    refuse('put', path, { code: 'bpm.revision_mismatch', status: 412 })
    await show(<OriginsForm />, cacheOf('bpm:origin:write'))
    await screen.findByText('https://all.example')
    await press('Save')
    await screen.findByText('Somebody was faster')
    expect(callsOf('put', path)).toHaveLength(1)
  })
})
