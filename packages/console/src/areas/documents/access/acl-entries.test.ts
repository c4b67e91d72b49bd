import { describe, expect, it } from 'vitest'
import {
  effectOf,
  rights,
  toSend,
  withEffect,
  withPrincipal,
  type AclEntry,
} from './acl-entries.ts'

const ann = { kind: 'user', id: 'ann', name: 'Ann', detail: 'ann' } as const
const clerks = { kind: 'role', id: 'ann', name: 'Clerks', detail: 'clerk' } as const
const entry: AclEntry = { principal: { kind: 'user', id: 'ann' }, allow: ['read'] }

describe('somebody who is added', () => {
  it('may read and download to begin with', () => {
    expect(withPrincipal([], ann)).toEqual([
      { principal: { kind: 'user', id: 'ann' }, allow: ['read', 'download'] },
    ])
  })

  it('is there once: a second time changes nothing', () => {
    const entries = [entry]
    expect(withPrincipal(entries, ann)).toBe(entries)
    expect(withPrincipal(entries, null)).toBe(entries)
  })

  it('may be a role that is called like a person', () => {
    expect(withPrincipal([entry], clerks).map(({ principal }) => principal.kind)).toEqual([
      'user',
      'role',
    ])
  })
})

describe('what an entry says', () => {
  it.each([
    [{ ...entry, allow: ['read', 'write'] }, 'allow', ['read', 'write']],
    [{ principal: entry.principal, deny: ['download'] }, 'deny', ['download']],
    [{ principal: entry.principal, allow: ['read'], deny: [] }, 'allow', ['read']],
    [{ principal: entry.principal }, 'allow', []],
    // A denial outweighs: it must not be shown as a permission.
    [{ principal: entry.principal, allow: ['read'], deny: ['read'] }, 'deny', ['read']],
  ] as const)('of %j is %s %j', (said, effect, chosen) => {
    expect(effectOf(said as AclEntry)).toEqual({ effect, chosen })
  })

  it('is either, never both', () => {
    expect(withEffect(entry, 'deny', ['read'])).toEqual({
      principal: entry.principal,
      allow: [],
      deny: ['read'],
    })
    expect(withEffect({ principal: entry.principal, deny: ['read'] }, 'allow', [])).toEqual({
      principal: entry.principal,
      allow: [],
      deny: [],
    })
  })

  it('is the same again when a change is taken back', () => {
    const stored = { ...entry, deny: [], watermark: true }
    const changed = withEffect(stored, 'allow', ['read', 'write'])
    expect(withEffect(changed, 'allow', ['read'])).toEqual(stored)
  })

  it('is sent with a watermark where nothing but reading is allowed', () => {
    const stored = { ...entry, deny: [], watermark: true }
    expect(toSend(stored)).toEqual(stored)
    expect(toSend(withEffect(stored, 'allow', ['read', 'download']))).toEqual({
      principal: entry.principal,
      allow: ['read', 'download'],
      deny: [],
    })
  })

  it('names rights in their order, and none that is unknown', () => {
    expect(withEffect(entry, 'allow', ['manage', 'print', 'read']).allow).toEqual([
      'read',
      'manage',
    ])
    expect(withEffect(entry, 'allow', rights.toReversed()).allow).toEqual(rights)
  })
})
