import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { makeCache, open, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { ann, aPerson } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { AuditPage } from './audit-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'audit', 'documents'))
beforeEach(() => {
  give('get', '/api/iam/v1/people', {
    items: [{ kind: 'user', id: ann.id, name: ann.name, detail: 'ann' }],
  })
  give('get', '/api/bpm/v1/retention-removals', { items: [], nextCursor: null })
  give('get', '/api/bpm/v1/data-exports', { items: [], nextCursor: null })
})

const everything = ['iam:audit:read', 'bpm:instance:read', 'dms:audit:read']
const at = (minute: number) => `2026-11-18T08:${String(minute).padStart(2, '0')}:00.000Z`

const openAs = (permissions: readonly string[], address = '/audit') => {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  return open(address, { '/audit': AuditPage }, cache)
}

const giveIam = (...minutes: readonly number[]) =>
  give('get', '/api/iam/v1/audit', {
    items: minutes.map((minute) => ({
      id: `0199f0a2-4d1c-7aa0-8000-0000000001${String(minute).padStart(2, '0')}`,
      occurredAt: at(minute),
      action: 'user.sign_in',
      outcome: 'failure' as const,
      actorKind: 'user' as const,
      actorId: ann.id,
      targetKind: null,
      targetId: null,
      address: '10.0.0.1',
      details: {},
    })),
    nextCursor: null,
  })

const giveBpm = (minute: number) =>
  give('get', '/api/bpm/v1/audit', {
    items: [
      {
        instance: { id: 'i-1', bizType: 'trip', bizId: 'T-1', title: 'Trip to Hannover' },
        sequence: 2,
        occurredAt: at(minute),
        action: 'approve',
        actor: { kind: 'user', id: ann.id, name: ann.name },
        onBehalfOf: null,
        taskNo: 'K-1',
        node: { id: 'manager', name: 'Manager approval' },
        comment: 'Gladly',
      },
    ],
    nextCursor: null,
  })

const giveDms = (minute: number) =>
  give('get', '/api/dms/audit', {
    items: [
      {
        sequence: 7,
        occurredAt: at(minute),
        actor: { kind: 'user', id: ann.id },
        action: 'version.downloaded',
        outcome: 'success',
        documentId: 'd-1',
        documentTitle: 'Plan of the trip',
        versionId: null,
        detail: {},
        hash: 'ab',
      },
    ],
    nextCursor: null,
  })

/** What stands in the list, from its top: what happened, without by whom and when. */
const rows = () =>
  [...document.querySelectorAll('[role=row][data-row]')].map(
    (row) => row.querySelector('[role=cell]:nth-child(2) p')?.textContent,
  )

describe('the audit of all services', () => {
  it('is one list, newest first, in words', async () => {
    giveIam(30, 10)
    giveBpm(20)
    giveDms(40)
    await openAs(everything)
    await expect.poll(rows).toEqual(['Downloaded', 'Signed in', 'Approved', 'Signed in'])
    expect(says(ann.name)).toBe(true)
    expect(says('Plan of the trip')).toBe(true)
    expect(says('Left out')).toBe(false)
  })

  it('shows what others have where a service does not answer, and says so', async () => {
    giveIam(30)
    giveDms(40)
    refuse('get', '/api/bpm/v1/audit', { code: 'bpm.internal_error', status: 500 })
    await openAs(everything)
    await expect.poll(rows).toEqual(['Downloaded', 'Signed in'])
    await expect.poll(() => says('Approvals: no answer')).toBe(true)
    giveBpm(35)
    await press('Try again')
    await expect.poll(rows).toEqual(['Downloaded', 'Approved', 'Signed in'])
    expect(says('no answer')).toBe(false)
  })

  it('leaves out what may not be read, and says so', async () => {
    giveDms(40)
    await openAs(['dms:audit:read'])
    await expect.poll(rows).toEqual(['Downloaded'])
    expect(says('Left out, because you may not read it')).toBe(true)
    expect(askedOf('get', '/api/iam/v1/audit')).toEqual([])
  })

  it('asks each service for what the address says', async () => {
    giveIam(30)
    giveDms(40)
    await openAs(everything, `/audit?person=${ann.id}&result=failure&q=plan&days=0`)
    await expect.poll(rows).toEqual(['Downloaded', 'Signed in'])
    const [asked] = askedOf('get', '/api/dms/audit')
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
      actorId: ann.id,
      outcome: 'failure',
      q: 'plan',
      limit: '100',
    })
    // The log of an approval has nothing that failed.
    expect(askedOf('get', '/api/bpm/v1/audit')).toEqual([])
    expect(says('none of them failed')).toBe(true)
  })

  it('says what went by age, of approvals as of the others, as long as nobody is asked for', async () => {
    giveIam(30)
    giveBpm(20)
    giveDms(40)
    const removals = [35, 5].map((minute) => ({
      id: `0199f0a2-4d1c-7aa0-8000-0000000002${String(minute).padStart(2, '0')}`,
      what: 'delivery attempts',
      rows: 1200,
      keptDays: 90,
      endedBefore: at(0),
      removedAt: at(minute),
    }))
    give('get', '/api/bpm/v1/retention-removals', { items: removals, nextCursor: null })
    const day = '2026-11-18'
    const { history } = await openAs(everything, `/audit?from=${day}&to=${day}`)
    const all = ['Downloaded', 'Removed by age', 'Signed in', 'Approved', 'Removed by age']
    await expect.poll(rows).toEqual(all)
    expect(says('1,200 × attempts at delivery')).toBe(true)
    document.querySelectorAll<HTMLElement>('[data-row]')[1]?.click()
    await expect.poll(() => says('90 days')).toBe(true)
    history.push(`/audit?from=${day}&to=${day}&person=${ann.id}`)
    await expect.poll(rows).toEqual(all.filter((what) => what !== 'Removed by age'))
  })

  it('says who took out the data of a person or of the organisation, of approvals too', async () => {
    giveIam(30)
    giveBpm(20)
    giveDms(40)
    const entry = { continues: false, by: 'j.doe, ticket 4711' }
    const [exportId, other] = [
      '0199f0a2-4d1c-7aa0-8000-000000000301',
      '0199f0a2-4d1c-7aa0-8000-000000000302',
    ]
    const items = [
      {
        ...entry,
        id: other,
        exportId,
        phase: 'ended' as const,
        userId: null,
        counts: { tasks: 3 },
        recordedAt: at(25),
      },
      {
        ...entry,
        id: exportId,
        exportId,
        phase: 'begun' as const,
        userId: ann.id,
        counts: null,
        recordedAt: at(15),
      },
    ]
    give('get', '/api/bpm/v1/data-exports', { items, nextCursor: null })
    const day = 'from=2026-11-18&to=2026-11-18'
    const { history } = await openAs(everything, `/audit?${day}`)
    const [ofAll, ofPerson] = [
      'Data of the organisation exported',
      'Export of a person’s data begun',
    ]
    await expect.poll(rows).toEqual(['Downloaded', 'Signed in', ofAll, 'Approved', ofPerson])
    document.querySelectorAll<HTMLElement>('[data-row]')[2]?.click()
    await expect.poll(() => says('j.doe, ticket 4711')).toBe(true)
    history.push(`/audit?${day}&action=person.export_begun`)
    await expect.poll(rows).not.toContain(ofAll)
    await expect.poll(rows).toContain(ofPerson)
    history.push(`/audit?${day}&person=${ann.id}`)
    await expect.poll(rows).not.toContain(ofPerson)
  })

  it('opens an entry, and goes on to all of its object', async () => {
    give('get', '/api/iam/v1/audit', { items: [], nextCursor: null })
    giveBpm(20)
    give('get', '/api/dms/audit', { items: [], nextCursor: null })
    const { history } = await openAs(everything)
    await expect.poll(rows).toEqual(['Approved'])
    document.querySelector<HTMLElement>('[data-row]')?.click()
    await expect.poll(() => buttons('All on this object')).toHaveLength(1)
    expect(says('Gladly')).toBe(true)
    await press('All on this object')
    await expect.poll(() => history.location.search).toContain('object=i-1')
    await expect.poll(() => says('Only i-1')).toBe(true)
  })
})
