import { recordStatements } from '@countersign/test-kit/statements/record'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { act, readInstance, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { expenseProcess, inARow, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TaskListItem, TaskView } from '../schema.ts'

interface Inbox {
  readonly items: TaskListItem[]
  readonly nextCursor: string | null
}

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const box = async (username: string, query = '') =>
  (await tenant.as(username).get<Inbox>(`${tasksPath}?${query}`)).body
const titles = ({ items }: Inbox) => items.map(({ instance }) => instance.title)

describe('inbox', () => {
  beforeEach(() => publish(service(), tenant.id, expenseProcess))

  it('[BPM-23] says what it is about and where its detail page is', async () => {
    const instance = await start(tenant, { bizId: 'E 1/2', title: 'Lisbon' })

    const { items } = await box('manager')

    expect(items).toMatchObject([
      {
        kind: 'decision',
        status: 'OPEN',
        node: { id: 'manager', name: 'manager task' },
        instanceId: instance.id,
        instance: {
          title: 'Lisbon',
          bizType: 'expense',
          bizId: 'E 1/2',
          initiator: { name: 'EMPLOYEE' },
        },
        detailUrl: '/expenses/E%201%2F2',
        revision: 1,
      },
    ])
  })

  it('reads of a task no more than a line shows of it', async () => {
    await start(tenant)
    const { recorded, end } = recordStatements()
    await box('manager')
    await box('manager', 'q=Lisbon')
    end()
    const lists = [...recorded.keys()].filter((text) => text.includes('inbox_entries'))
    expect(lists.length).toBeGreaterThan(1)
    expect(lists.filter((text) => /"task"\.\*|candidate_/.test(text))).toEqual([])
  })

  it('gives every task once, newest first, page by page, also when new ones arrive meanwhile', async () => {
    for (let count = 0; count < 7; count++) await start(tenant, { title: `Trip ${count}` })
    const first = await box('manager', 'limit=3')
    await start(tenant, { title: 'Late' })

    const second = await box('manager', `limit=3&cursor=${first.nextCursor}`)
    const third = await box('manager', `limit=3&cursor=${second.nextCursor}`)

    expect([first, second, third].flatMap(titles)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((count) => `Trip ${count}`),
    )
    expect(third.nextCursor).toBeNull()
  })

  it('moves what was decided to done, and counts the boxes', async () => {
    const instance = await start(tenant)
    await start(tenant)
    await act(tenant, 'manager', instance, 'approve')

    const { body } = await tenant.as('manager').get(`${tasksPath}/counts`)

    expect(body).toMatchObject({ todo: 1, done: 1, cc: 0, overdue: 0 })
    const { items } = await box('manager', 'box=done')
    expect(items).toMatchObject([{ instanceId: instance.id, status: 'APPROVED' }])
    expect((await box('finance1')).items).toHaveLength(1)
  })

  it('filters by text, business type and initiator', async () => {
    await start(tenant, { title: 'Train to Porto', bizId: 'E-900' })
    await start(tenant, { title: 'Flight to Oslo' })
    const taskNo = await taskOf(
      tenant,
      'manager',
      (await box('manager')).items[0]?.instance ?? { id: '' },
    )

    expect(titles(await box('manager', 'q=porto'))).toEqual(['Train to Porto'])
    expect(titles(await box('manager', 'q=E-900'))).toEqual(['Train to Porto'])
    expect(titles(await box('manager', `q=${taskNo.toLowerCase()}`))).toEqual(['Flight to Oslo'])
    expect(titles(await box('manager', 'q=%25'))).toEqual([])
    expect((await box('manager', 'bizType=travel')).items).toEqual([])
    const employee = tenant.person('employee').id
    expect((await box('manager', `initiator=${employee}`)).items).toHaveLength(2)
    expect((await box('manager', `initiator=${tenant.person('manager').id}`)).items).toEqual([])
    expect((await box('manager', 'overdue=true')).items).toEqual([])
  })

  it.each(['limit=0', 'limit=201', 'q=%00', 'box=past', 'cursor=!', 'initiator=x'])(
    'answers 400 for the query %s',
    async (query) => {
      const { status, body } = await tenant.as('manager').get(`${tasksPath}?${query}`)

      expect([status, body['code']]).toEqual([400, 'bpm.invalid_request'])
    },
  )

  it('finds and counts what is overdue', async () => {
    await start(tenant, { title: 'In time' })
    const { taskNo } = (await box('manager')).items[0] ?? { taskNo: '' }
    const due = new Date(Date.now() - 1000)
    const { db } = service().deps
    await sql`update tasks set due_at = ${due} where task_no = ${taskNo}`.execute(db)
    await sql`update inbox_entries set due_at = ${due} from tasks
      where tasks.id = task_id and task_no = ${taskNo}`.execute(db)
    await start(tenant, { title: 'Later' })

    expect(titles(await box('manager', 'overdue=true'))).toEqual(['In time'])
    const { body } = await tenant.as('manager').get(`${tasksPath}/counts`)
    expect(body).toMatchObject({ todo: 2, overdue: 1 })
  })

  /** Tasks with these titles, due in so many hours or at no time. */
  async function startDue(all: Readonly<Record<string, number | null>>) {
    const { db } = service().deps
    for (const [title, hours] of Object.entries(all)) {
      const { id } = await start(tenant, { title })
      const due = hours === null ? null : new Date(Date.now() + hours * 3_600_000)
      await sql`update tasks set due_at = ${due} where instance_id = ${id}`.execute(db)
      await sql`update inbox_entries set due_at = ${due} where instance_id = ${id}`.execute(db)
    }
  }

  it('gives what is due first, then what is due at no time, page by page', async () => {
    await startDue({ none1: null, soon: 1, late: 50, overdue: -1, none2: null, none3: null })
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Inbox = await box(
        'manager',
        `order=due&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      pages.push(titles(page))
      cursor = page.nextCursor
    }
    expect(pages).toEqual([
      ['overdue', 'soon'],
      ['late', 'none3'],
      ['none2', 'none1'],
    ])
  })

  it.each([
    ['newest', ['c Porto', 'b Oslo', 'a Porto'], ['c Porto', 'a Porto']],
    ['oldest', ['a Porto', 'b Oslo', 'c Porto'], ['a Porto', 'c Porto']],
  ])('gives the %s first, page by page, also of what is found', async (order, all, few) => {
    for (const title of ['a Porto', 'b Oslo', 'c Porto']) await start(tenant, { title })
    for (const [query, expected] of [
      [`order=${order}`, all],
      [`order=${order}&q=porto`, few],
    ] as const) {
      const first = await box('manager', `${query}&limit=1`)
      const rest = await box('manager', `${query}&cursor=${first.nextCursor}`)
      expect([titles(first), titles(rest)]).toEqual([expected.slice(0, 1), expected.slice(1)])
    }
  })

  it('a cursor of another order is refused', async () => {
    for (const title of ['a', 'b']) await start(tenant, { title })
    const { nextCursor } = await box('manager', 'order=oldest&limit=1')
    const { status, body } = await tenant
      .as('manager')
      .get(`${tasksPath}?order=newest&cursor=${nextCursor}`)
    expect([status, body.code]).toEqual([400, 'bpm.invalid_request'])
  })

  it('gives tasks that are due at the same moment once each, and those that a filter leaves', async () => {
    await startDue({ 'a Porto': 5, 'b Oslo': 5, 'c Porto': 5, 'd Porto': null, 'e Oslo': null })
    await sql`update inbox_entries set due_at = '2030-01-01Z'
      where tenant_id = ${tenant.id} and due_at is not null`.execute(service().deps.db)
    const first = await box('manager', 'order=due&limit=1')
    const rest = await box('manager', `order=due&cursor=${first.nextCursor}`)
    expect(titles(first).concat(titles(rest)).toSorted()).toEqual([
      'a Porto',
      'b Oslo',
      'c Porto',
      'd Porto',
      'e Oslo',
    ])
    const found = await box('manager', 'order=due&q=porto&limit=2')
    const others = await box('manager', `order=due&q=porto&limit=2&cursor=${found.nextCursor}`)
    expect([titles(found).toSorted(), titles(others)]).toEqual([
      ['a Porto', 'c Porto'],
      ['d Porto'],
    ])
    expect(titles(await box('manager', 'order=due&overdue=true'))).toEqual([])
  })

  it('counts what is to do by when it is due', async () => {
    await startDue({ none: null, soon: 1, late: 50, overdue: -1, overdue2: -30 })
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const counted = (...moments: string[]) =>
      tenant
        .as('manager')
        .get(`${tasksPath}/counts?${moments.map((moment) => `dueBefore=${moment}`).join('&')}`)
    expect((await counted(at(0), at(24))).body).toMatchObject({
      todo: 5,
      overdue: 2,
      due: { before: [2, 1], later: 1, none: 1 },
    })
    expect((await counted(at(0))).body).toMatchObject({ due: { before: [2], later: 2, none: 1 } })
    expect((await counted(at(24), at(0))).body).toMatchObject({ due: { before: [3, 0] } })
    expect((await counted('2026-06-30T23:59:60Z')).status).toBe(400)
    expect((await counted('0000-01-01T00:00:00Z')).status).toBe(200)
  })

  it('takes tasks out of the inbox when the approval is withdrawn', async () => {
    const instance = await start(tenant)
    await tenant.as('employee').post(`/api/bpm/v1/process-instances/${instance.id}/withdraw`)

    expect((await box('manager')).items).toEqual([])
    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'WITHDRAWN' })
  })
})

describe('copies', () => {
  let instance: InstanceView

  beforeEach(async () => {
    const copy = `<serviceTask id="inform" name="inform"><extensionElements>
      <approval:copy/><approval:candidates>${toUser('finance1')}</approval:candidates>
    </extensionElements></serviceTask>`
    const nodes = [
      { id: 'inform', xml: copy },
      { id: 'a', xml: userTask('a', { candidates: toUser('manager') }) },
    ]
    await publish(service(), tenant.id, inARow('with-copy', nodes))
    instance = await start(tenant)
  })

  it('shows the approval to people without asking them', async () => {
    const { items } = await box('finance1', 'box=cc')
    expect(items).toMatchObject([{ kind: 'copy', instanceId: instance.id, readAt: null }])
    expect((await box('finance1')).items).toEqual([])
    const taskNo = items[0]?.taskNo ?? ''
    const path = `${tasksPath}/${taskNo}`

    const { body } = await tenant.as('finance1').get<TaskView>(path)
    expect(body.allowedActions).toEqual(['read'])
    const read = await tenant.as('finance1').post<TaskView>(`${path}/read`)
    const again = await tenant.as('finance1').post<TaskView>(`${path}/read`)

    expect(read.body.readAt).not.toBeNull()
    expect(again.body.readAt).toBe(read.body.readAt)
    expect((await tenant.as('finance1').get(`${tasksPath}/counts`)).body['cc']).toBe(0)
    expect((await tenant.as('finance1').post(`${path}/approve`)).status).toBe(403)
    expect((await tenant.as('finance2').post(`${path}/read`)).status).toBe(404)
  })
})
