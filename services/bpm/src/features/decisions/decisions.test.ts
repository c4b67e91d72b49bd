import { beforeEach, describe, expect, it } from 'vitest'
import type { DecisionTable, TableExample } from '../../core/decision/table.ts'
import {
  createTenant,
  useService,
  type Client,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { DecisionView } from './schema.ts'

const path = '/api/bpm/v1/decisions'
const write = ['bpm:definition:write']
const key = 'expense-approvers'

const service = useService()
let tenant: TestTenant
let author: Client

beforeEach(async () => {
  tenant = await createTenant(service())
  author = tenant.as('manager', write)
})

const finance = [{ kind: 'role', ref: 'finance' } as const]
const manager = [{ kind: 'managerLine', from: 1 } as const]

const table: DecisionTable = {
  hitPolicy: 'UNIQUE',
  inputs: [{ variable: 'amount', type: 'number', label: 'Amount' }],
  outputs: [
    { name: 'approvers', type: 'people' },
    { name: 'howMany', type: 'approvals' },
  ],
  rows: [
    { inputs: [{ exclusiveMaximum: 1000 }], outputs: [manager, null], note: 'small' },
    { inputs: [{ minimum: 1000 }], outputs: [finance, 2] },
  ],
  otherwise: null,
}

/** The second row begins too early. */
const overlapping: DecisionTable = {
  ...table,
  rows: table.rows.with(1, { inputs: [{ minimum: 500 }], outputs: [finance, 2] }),
}

const examples: readonly TableExample[] = [
  { name: 'a lunch', values: { amount: 20 }, expect: [manager, null] },
  { values: { amount: 5000 }, expect: [finance, 2] },
]

const body = { bizType: 'expense', key, name: 'Expense approvers', table, examples }

const create = async (more: Readonly<Record<string, unknown>> = {}): Promise<DecisionView> => {
  const reply = await author.post<DecisionView>(path, { ...body, ...more })
  expect(reply.status).toBe(201)
  return reply.body
}
const publish = (id: string, headers = {}) =>
  author.send<DecisionView>('POST', `${path}/${id}/publish`, undefined, headers)

describe('a draft', () => {
  it('is created as the next version of its key, once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'k1' }
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => author.post<DecisionView>(path, body, headers)),
    )
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(replies[0]?.body).toMatchObject({ version: 1, status: 'DRAFT', contentHash: null })
    expect(await create()).toMatchObject({ key, version: 2, table, examples })
  })

  it('is changed by PUT, and by the later of two only with the revision it has then', async () => {
    const { id } = await create()
    const put = (name: string) =>
      author.send('PUT', `${path}/${id}`, { name, table }, { 'if-match': '"1"' })
    const replies = await Promise.all([put('A'), put('B')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  it('may have every problem, and is refused what is no table', async () => {
    await create({ table: overlapping })
    const wrong = [
      [{ table: { ...table, hitPolicy: 'ANY' } }, 400, 'bpm.invalid_request'],
      [{ table: { ...table, color: 'red' } }, 400, 'bpm.invalid_request'],
      [{ bizType: 'nothing' }, 404, 'bpm.biz_type_unknown'],
    ] as const
    for (const [more, status, code] of wrong) {
      expect(await author.post(path, { ...body, ...more })).toMatchObject({
        status,
        body: { code },
      })
    }
  })

  it('stays with the business type that its key was first used for', async () => {
    await create()
    await tenant.application.post('/internal/v1/bpm/biz-types', {
      code: 'other',
      version: '1',
      name: 'Other',
      variables: [],
      detailPath: '/x/{bizId}',
      callback: { origin: 'http://app.test', path: '/internal/bpm-events' },
      initiatePermission: 'other:start',
    })
    expect(await author.post(path, { ...body, bizType: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'bpm.decision_key_taken' },
    })
  })
})

describe('checks', () => {
  it('tell an overlap with its rows and place, and an example that gets something else', async () => {
    const check = (given: DecisionTable, expected: readonly TableExample[]) =>
      author.post(`${path}/validate`, { bizType: 'expense', table: given, examples: expected })
    expect(await check(table, examples)).toMatchObject({
      status: 200,
      body: { problems: [], warnings: [] },
    })
    expect((await check(overlapping, [])).body).toMatchObject({
      problems: [
        {
          code: 'overlap',
          pointer: '/table/rows/1',
          rows: [0, 1],
          where: [{ minimum: 500, exclusiveMaximum: 1000 }],
        },
      ],
    })
    const wrong = [{ values: { amount: 1000 }, expect: [manager, null] }]
    expect((await check(table, wrong)).body).toMatchObject({
      problems: [{ code: 'example_differs', rows: [1], given: [finance, 2] }],
    })
  })

  it('try values on a table that is not published', async () => {
    const attempt = (given: DecisionTable, values: object) =>
      author.post(`${path}/try`, { bizType: 'expense', table: given, values })
    expect((await attempt(table, { amount: 1000 })).body).toEqual({
      rows: [1],
      outputs: [finance, 2],
    })
    expect((await attempt(overlapping, { amount: 700 })).body).toEqual({
      rows: [0, 1],
      outputs: null,
    })
    const wrong = { ...table, inputs: [{ variable: 'nothing', type: 'number' as const }] }
    expect(await attempt(wrong, {})).toMatchObject({
      status: 422,
      body: { code: 'bpm.decision_invalid', problems: [{ code: 'variable_unknown' }] },
    })
  })

  it('try values also where more rows are never reached than are told, and say that more cells are unclear than are told', async () => {
    const withRows = (count: number, minimum: number | string) => {
      const rows = Array.from({ length: count }, () => ({
        inputs: [{ minimum }],
        outputs: [finance, 1],
      }))
      const tried = { ...table, hitPolicy: 'FIRST', rows, otherwise: [manager, null] }
      return author.post(`${path}/try`, { bizType: 'expense', table: tried, values: { amount: 7 } })
    }
    expect(await withRows(102, 10)).toMatchObject({
      status: 200,
      body: { rows: [], outputs: [manager, null] },
    })
    const { status, body: refused } = await withRows(102, 'ten')
    const codes = (refused['problems'] as { code: string }[]).map(({ code }) => code)
    expect([status, codes.length, codes.at(0), codes.at(-1)]).toEqual([
      422,
      101,
      'cell_type',
      'problems_left_out',
    ])
  })
})

describe('publishing', () => {
  it('refuses with all problems at once', async () => {
    const wrong = [{ values: { amount: 5000 }, expect: null }]
    const { id } = await create({ table: overlapping, examples: wrong })
    const reply = await author.post(`${path}/${id}/publish`)
    expect(reply).toMatchObject({ status: 422, body: { code: 'bpm.decision_invalid' } })
    const { problems } = reply.body as { problems: { code: string }[] }
    expect(problems.map((one) => one.code)).toEqual(['overlap', 'example_differs'])
  })

  it('hashes what it publishes, which nobody changes then', async () => {
    const { id } = await create()
    const reply = await publish(id, { 'if-match': '"1"' })
    expect(reply).toMatchObject({ status: 200, body: { status: 'PUBLISHED', revision: 2 } })
    expect(reply.body.contentHash).toMatch(/^[0-9a-f]{64}$/)
    const again = await create()
    expect((await publish(again.id)).body.contentHash).toBe(reply.body.contentHash)
    expect(await author.send('PUT', `${path}/${id}`, { name: 'x', table })).toMatchObject({
      status: 409,
      body: { code: 'bpm.decision_not_draft' },
    })
    const change = service()
      .deps.db.updateTable('decisions')
      .set({ content: JSON.stringify(overlapping) })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', id)
      .execute()
    await expect(change).rejects.toThrow('nothing else of it changes')
  })

  it('leaves one published version of a key when two are published at once', async () => {
    const drafts = [await create(), await create()]
    const replies = await Promise.all(drafts.map(({ id }) => publish(id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { body: list } = await author.get<{ items: DecisionView[] }>(
      `${path}?key=${key}&status=PUBLISHED`,
    )
    expect(list.items).toHaveLength(1)
  })

  it('needs the permission, as reading does', async () => {
    const { id } = await create()
    const employee = tenant.as('employee')
    expect((await employee.post(`${path}/${id}/publish`)).status).toBe(403)
    expect((await employee.get(`${path}/${id}`)).status).toBe(403)
    const reader = tenant.as('employee', ['bpm:definition:read'])
    expect(await reader.get(`${path}/${id}`)).toMatchObject({ status: 200, body: { table } })
  })
})

describe('documents', () => {
  const read = (more: object) => author.post(`${path}/read`, { bizType: 'expense', ...more })

  it('leave as DMN and as a spreadsheet, and come back', async () => {
    const { id } = await create()
    const dmn = await author.get<string>(`${path}/${id}/dmn`)
    expect(dmn.headers['content-type']).toContain('application/xml')
    expect((await read({ dmn: dmn.body })).body).toEqual({ name: body.name, table })
    const csv = await author.get<string>(`${path}/${id}/csv`)
    expect(csv.body).toContain('< 1000,managerLine 1,,small')
    const inputs = [{ variable: 'amount', type: 'number' }]
    expect((await read({ csv: csv.body })).body).toEqual({
      name: null,
      table: { ...table, inputs },
    })
  })

  it('are refused with what was not understood', async () => {
    expect(await read({ csv: 'amount,who: people\nmuch,boss\n' })).toMatchObject({
      status: 422,
      body: {
        code: 'bpm.decision_unreadable',
        problems: [{ pointer: '/csv/1/0' }, { pointer: '/csv/1/1' }],
      },
    })
    expect(await read({})).toMatchObject({ status: 400, body: { code: 'bpm.invalid_request' } })
  })
})
