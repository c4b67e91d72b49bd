import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addBizType, addInstances } from '../../../outbox/rows.testing.ts'
import { instancesPath, tasksPath } from '../../../testing/approvals.testing.ts'
import { GLANCE, readNarrowed } from '../../../runtime/load/narrowed.ts'
import { createTenant, useService, type TestTenant } from '../../../testing/service.testing.ts'
import { countUpTo, hasNamed, isLongerThan, listEntriesOf } from '../inbox-search-queries.ts'
import { searchInbox } from './search-inbox.ts'

interface Tasks {
  readonly items: readonly { readonly instance: { readonly title: string } }[]
  readonly nextCursor: string | null
}
interface Instances {
  readonly items: readonly { readonly title: string }[]
}

interface Entry {
  readonly id: string
  readonly at: Date
  readonly title: string
  readonly bizType: string
}

const service = useService()
let tenant: TestTenant
let other: TestTenant

/** More than a list is walked before an index is asked. */
const NEWER = 2_400
/** More titles than are few, fewer than the box has entries. */
const ELSEWHERE = 2_100
/** More titles than the box has entries. */
const EVERYWHERE = 2_500

const odd = String.raw`It's 100% of \E_2\ "so"`

beforeAll(async () => {
  tenant = await createTenant(service())
  other = await createTenant(service())
  for (const { id: tenantId } of [tenant, other]) {
    for (const code of ['plain', 'audit'])
      await addBizType(service().deps.db, { tenantId, code, origin: 'http://app.test' })
  }
  const old = [
    'Flight to Porto',
    '出差报销单',
    odd,
    'Rare 1',
    'Rare 2',
    'Rare 3',
    'Elsewhere, mine',
    'Everywhere, mine',
  ]
  await addDone(tenant, [...old, ...titled('Common', NEWER)])
  await addDone(other, ['Flight to Porto'])
  await addNobodys([...titled('Elsewhere', ELSEWHERE), ...titled('Everywhere', EVERYWHERE)])
})

const titled = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`)

/** Approvals that the manager has decided and the employee has started, the oldest first. */
async function addDone({ id: tenantId, person }: TestTenant, titles: readonly string[]) {
  const ids = await addTitled(tenantId, titles)
  const [manager, employee] = [person('manager').id, person('employee').id]
  const { db } = service().deps
  await sql`update process_instances set initiator_id = ${employee}
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`.execute(db)
  await sql`insert into tasks (tenant_id, id, task_no, instance_id, kind, node_id, node_name, status, round,
      revision, assignee_id, candidate_ids, candidate_names, key, activation, weight, position, part,
      created_at, ended_at)
    select ${tenantId}, id, 'T-' || n, id, 'decision', 'a', 'a', 'APPROVED', 1, 1, ${manager}, '{}', '{}',
      1, 1, 1, 0, 'vote', now(), now()
    from unnest(${ids}::uuid[]) with ordinality as given (id, n)`.execute(db)
  await sql`insert into inbox_entries (tenant_id, user_id, task_id, instance_id, box, at)
    select ${tenantId}, ${manager}, id, id, 'done', timestamptz '2026-01-01Z' + n * interval '1 minute'
    from unnest(${ids}::uuid[]) with ordinality as given (id, n)`.execute(db)
}

const addNobodys = (titles: readonly string[]) => addTitled(tenant.id, titles)

let number = 0
async function addTitled(tenantId: string, titles: readonly string[]): Promise<string[]> {
  const { db } = service().deps
  const ids = titles.map(() => `00000000-0000-7000-8000-${String(++number).padStart(12, '0')}`)
  await addInstances(db, { tenantId, bizType: 'plain' }, ids)
  await sql`update process_instances set title = given.title, biz_id = 'E-' || n,
      biz_type = case when given.title like 'Rare%' then 'audit' else 'plain' end
    from unnest(${ids}::uuid[], ${[...titles]}::text[]) with ordinality as given (id, title, n)
    where tenant_id = ${tenantId} and process_instances.id = given.id`.execute(db)
  return ids
}

const done = async (query: Readonly<Record<string, string>>) => {
  const { body } = await tenant
    .as('manager')
    .get<Tasks>(`${tasksPath}?${new URLSearchParams({ box: 'done', ...query }).toString()}`)
  return { ...body, titles: body.items.map(({ instance }) => instance.title) }
}
const started = async (query: Readonly<Record<string, string>>) => {
  const { body } = await tenant
    .as('employee')
    .get<Instances>(`${instancesPath}?${new URLSearchParams(query).toString()}`)
  return body.items.map(({ title }) => title)
}

describe('searching a large inbox', () => {
  it.each([
    ['a word, in any case', 'pORTO', ['Flight to Porto']],
    ['two characters of a title without spaces', '报销', ['出差报销单']],
    ['one character', '差', ['出差报销单']],
    ['what a query language could take for its own', odd, [odd]],
    ['a quotation mark', "'", [odd]],
    ['a backslash at the end', '\\', [odd]],
    ['a part with spaces around it', ' to ', ['Flight to Porto']],
    ['a word that hundreds of others have in their titles', 'elsewhere', ['Elsewhere, mine']],
    ['a word that more titles have than the inbox', 'everywhere', ['Everywhere, mine']],
    ['the number of a business object', 'E-2', ['出差报销单']],
    ['the number of a task', 't-1', ['Flight to Porto']],
    ['what no title has', 'Lisbon', []],
    ['what only people elsewhere have', 'elsewhere 1999', []],
  ])('finds, behind hundreds of newer ones, by %s', async (_, q, titles) => {
    const found = await done({ q })

    expect(found.titles).toEqual(titles)
    expect(found.nextCursor).toBeNull()
    if (!q.startsWith('t-')) expect(await started({ q })).toEqual(titles)
  })

  it('narrows by business type, alone and with a text', async () => {
    expect((await done({ bizType: 'audit' })).titles).toEqual(['Rare 3', 'Rare 2', 'Rare 1'])
    expect((await done({ bizType: 'audit', q: 'rare 2' })).titles).toEqual(['Rare 2'])
    expect((await done({ bizType: 'audit', q: 'porto' })).titles).toEqual([])
    expect((await done({ bizType: 'audit', q: 'T-1' })).titles).toEqual([])
    expect(await started({ bizType: 'audit' })).toEqual(['Rare 3', 'Rare 2', 'Rare 1'])
    expect(await started({ bizType: 'audit', q: 'rare 2' })).toEqual(['Rare 2'])
  })

  it('narrows by initiator', async () => {
    const initiator = tenant.person('employee').id
    expect((await done({ initiator, q: 'porto' })).titles).toEqual(['Flight to Porto'])
    const nobody = tenant.person('manager').id
    expect((await done({ initiator: nobody, q: 'porto' })).titles).toEqual([])
    expect((await done({ initiator: nobody })).titles).toEqual([])
  })

  it('goes on from page to page, whichever way the pages are found', async () => {
    const first = await done({ q: 'rare', limit: '2' })
    const second = await done({ q: 'rare', limit: '2', cursor: first.nextCursor ?? '' })
    expect([first.titles, second.titles]).toEqual([['Rare 3', 'Rare 2'], ['Rare 1']])

    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await done({ q: 'o', limit: '150', ...(cursor === '' ? {} : { cursor }) })
      seen.push(...page.titles)
      cursor = page.nextCursor
    }
    expect(seen).toEqual([...titled('Common', NEWER).toReversed(), odd, 'Flight to Porto'])
  })

  it('finds nothing of another tenant', async () => {
    const { body } = await other.as('manager').get<Tasks>(`${tasksPath}?box=done&q=porto`)
    expect(body.items).toHaveLength(1)
    expect(
      (await other.as('manager').get<Tasks>(`${tasksPath}?box=done&q=rare`)).body.items,
    ).toEqual([])
  })

  it('looks up what matches rather than walk a longer box', async () => {
    const { db } = service().deps
    const wanted = { q: 'elsewhere', limit: 10 }
    const mine = { userId: tenant.person('manager').id, box: 'done' } as const
    const box = { tenantId: tenant.id, numbered: undefined, ...mine, ...wanted }
    const walk = vi.fn((_most?: number) => Promise.resolve([]))

    const found = await readNarrowed(db, tenant.id, wanted, {
      walk,
      isLonger: (than) => isLongerThan(db, box, than),
      long: { upTo: (most) => countUpTo(db, box, most), has: hasNamed(box) },
      among: (instanceIds) => listEntriesOf(db, box, instanceIds),
    })

    expect(found.map(({ title }) => title)).toEqual(['Elsewhere, mine'])
    expect(walk.mock.calls).toEqual([[GLANCE]])
  })

  it('finds what reading the whole box finds, in its order, from wherever a page begins', async () => {
    const { db } = service().deps
    const userId = tenant.person('manager').id
    const { rows } = await sql<Entry>`
      select entry.task_id as id, entry.at, lower(instance.title) as title, instance.biz_type as "bizType"
      from inbox_entries as entry join process_instances as instance
        on instance.tenant_id = entry.tenant_id and instance.id = entry.instance_id
      where entry.tenant_id = ${tenant.id} and entry.user_id = ${userId} and entry.box = 'done'
      order by entry.at desc, entry.task_id desc`.execute(db)
    const places = fc.option(fc.nat(rows.length - 1), { nil: undefined })
    const filters = fc.record({
      q: fc.constantFrom(
        'where',
        'elsewhere',
        'everywhere',
        'rare',
        'mine',
        ', m',
        'o',
        'common 12',
        '销',
      ),
      bizType: fc.constantFrom(undefined, undefined, 'plain', 'audit'),
      isOldestFirst: fc.boolean(),
      limit: fc.integer({ min: 1, max: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(filters, places, async (filter, place) => {
        const list = filter.isOldestFirst ? rows.toReversed() : rows
        const after = place === undefined ? undefined : list[place]
        const expected = list
          .slice(place === undefined ? 0 : place + 1)
          .filter(
            ({ title, bizType }) =>
              title.includes(filter.q) && bizType === (filter.bizType ?? bizType),
          )
        const found = await searchInbox(db, tenant.id, {
          ...filter,
          userId,
          box: 'done',
          ...(after === undefined ? {} : { after: { at: after.at, taskId: after.id } }),
        })
        expect(found.map(({ id }) => id)).toEqual(
          expected.slice(0, filter.limit).map(({ id }) => id),
        )
      }),
      { numRuns: 15 },
    )
  })
})
