import { describe, expect, it } from 'vitest'
import { findPermitFault, type Permit } from './start-permit.ts'

const now = new Date('2026-03-02T09:00:00Z')
const start = {
  initiatorId: 'u1',
  bizType: 'expense',
  bizId: 'E-1',
  contentHash: Buffer.alloc(32, 1),
}
const permit: Permit = { ...start, expiresAt: new Date(now.getTime() + 1), instanceId: null }

describe('a permit', () => {
  it.each<readonly [string, Partial<Permit>, ReturnType<typeof findPermitFault>]>([
    ['for the start', {}, undefined],
    ['for a hash of the same bytes', { contentHash: Buffer.alloc(32, 1) }, undefined],
    ['used for another', { instanceId: 'i' }, 'permit_used'],
    ['used, and over', { instanceId: 'i', expiresAt: now }, 'permit_used'],
    ['at its end', { expiresAt: now }, 'permit_invalid'],
    ['for another type', { bizType: 'contract' }, 'permit_invalid'],
    ['for another object', { bizId: 'E-2' }, 'permit_invalid'],
    ['for other content', { contentHash: Buffer.alloc(32, 2) }, 'permit_invalid'],
    ['for somebody else', { initiatorId: 'u2' }, 'permit_invalid'],
    // Who it was not made for does not learn that it was used.
    ['used by somebody else', { initiatorId: 'u2', instanceId: 'i' }, 'permit_invalid'],
  ])('%s', (_, more, fault) =>
    expect(findPermitFault({ ...permit, ...more }, start, now)).toBe(fault),
  )

  it('that is not there is not good', () => {
    expect(findPermitFault(undefined, start, now)).toBe('permit_invalid')
  })
})
