import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertAuditEvents, type AuditEntry } from '../../audit/entries.ts'
import { apiAs, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

const year = (of: number) => new Date(Date.UTC(of, 5, 1))

const write = (entry: Partial<AuditEntry>, time: Date, count = 1) =>
  insertAuditEvents(
    iam.deps.db,
    Array.from({ length: count }, () => ({
      action: 'test.done',
      actorKind: 'user' as const,
      tenantId: acme,
      ...entry,
    })),
    time,
  )

const ask = (query: Readonly<Record<string, string>>) =>
  admin('GET', `/audit?${new URLSearchParams(query).toString()}`)
const actionsOf = async (query: Readonly<Record<string, string>>) =>
  ((await ask(query)).body.items ?? []).map(({ action }) => action)

it('tells by person, object, result, time and text, each alone and together', async () => {
  const [actorId, targetId] = [uuidv7(), uuidv7()]
  await write({ action: 'test.by', actorId }, year(2001))
  await write({ action: 'test.to', targetId, targetKind: 'client' }, year(2002))
  await write({ action: 'test.no', outcome: 'failure', actorId }, year(2003))
  await write({ action: 'test.text', details: { name: 'Zoë 50%_off' } }, year(2004))
  await write({ action: 'test.else', tenantId: globex, actorId }, year(2003))

  expect(await actionsOf({ actorId })).toEqual(['test.no', 'test.by'])
  expect(await actionsOf({ targetId })).toEqual(['test.to'])
  expect(await actionsOf({ actorId, outcome: 'failure' })).toEqual(['test.no'])
  expect(await actionsOf({ actorId, outcome: 'success' })).toEqual(['test.by'])
  const between = { from: year(2001).toISOString(), to: year(2003).toISOString() }
  expect(await actionsOf(between)).toEqual(['test.to', 'test.by'])
  for (const q of ['zoë', '50%_OFF', 'TEST.TEXT']) {
    expect(await actionsOf({ q, to: year(2010).toISOString() })).toEqual(['test.text'])
  }
  expect(await actionsOf({ q: '50%Xoff' })).toEqual([])
})

it('gives pages without gaps, also of what happened in one millisecond', async () => {
  const actorId = uuidv7()
  await write({ actorId }, year(2005), 7)
  await write({ actorId }, year(2006), 2)
  const ids: unknown[] = []
  let cursor: unknown = ''
  while (typeof cursor === 'string') {
    const { body } = await ask({ actorId, limit: '2', ...(cursor === '' ? {} : { cursor }) })
    ids.push(...(body.items ?? []).map(({ id }) => id))
    cursor = body['nextCursor']
  }
  const all = ((await ask({ actorId })).body.items ?? []).map(({ id }) => id)
  expect(all).toHaveLength(9)
  expect(ids).toEqual(all)
})
