import { beforeEach, describe, expect, it } from 'vitest'
import { act, start } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'

interface Entry {
  readonly instance: { readonly id: string; readonly title: string }
  readonly sequence: number
  readonly occurredAt: string
  readonly action: string
  readonly actor: { readonly id: string; readonly name: string }
  readonly comment: string | null
}
interface Page {
  readonly items: readonly Entry[]
  readonly nextCursor: string | null
}

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const ask = (query: Readonly<Record<string, string>> = {}, of = tenant) =>
  of
    .as('employee', ['bpm:instance:read'])
    .get<Page>(`/api/bpm/v1/audit?${new URLSearchParams(query).toString()}`)
const read = async (query: Readonly<Record<string, string>> = {}) => (await ask(query)).body.items
const placeOf = ({ instance, sequence }: Entry) => `${instance.id} ${sequence}`

it('tells what was done to all approvals, newest first, in pages without gaps', async () => {
  const started = await Promise.all(Array.from({ length: 7 }, () => start(tenant)))
  const decisions = started.map((each) => act(tenant, 'manager', each, 'approve'))
  expect((await Promise.all(decisions)).map(({ status }) => status)).toEqual(started.map(() => 200))

  const paged: Entry[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string> = cursor === null ? {} : { cursor }
    const { status, body }: { status: number; body: Page } = await ask({ limit: '3', ...query })
    expect(status).toBe(200)
    paged.push(...body.items)
    cursor = body.nextCursor
  } while (cursor !== null)

  expect(paged.map(placeOf)).toEqual((await read({ limit: '200' })).map(placeOf))
  expect(paged.filter(({ action }) => action === 'approve')).toHaveLength(7)
  const times = paged.map(({ occurredAt }) => Date.parse(occurredAt))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

describe('of all that was done it tells only', () => {
  it('what one person did, for themselves or for another', async () => {
    const one = await start(tenant)
    await act(tenant, 'manager', one, 'approve')
    const { id } = tenant.person('manager')
    expect((await read({ actorId: id })).map(({ action }) => action)).toEqual(['approve'])
    expect(await read({ actorId: 'nobody' })).toEqual([])
  })

  it('what was done to one approval, or one kind of action', async () => {
    const [one, other] = [await start(tenant), await start(tenant)]
    await act(tenant, 'manager', other, 'approve')
    const ofOne = await read({ targetId: one.id })
    expect(new Set(ofOne.map(({ instance }) => instance.id))).toEqual(new Set([one.id]))
    expect((await read({ action: 'approve' })).map(({ instance }) => instance.id)).toEqual([
      other.id,
    ])
    expect(await read({ targetId: 'no id' })).toEqual([])
  })

  it('what holds a text, in any case of its letters, and no pattern', async () => {
    const one = await start(tenant, { title: 'Lisbon 100% by rail' })
    await start(tenant, { title: 'Lisbon 1000 by rail' })
    await act(tenant, 'manager', one, 'approve', { comment: 'Gladly, 去吧' })
    expect((await read({ q: 'LISBON 100% BY' })).map(({ instance }) => instance.id)).toContain(
      one.id,
    )
    expect(new Set((await read({ q: '100%' })).map(({ instance }) => instance.id))).toEqual(
      new Set([one.id]),
    )
    expect((await read({ q: '去吧' })).map(({ comment }) => comment)).toEqual(['Gladly, 去吧'])
  })

  it('what is of a time, its beginning in it and its end not', async () => {
    await act(tenant, 'manager', await start(tenant), 'approve')
    const all = await read()
    const time = all[0]?.occurredAt ?? ''
    const after = new Date(Date.parse(time) + 1).toISOString()
    expect((await read({ from: time })).map(placeOf)).toContain(all.map(placeOf)[0])
    expect(await read({ from: after })).toEqual([])
    const before = await read({ to: time })
    expect(before.filter(({ occurredAt }) => occurredAt >= time)).toEqual([])
    expect(await read({ to: after })).toHaveLength(all.length)
  })
})

it('is for who may read all approvals, and has those of their own organisation only', async () => {
  await start(tenant)
  const path = '/api/bpm/v1/audit'
  expect((await tenant.as('employee').get(path)).status).toBe(403)
  expect((await tenant.as('employee', ['bpm:instance:admin']).get(path)).status).toBe(200)
  const other = await createTenant(service())
  expect((await ask({}, other)).body.items).toEqual([])
})

it('refuses a cursor that no page of it gave', async () => {
  for (const cursor of ['x', Buffer.from('["2026-01-01"]').toString('base64url')]) {
    expect((await ask({ cursor })).status).toBe(400)
  }
})
