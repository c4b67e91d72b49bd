import { encodeCursor } from '@countersign/service-kit/cursor'
import { inOrder } from '@countersign/service-kit/sort'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import type { PathView } from '../../../runtime/views/path-view.ts'
import { act, instancesPath, start, startBody } from '../../../testing/approvals.testing.ts'
import { expenseProcess } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import { readInstanceOrder } from './order.ts'
import type { DiagramView, TimelineItem } from '../schema.ts'

interface Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const search = async (username: string, query: string, permissions?: readonly string[]) =>
  (await tenant.as(username, permissions).get<Page<InstanceView>>(`${instancesPath}?${query}`)).body
const idsOf = ({ items }: Page<InstanceView>) => items.map(({ id }) => id)

describe('search', () => {
  it('shows initiators theirs, participants those they have to do with, and nobody else any', async () => {
    const first = await start(tenant)
    const second = await start(tenant)
    await act(tenant, 'manager', first, 'approve')

    expect(idsOf(await search('employee', 'box=initiated'))).toEqual([second.id, first.id])
    expect(idsOf(await search('manager', 'box=involved'))).toEqual([second.id, first.id])
    expect(idsOf(await search('finance1', 'box=involved'))).toEqual([first.id])
    expect(idsOf(await search('finance1', 'box=initiated'))).toEqual([])
  })

  it('shows all of the tenant to those who may read it', async () => {
    const instance = await start(tenant)
    const reader = ['bpm:instance:read']

    expect(idsOf(await search('finance2', 'box=all', reader))).toEqual([instance.id])
    const refused = await tenant.as('finance2').get(`${instancesPath}?box=all`)
    expect([refused.status, refused.body['code']]).toEqual([403, 'auth.insufficient_scope'])
  })

  it('filters, and pages without doubles or gaps', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      ids.unshift((await start(tenant, { title: `Trip ${count}`, bizId: `E-${count}` })).id)
    }
    const first = await search('employee', 'limit=2')
    const second = await search('employee', `limit=2&cursor=${first.nextCursor}`)
    const third = await search('employee', `limit=2&cursor=${second.nextCursor}`)

    expect([first, second, third].flatMap(idsOf)).toEqual(ids)
    expect(idsOf(await search('employee', 'q=trip 3'))).toEqual([ids[1]])
    expect(idsOf(await search('employee', 'bizId=E-0'))).toEqual([ids[4]])
    expect(idsOf(await search('employee', 'status=RUNNING&bizType=expense'))).toEqual(ids)
    expect(idsOf(await search('employee', 'status=APPROVED'))).toEqual([])
  })

  it('sorts by title as people do, or by time, narrowed or not, and by nothing else', async () => {
    const ids = new Map<string, string>()
    for (const title of ['赵 Trip', 'Trip 10', 'trip 9', '李 Trip', 'Rest', 'Trip 10 ']) {
      ids.set(title, (await start(tenant, { title })).id)
    }
    const reader = ['bpm:instance:read']
    const readPages = async (query: string) => {
      const titles: string[] = []
      let cursor = ''
      do {
        const page = await search('employee', `limit=2&${query}${cursor}`, reader)
        titles.push(...page.items.map(({ title }) => title))
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
      } while (cursor !== '')
      return titles
    }
    const byTitle = ['Rest', 'trip 9', 'Trip 10', 'Trip 10 ', '李 Trip', '赵 Trip']
    const trips = byTitle.filter((title) => title !== 'Rest')
    for (const box of ['initiated', 'all']) {
      expect(await readPages(`box=${box}&sort=title`)).toEqual(byTitle)
      expect(await readPages(`box=${box}&sort=-title`)).toEqual(byTitle.toReversed())
      expect(await readPages(`box=${box}&sort=createdAt`)).toEqual([...ids.keys()])
      expect(await readPages(`box=${box}&sort=title&q=trip`)).toEqual(trips)
      expect(await readPages(`box=${box}&sort=createdAt&bizType=expense`)).toEqual([...ids.keys()])
    }
    for (const [query, pointer] of [
      ['sort=amount', '/query/sort'],
      [`sort=title&cursor=${encodeCursor(uuidv7())}`, '/query/cursor'],
      [`sort=title&cursor=${encodeCursor(['title', '\0', uuidv7()])}`, '/query/cursor'],
      [`sort=createdAt&cursor=${encodeCursor(uuidv7())}`, '/query/cursor'],
      [`sort=-createdAt&cursor=${encodeCursor(['createdAt', uuidv7()])}`, '/query/cursor'],
    ]) {
      expect(await tenant.as('employee').get(`${instancesPath}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'bpm.invalid_request', errors: [{ pointer }] },
      })
    }
  })

  it('sorts by number, by its characters, and by state', async () => {
    for (const bizId of ['EX-010', 'EX-009', 'AB-001']) await start(tenant, { bizId })
    const [other] = (await search('employee', 'bizId=EX-009')).items
    await tenant.as('employee').post(`${instancesPath}/${other?.id}/withdraw`, {})
    const readPages = async (query: string) => {
      const found: string[] = []
      let cursor = ''
      do {
        const page = await search('employee', `limit=1&${query}${cursor}`, ['bpm:instance:read'])
        found.push(...page.items.map(({ bizId, status }) => `${bizId} ${status}`))
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
      } while (cursor !== '')
      return found
    }
    const byNumber = ['AB-001 RUNNING', 'EX-009 WITHDRAWN', 'EX-010 RUNNING']
    const byStatus = ['EX-010 RUNNING', 'AB-001 RUNNING', 'EX-009 WITHDRAWN']
    for (const box of ['initiated', 'all']) {
      expect(await readPages(`box=${box}&sort=bizId`)).toEqual(byNumber)
      expect(await readPages(`box=${box}&sort=-bizId`)).toEqual(byNumber.toReversed())
      expect(await readPages(`box=${box}&sort=status`)).toEqual(byStatus)
      expect(await readPages(`box=${box}&sort=-status`)).toEqual(byStatus.toReversed())
    }
  })

  it('goes on after the longest title, and newest first after an id alone', async () => {
    const titles = ['\u0001', '字', '𠮷'].map((character) => `${character.repeat(199)}x`)
    const ids: string[] = []
    for (const title of titles) ids.unshift((await start(tenant, { title })).id)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await search('employee', `limit=1&sort=title${cursor}`)
      seen.push(...page.items.map(({ title }) => title))
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    expect(new Set(seen)).toEqual(new Set(titles))
    expect(idsOf(await search('employee', `cursor=${encodeCursor(ids[0])}`))).toEqual(ids.slice(1))
  })

  it.each([
    ['title', 'instance.title collate by_name'],
    ['bizId', 'instance.biz_id,'],
    ['status', 'instance.status,'],
  ] as const)(
    'sorts all along the index by %s, and a part of them without one',
    (column, words) => {
      const [whole, part] = [false, true].map(
        (isPart) => inOrder(readInstanceOrder(column, isPart).order).compile(service().deps.db).sql,
      )
      expect(whole).toContain(words)
      expect(part).not.toContain(words)
    },
  )
})

describe('one approval', () => {
  const parts = ['', '/timeline', '/diagram', '/forecast']

  it('is there for participants and for nobody else', async () => {
    const instance = await start(tenant)
    const elsewhere = await createTenant(service())

    for (const part of parts) {
      const path = `${instancesPath}/${instance.id}${part}`
      const of = async (one: TestTenant, name: string) => (await one.as(name).get(path)).status
      expect([await of(tenant, 'employee'), await of(tenant, 'manager')]).toEqual([200, 200])
      expect([await of(tenant, 'finance1'), await of(elsewhere, 'employee')]).toEqual([404, 404])
    }
    expect((await tenant.as('employee').get(`${instancesPath}/${uuidv7()}`)).status).toBe(404)
    for (const id of ['1', `urn:uuid:${instance.id}`]) {
      expect((await tenant.as('employee').get(`${instancesPath}/${id}`)).status).toBe(400)
    }
  })

  it('answers 400 for a cursor that is none of ours', async () => {
    const { id } = await start(tenant)
    const cursors = [['x'], 'x', 2 ** 40, -1, null, ['-000001-01-01T00:00:00.000Z', id]]
    const paths = [instancesPath, `${instancesPath}/${id}/timeline`, '/api/bpm/v1/tasks']

    for (const path of paths) {
      for (const cursor of cursors.map((value) => encodeCursor(value))) {
        const { status } = await tenant.as('employee').get(`${path}?cursor=${cursor}`)
        expect(status, `${path} ${cursor}`).toBe(400)
      }
    }
  })

  it('tells its story with rounds, comments and the nodes that were left', async () => {
    const instance = await start(tenant)
    const path = `${instancesPath}/${instance.id}`
    const mention = tenant.person('manager').id
    const body = { comment: 'Please look', mentions: [mention] }
    const commented = await tenant.as('employee').post<TimelineItem>(`${path}/comments`, body)
    await act(tenant, 'manager', instance, 'approve', { comment: 'Fine' })

    const { body: page } = await tenant.as('employee').get<Page<TimelineItem>>(`${path}/timeline`)

    expect(commented.status).toBe(201)
    expect(page.items).toMatchObject([
      { sequence: 1, action: 'start', actor: { name: 'EMPLOYEE', kind: 'user' }, task: null },
      { sequence: 2, action: 'comment', comment: 'Please look', details: { mentions: [mention] } },
      {
        sequence: 3,
        action: 'approve',
        comment: 'Fine',
        task: { node: { id: 'manager' } },
        moves: expect.arrayContaining([
          { node: { id: 'manager', name: 'manager task' }, outcome: 'approved' },
        ]),
      },
    ])
    const rest = await tenant.as('employee').get<Page<TimelineItem>>(`${path}/timeline?limit=2`)
    const next = await tenant
      .as('employee')
      .get<Page<TimelineItem>>(`${path}/timeline?limit=2&cursor=${rest.body.nextCursor}`)
    expect(next.body.items.map(({ sequence }) => sequence)).toEqual([3])
  })

  it('takes comments of participants, not of strangers', async () => {
    const { id } = await start(tenant)
    const comment = { comment: 'Hello' }
    const path = `${instancesPath}/${id}/comments`

    expect((await tenant.as('finance1').post(path, comment)).status).toBe(404)
    expect((await tenant.as('manager').post(path, {})).status).toBe(400)
    const unknown = await tenant.as('manager').post(path, { ...comment, mentions: [uuidv7()] })
    expect([unknown.status, unknown.body['code']]).toEqual([422, 'bpm.action_invalid'])
  })

  it('shows it to whoever is mentioned, without its values, once', async () => {
    const { id } = await start(tenant)
    const path = `${instancesPath}/${id}`
    const finance = tenant.as('finance1')
    expect((await finance.get(path)).status).toBe(404)
    const mentions = [tenant.person('finance1').id, tenant.person('employee').id]
    const comment = { comment: 'What do you think?', mentions }
    const once = { 'idempotency-key': uuidv7() }
    const sent = [1, 2].map(() => tenant.as('employee').post(`${path}/comments`, comment, once))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201])

    const shown = await finance.get<Page<unknown>>('/api/bpm/v1/tasks?box=cc')
    expect(shown.body.items).toMatchObject([{ instanceId: id, kind: 'copy', node: { id: '@' } }])
    expect((await finance.get<InstanceView>(path)).body).toMatchObject({ id, variables: {} })
    const told = await finance.get<Page<TimelineItem>>(`${path}/timeline`)
    expect(told.body.items.map((item) => item.comment)).toContain(comment.comment)
    // Nobody is shown what they have said themselves.
    const own = await tenant.as('employee').get<Page<unknown>>('/api/bpm/v1/tasks?box=cc')
    expect(own.body.items).toEqual([])
  })

  it('draws how far it has come', async () => {
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')

    const path = `${instancesPath}/${instance.id}/diagram`
    const { body } = await tenant.as('employee').get<DiagramView>(path)

    expect(body.bpmnXml).toContain('<process id="expense-approval"')
    expect(body.nodes).toEqual(
      expect.arrayContaining([
        { id: 'manager', state: 'done' },
        { id: 'finance', state: 'active' },
      ]),
    )
    expect(body.nodes.map(({ id }) => id)).not.toContain('end')
  })

  it('lets the initiator remind those who still have to decide', async () => {
    const { id } = await start(tenant)
    const path = `${instancesPath}/${id}/remind`

    const { status, body } = await tenant.as('employee').post(path)
    const byManager = await tenant.as('manager').post(path)

    expect([status, body]).toEqual([200, { reminded: [tenant.person('manager').id] }])
    expect([byManager.status, byManager.body['code']]).toEqual([403, 'bpm.initiator_only'])
    const inbox = await tenant.as('manager').get<Page<{ remindedAt: string }>>('/api/bpm/v1/tasks')
    expect(inbox.body.items[0]?.remindedAt).not.toBeNull()
  })
})

it('lets nobody remind without end', async () => {
  const { id } = await start(tenant)
  const remind = () => tenant.as('employee').post(`${instancesPath}/${id}/remind`)

  const answers = await Promise.all([remind(), remind(), remind(), remind(), remind()])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
  const { body, headers } = await remind()
  expect(body['code']).toBe('bpm.reminder_limit')
  expect(Number(headers['retry-after'])).toBeGreaterThan(86_000)
})

describe('what comes next', () => {
  const stepsOf = ({ steps }: PathView) =>
    steps.map(({ node, state, people }) => [node.id, state, people.map(({ name }) => name)])

  it('tells the path and the people of a start that is not made', async () => {
    const { idempotencyKey: _, ...content } = startBody()
    const small = { ...content, variables: { amount: 10 } }
    const path = `${instancesPath}/preview`

    const large = await tenant.as('employee').post<PathView>(path, content)
    const little = await tenant.as('employee').post<PathView>(path, small)

    expect(stepsOf(large.body)).toEqual([
      ['manager', 'expected', ['MANAGER']],
      ['finance', 'expected', ['FINANCE1', 'FINANCE2']],
    ])
    expect(stepsOf(little.body)).toEqual([['manager', 'expected', ['MANAGER']]])
    expect(large.body.complete).toBe(true)
    expect(idsOf(await search('employee', ''))).toEqual([])
    const wrong = { ...content, variables: {} }
    expect((await tenant.as('employee').post(path, wrong)).status).toBe(422)
  })

  it('tells where a running approval goes', async () => {
    const instance = await start(tenant)

    const path = `${instancesPath}/${instance.id}/forecast`
    const { body } = await tenant.as('employee').get<PathView>(path)

    expect(stepsOf(body)).toEqual([
      ['manager', 'active', ['MANAGER']],
      ['finance', 'expected', ['FINANCE1', 'FINANCE2']],
    ])
  })
})

describe('business type versions', () => {
  it('keeps an approval on the version it was started with', async () => {
    const instance = await start(tenant)
    const variables = [{ name: 'total', type: 'number' }]
    const second = { ...bizTypeBody, version: '2', variables, detailPath: '/new/{bizId}' }
    await tenant.application.post('/internal/v1/bpm/biz-types', second)

    const path = `/internal/v1/bpm/process-instances/${instance.id}/variables`
    const old = await tenant.application.send('PATCH', path, { amount: 5 })
    const fresh = await tenant.application.send('PATCH', path, { total: 5 })

    expect([old.status, fresh.status]).toEqual([200, 422])
    expect(old.body['bizTypeVersion']).toBe('1')
  })
})
