import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { ann } from '../../../testing/samples.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Member, Role } from '../queries.ts'
import { WhatTheyMay } from './what-they-may.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const at = '2026-01-01T00:00:00Z'
const aRole = (name: string, permissions: string[]): Role => ({
  id: name,
  code: name,
  name,
  permissions,
  requiresMfa: false,
  revision: 1,
  createdAt: at,
  updatedAt: at,
})
const roles = [
  aRole('Clerk', ['iam:user:read', 'expense:start']),
  aRole('Auditor', ['iam:user:read', 'iam:audit:read']),
  aRole('Owner', ['iam:key:write']),
]
const aMember = (...held: string[]): Member => ({
  userId: ann.id,
  username: 'ann',
  displayName: ann.name,
  active: true,
  roles: held.map((id) => ({ id, code: id, name: id })),
  departmentId: null,
  post: null,
  managerId: null,
  revision: 1,
  createdAt: at,
  updatedAt: at,
})

const open = async (member: Member, status: 'active' | 'disabled' = 'active') => {
  give('get', '/api/iam/v1/roles', { items: roles, nextCursor: null })
  await show(<WhatTheyMay member={member} status={status} />)
}
const isThere = (text: string) => () => screen.queryByText(text) !== null

describe('what somebody may do', () => {
  it('is said in words, with every role that gives it, and no others', async () => {
    await open(aMember('Clerk', 'Auditor'))
    await expect.poll(isThere('see: by Clerk, Auditor')).toBe(true)
    expect(isThere('see: by Auditor')()).toBe(true)
    // Of a business application, which has no words here.
    expect(isThere('expense:start')()).toBe(true)
    expect(isThere('by Clerk')()).toBe(true)
    expect(screen.queryByText(/Owner/)).toBeNull()
  })

  it('is nothing without a role', async () => {
    await open(aMember())
    await expect.poll(() => screen.queryByText(/no role gives them a permission/)).not.toBeNull()
  })

  it('is nothing while the account is disabled, and says so', async () => {
    await open(aMember('Clerk'), 'disabled')
    expect(screen.queryByText(/the account is disabled/)).not.toBeNull()
    await expect.poll(isThere('see: by Clerk')).toBe(true)
  })
})
