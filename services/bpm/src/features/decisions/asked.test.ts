// Decision tables that processes ask, over HTTP: from the definition's problems to the people of an approval.
import { beforeEach, describe, expect, it } from 'vitest'
import type { DecisionTable, OutputCell } from '../../core/decision/table.ts'
import { act, readInstance, start, startBody } from '../../testing/approvals.testing.ts'
import { process, toUser, userTask } from '../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  useService,
  type Client,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { DecisionView } from './schema.ts'

const tables = '/api/bpm/v1/decisions'
const definitions = '/api/bpm/v1/definitions'

const service = useService()
let tenant: TestTenant
let author: Client

beforeEach(async () => {
  tenant = await createTenant(service())
  author = tenant.as('manager', ['bpm:definition:write'])
})

const user = (name: string) => ({ kind: 'user', ref: tenant.person(name).id }) as const

const matrix = (
  small: readonly OutputCell[],
  large: readonly OutputCell[],
  more: Partial<DecisionTable> = {},
): DecisionTable => ({
  hitPolicy: 'UNIQUE',
  inputs: [{ variable: 'amount', type: 'number' }],
  outputs: [
    { name: 'approvers', type: 'people' },
    { name: 'howMany', type: 'approvals' },
    { name: 'inOrder', type: 'order' },
    { name: 'within', type: 'due' },
  ],
  rows: [
    { inputs: [{ exclusiveMaximum: 1000 }], outputs: small },
    { inputs: [{ minimum: 1000 }], outputs: large },
  ],
  otherwise: null,
  ...more,
})
const people = (): DecisionTable =>
  matrix(
    [[user('manager')], null, null, null],
    [[user('manager'), user('employee')], 2, 'inTurn', 'P2D'],
  )

async function publishTable(table: DecisionTable, key = 'matrix'): Promise<DecisionView> {
  const body = { bizType: 'expense', key, name: key, table }
  const { body: draft } = await author.post<DecisionView>(tables, body)
  const published = await author.post<DecisionView>(`${tables}/${draft.id}/publish`)
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return published.body
}

const fromMatrix = '<approval:candidate kind="decision" ref="matrix"/>'
const asking = (more = '') =>
  process(
    'asking',
    `<startEvent id="start"/>${userTask('a', { candidates: fromMatrix, more })}<endEvent id="end"/>`,
    ['start a', 'a end'],
  )
const rule = (ref: string) =>
  `<businessRuleTask id="r"><extensionElements><approval:decisionTable ref="${ref}"/></extensionElements></businessRuleTask>`
const ruled = process(
  'ruled',
  `<startEvent id="start"/>${userTask('first', { candidates: toUser('manager') })}${rule('matrix')}<endEvent id="end"/>`,
  ['start first', 'first r', 'r end'],
)

const bodyOf = (bpmnXml: string) => ({
  bizType: 'expense',
  key: /<process id="([^"]+)"/.exec(bpmnXml)?.[1] ?? '',
  name: 'Asking',
  bpmnXml,
})
async function publishProcess(bpmnXml: string) {
  const { body } = await author.post(definitions, bodyOf(bpmnXml))
  return author.post(`${definitions}/${String(body['id'])}/publish`)
}
const codesOf = (found: unknown) => (found as { code: string }[]).map(({ code }) => code)

const startWith = (amount: number) =>
  start(tenant, { variables: { ...startBody().variables, amount } })

describe('people of a table', () => {
  it('are asked as the row says, in the dry run and in the approval', async () => {
    await publishTable(people())
    expect((await publishProcess(asking())).status).toBe(200)
    const dry = (amount: number) =>
      author.post<{ steps: { people: { id: string }[] }[]; complete: boolean }>(
        `${definitions}/dry-run`,
        { ...bodyOf(asking()), variables: { ...startBody().variables, amount } },
      )
    const small = await dry(10)
    expect(small.body, JSON.stringify(small.body)).toMatchObject({ complete: true })
    expect(JSON.stringify((await dry(5000)).body)).toContain(tenant.person('employee').id)
    expect(JSON.stringify(small.body.steps)).not.toContain(tenant.person('employee').id)

    const instance = await startWith(5000)
    expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
    expect((await readInstance(tenant, instance)).status).toBe('RUNNING')
    expect((await act(tenant, 'employee', instance, 'approve')).status).toBe(200)
  })

  it('stay those of the version that counted when the step began', async () => {
    const { id, version } = await publishTable(people())
    await publishProcess(asking())
    const before = await startWith(10)
    await publishTable(
      matrix([[user('employee')], null, null, null], [[user('employee')], null, null, null]),
    )
    const after = await startWith(10)
    expect((await act(tenant, 'employee', after, 'approve')).status).toBe(200)
    expect((await act(tenant, 'manager', before, 'approve')).status).toBe(200)
    const logged = await service()
      .deps.db.selectFrom('instance_actions')
      .where('tenant_id', '=', tenant.id)
      .where('instance_id', '=', before.id)
      .where('action', '=', 'start')
      .select(['answers', 'details'])
      .executeTakeFirstOrThrow()
    expect(logged.answers).toMatchObject({ 'decision:matrix': [id] })
    expect(logged.details).toMatchObject({
      decisions: [{ node: 'a', decision: { id, key: 'matrix', version }, rows: [0] }],
    })
  })

  it('are those of the process where the table names nobody who is there: its policy says what then', async () => {
    const { rows, ...rest } = people()
    const otherwise = [[{ kind: 'role', ref: 'nobody' } as const], null, null, null]
    await publishTable({ ...rest, rows: rows.slice(1), otherwise })
    expect((await publishProcess(asking('<approval:policy onEmpty="reject"/>'))).status).toBe(200)
    const instance = await startWith(10)
    expect(instance.status).toBe('REJECTED')
  })

  it('are 404 to another tenant, whose processes cannot ask it', async () => {
    const { id } = await publishTable(people())
    const other = await createTenant(service())
    const stranger = other.as('manager', ['bpm:definition:write'])
    expect((await stranger.get(`${tables}/${id}`)).status).toBe(404)
    const { body } = await stranger.post(`${definitions}/validate`, bodyOf(asking()))
    expect(codesOf(body['problems'])).toEqual(['decision_unpublished'])
  })
})

describe('a definition that asks tables', () => {
  it('is told what a table lacks before it is published', async () => {
    const check = async (xml: string) => {
      const { body } = await author.post(`${definitions}/validate`, bodyOf(xml))
      return codesOf(body['problems'])
    }
    const late = asking('<approval:due decision="times"/>')
    expect(await check(late)).toEqual(['decision_unpublished', 'decision_unpublished'])
    expect((await publishProcess(asking())).status).toBe(422)
    await publishTable(people())
    const values: DecisionTable = {
      ...people(),
      outputs: [{ name: 'amount', type: 'number' }],
      rows: [{ inputs: [null], outputs: [1] }],
    }
    await publishTable(values, 'times')
    expect(await check(late)).toEqual(['decision_gives'])
    expect(await check(asking())).toEqual([])
    expect(await check(ruled)).toEqual(['decision_gives'])
  })

  it('keeps what it asks for: a version that gives less is refused', async () => {
    await publishTable(people())
    const { rows, outputs, ...rest } = people()
    const less = {
      ...rest,
      outputs: outputs.slice(0, 3),
      rows: rows.map((row) => ({ ...row, outputs: row.outputs.slice(0, 3) })),
    }
    const { body: draft } = await author.post<DecisionView>(tables, {
      bizType: 'expense',
      key: 'matrix',
      name: 'less',
      table: less,
    })
    const reply = await author.post(`${tables}/${draft.id}/publish`)
    expect(reply.status).toBe(422)
    expect(codesOf(reply.body['problems'])).toEqual(['output_dropped'])
  })
})

describe('a business rule task', () => {
  const values = (least: number): DecisionTable => ({
    hitPolicy: 'FIRST',
    inputs: [{ variable: 'amount', type: 'number' }],
    outputs: [{ name: 'note', type: 'string' }],
    rows: [{ inputs: [{ minimum: least }], outputs: ['large'] }],
    otherwise: null,
  })

  it('writes values, and is an incident where the table gives none', async () => {
    await publishTable(values(100))
    expect((await publishProcess(ruled)).status).toBe(200)
    const large = await startWith(5000)
    expect((await act(tenant, 'manager', large, 'approve')).status).toBe(200)
    expect(await readInstance(tenant, large)).toMatchObject({ variables: { note: 'large' } })

    const small = await startWith(10)
    expect(await act(tenant, 'manager', small, 'approve')).toMatchObject({
      status: 422,
      body: { code: 'bpm.process_stuck', names: ['r'] },
    })
    tenant.add('admin')
    const admin = tenant.as('admin', ['bpm:instance:admin'])
    const incidents = await admin.get<{ items: { id: string }[] }>('/api/bpm/v1/incidents')
    expect(incidents.body.items).toMatchObject([
      { kind: 'no_way_on', code: 'decision_gives_nothing' },
    ])
    // The table is mended: the retry says that it leads on, and the decision is made again.
    await publishTable(values(0))
    const [incident] = incidents.body.items
    expect((await admin.post(`/api/bpm/v1/incidents/${incident?.id}/retry`)).status).toBe(200)
    expect((await act(tenant, 'manager', small, 'approve')).status).toBe(200)
    expect((await readInstance(tenant, small)).status).toBe('APPROVED')
  })

  it('[BPM-16] writes nothing that the approval does not declare: its type has another version by then', async () => {
    await publishTable(values(0))
    expect((await publishProcess(ruled)).status).toBe(200)
    const variables = bizTypeBody.variables.filter(({ name }) => name !== 'note')
    const next = { ...bizTypeBody, version: '2', variables }
    expect((await tenant.application.post('/internal/v1/bpm/biz-types', next)).status).toBe(201)

    const instance = await startWith(10)

    expect(await act(tenant, 'manager', instance, 'approve')).toMatchObject({
      status: 422,
      body: { code: 'bpm.process_stuck', names: ['r'] },
    })
    expect((await readInstance(tenant, instance)).variables).toEqual({ amount: 10 })
  })

  it('is passed once when two decide at once', async () => {
    await publishTable(values(0))
    await publishProcess(ruled)
    const instance = await startWith(10)
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => act(tenant, 'manager', instance, 'approve')),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const asked = await service()
      .deps.db.selectFrom('instance_actions')
      .where('tenant_id', '=', tenant.id)
      .where('instance_id', '=', instance.id)
      .where('action', '=', 'approve')
      .select('details')
      .execute()
    expect(asked).toHaveLength(1)
  })
})
