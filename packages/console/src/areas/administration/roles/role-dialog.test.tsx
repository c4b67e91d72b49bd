import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsOf } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { buttons, field, fill, press, says } from '../../../testing/person.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Role } from '../queries.ts'
import { RoleDialog } from './role-dialog.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const role: Role = {
  id: 'r-1',
  code: 'clerk',
  name: 'Clerk',
  permissions: ['iam:user:read', 'expense:start'],
  requiresMfa: false,
  revision: 6,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const roles = '/api/iam/v1/roles'
const one = '/api/iam/v1/roles/{id}'
const onClose = vi.fn<() => void>()
beforeEach(() => onClose.mockClear())

/** Turns on that who holds it needs a second factor. */
const demandMfa = () => {
  const [flag] = document.querySelectorAll('input[role=switch]')
  if (flag !== undefined) fireEvent.click(flag)
}

const tick = (permission: string) => {
  const box = document.querySelector(`input[aria-label="${permission}"]`)
  if (box !== null) fireEvent.click(box)
}

describe('a new role', () => {
  const openNew = () => show(<RoleDialog mayWrite onClose={onClose} />)

  it('has a code, a name and the permissions that were ticked', async () => {
    await openNew()
    fill('Name', 'Clerk')
    fill('Code', 'clerk')
    tick('iam:user:read')
    tick('bpm:statistics:read')
    tick('iam:user:read')
    give('post', roles, role)
    await press('Save')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(askedOf('post', roles)[0]?.body).toEqual({
      code: 'clerk',
      name: 'Clerk',
      permissions: ['bpm:statistics:read'],
      requiresMfa: false,
    })
  })

  it('says at its field that its code is taken, until another is typed', async () => {
    await openNew()
    fill('Name', 'Clerk')
    fill('Code', 'clerk')
    refuse('post', roles, {
      code: 'iam.role_exists',
      status: 409,
      errors: [{ pointer: '/code', code: 'taken', detail: 'There is one of this code' }],
    })
    await press('Save')
    await screen.findByText('There is one of this code')
    fill('Code', 'clerk2')
    expect(says('There is one of this code')).toBe(false)
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('a role that is there', () => {
  const openRole = (mayWrite = true) =>
    show(<RoleDialog role={role} mayWrite={mayWrite} onClose={onClose} />)

  it('keeps its code, and the permissions of applications beside those of the platform', async () => {
    await openRole()
    expect(() => field('Code')).toThrow('no field')
    expect(says('expense:start')).toBe(true)
    tick('iam:user:write')
    demandMfa()
    give('patch', one, role)
    await press('Save')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(askedOf('patch', one)[0]?.body).toEqual({
      name: 'Clerk',
      permissions: ['iam:user:read', 'expense:start', 'iam:user:write'],
      requiresMfa: true,
      revision: 6,
    })
  })

  it('is not overwritten when it was changed meanwhile: what was typed stays', async () => {
    await openRole()
    fill('Name', 'Head clerk')
    refuse('patch', one, { code: 'iam.revision_mismatch', status: 412 })
    await press('Save')
    await screen.findByText('Somebody was faster')
    expect(field('Name').value).toBe('Head clerk')
  })

  it('is removed once it is said what comes of it, and not by two presses of one button', async () => {
    await openRole()
    give('delete', one, undefined)
    const [remove] = buttons('Remove')
    if (remove === undefined) throw new Error('there is no button')
    await act(async () => [1, 2].forEach(() => void fireEvent.click(remove)))
    expect(says('Remove Clerk')).toBe(true)
    expect(callsOf('delete', one)).toHaveLength(0)
    await press('Remove')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(callsOf('delete', one)[0]?.url.pathname).toBe('/api/iam/v1/roles/r-1')
  })

  it('is not closed with edits by a click beside it, and by Escape once that is asked', async () => {
    await openRole()
    fill('Name', 'Head clerk')
    const beside = document.querySelector('.mantine-Modal-overlay')
    if (beside !== null) fireEvent.click(beside)
    fireEvent.keyDown(field('Name'), { key: 'Escape' })
    await screen.findByText('Leave without saving?')
    expect(onClose).not.toHaveBeenCalled()
    await press('Leave')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('is only shown to who may not change it', async () => {
    await openRole(false)
    expect(field('Name').disabled).toBe(true)
    expect(buttons('Save')).toEqual([])
    expect(buttons('Remove')).toEqual([])
  })
})
