import { beforeEach, describe, expect, it } from 'vitest'
import { instancesPath, startBody } from '../../testing/approvals.testing.ts'
import { expenseProcess, inARow, userTask } from '../../testing/processes.ts'
import { cycle, signalledProcess, timedProcess } from '../../testing/schedules.testing.ts'
import {
  bizTypeBody,
  clientOf,
  createTenant,
  useService,
  type Client,
  type Reply,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { DefinitionView } from './schema.ts'

const path = '/api/bpm/v1/definitions'
const write = ['bpm:definition:write']
const key = 'expense-approval'
const body = { bizType: 'expense', key, name: 'Expense approval', bpmnXml: expenseProcess }

const service = useService()
let tenant: TestTenant
let author: Client

beforeEach(async () => {
  tenant = await createTenant(service())
  author = tenant.as('manager', write)
})

const create = async (more: Readonly<Record<string, unknown>> = {}): Promise<DefinitionView> => {
  const reply = await author.post<DefinitionView>(path, { ...body, ...more })
  expect(reply.status).toBe(201)
  return reply.body
}
const publish = (id: string, headers = {}) =>
  author.send<DefinitionView>('POST', `${path}/${id}/publish`, undefined, headers)
const problemCodes = ({ body: { problems } }: Reply): unknown[] =>
  (problems as { code: string }[]).map(({ code }) => code)

describe('a draft', () => {
  it('is created as the next version of its key', async () => {
    const first = await create()
    const second = await create({ name: 'Later' })
    expect(first).toMatchObject({ key, version: 1, status: 'DRAFT', revision: 1, tree: null })
    expect(second).toMatchObject({ key, version: 2, name: 'Later' })
  })

  it('gets a version of its own when several are created at once', async () => {
    const created = await Promise.all(Array.from({ length: 8 }, () => create()))
    const versions = created.map(({ version }) => version).toSorted((a, b) => a - b)
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is created once for one Idempotency-Key, also at once', async () => {
    const headers = { 'idempotency-key': 'k1' }
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => author.post<DefinitionView>(path, body, headers)),
    )
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    const other = await author.post(path, { ...body, name: 'Other' }, headers)
    expect(other).toMatchObject({ status: 409, body: { code: 'bpm.idempotency_conflict' } })
  })

  it('gives its XML back as it was sent', async () => {
    const { id } = await create()
    const token = service().issuer.userToken({
      sub: tenant.person('manager').id,
      tenantId: tenant.id,
      permissions: ['bpm:definition:read'],
    })
    const reply = await service().app.inject({
      url: `${path}/${id}/xml`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.headers['content-type']).toContain('application/xml')
    expect(reply.body).toBe(expenseProcess)
  })

  it('may be unfinished', async () => {
    const { id } = await create({ bpmnXml: expenseProcess.replace('<startEvent id="start"/>', '') })
    const reply = await publish(id)
    expect(problemCodes(reply as unknown as Reply)).toContain('start_count')
  })

  it('is changed by PUT, and by the later of two only with the revision it has then', async () => {
    const { id } = await create()
    const put = (name: string, headers = {}) =>
      author.send(
        'PUT',
        `${path}/${id}`,
        { name, bpmnXml: expenseProcess },
        { 'if-match': '"1"', ...headers },
      )
    const replies = await Promise.all([put('A'), put('B')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(await put('C', { 'if-match': '"2"' })).toMatchObject({
      status: 200,
      body: { name: 'C', revision: 3 },
      headers: { etag: '"3"' },
    })
  })

  it.each([
    ['no content', { bpmnXml: undefined }, 400, 'bpm.invalid_request'],
    ['both contents', { tree: { steps: [] } }, 400, 'bpm.invalid_request'],
    ['an unknown member', { color: 'red' }, 400, 'bpm.invalid_request'],
    ['a number for a name', { name: 5 }, 400, 'bpm.invalid_request'],
    ['text that is no XML', { bpmnXml: 'hello' }, 422, 'bpm.definition_invalid'],
    [
      'a document type',
      { bpmnXml: `<!DOCTYPE x>${expenseProcess}` },
      422,
      'bpm.definition_invalid',
    ],
    ['XML that is no BPMN', { bpmnXml: '<process/>' }, 422, 'bpm.definition_invalid'],
    ['an unknown business type', { bizType: 'nothing' }, 404, 'bpm.biz_type_unknown'],
  ])('is refused with %s', async (_what, more, status, code) => {
    expect(await author.post(path, { ...body, ...more })).toMatchObject({ status, body: { code } })
  })

  it.each([
    ['five megabytes', expenseProcess + ' '.repeat(5_000_000), 413, 'bpm.payload_too_large'],
    ['half a megabyte', expenseProcess + ' '.repeat(600_000), 400, 'bpm.invalid_request'],
    [
      'entities of entities',
      `<!DOCTYPE b [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]>${expenseProcess}`,
      422,
      'bpm.definition_invalid',
    ],
    ['tags in tags', '<a>'.repeat(9_000), 422, 'bpm.definition_invalid'],
  ])(
    'that is hostile is refused at once: %s',
    async (_what, bpmnXml, status, code) => {
      expect(await author.post(path, { ...body, bpmnXml })).toMatchObject({
        status,
        body: { code },
      })
    },
    30_000,
  )

  it.each([
    ['thousands of elements', 2_000, (id: string) => `<userTask id="${id}"/>`, ''],
    [
      'sub-processes in sub-processes',
      5_000,
      (id: string) => `<subProcess id="${id}">`,
      '</subProcess>',
    ],
  ])(
    'with %s is not published',
    async (_what, count, open, close) => {
      const more = Array.from({ length: count }, (_, index) => open(`x${index}`)).join('')
      const bpmnXml = expenseProcess.replace(
        '</process>',
        `${more}${close.repeat(count)}</process>`,
      )
      const { body: checked } = await author.post(`${path}/validate`, { ...body, bpmnXml })
      expect(checked['problems']).toContainEqual(
        expect.objectContaining({
          code: expect.stringMatching(/process_too_large|nested_too_deep/) as string,
          message: expect.stringContaining('call another process') as string,
        }),
      )
    },
    30_000,
  )

  it('is refused when the key belongs to another business type', async () => {
    await create()
    const other = { ...bizType, code: 'travel' }
    await tenant.application.post('/internal/v1/bpm/biz-types', other)
    expect(await author.post(path, { ...body, bizType: 'travel' })).toMatchObject({
      status: 409,
      body: { code: 'bpm.definition_key_taken' },
    })
  })
})

const bizType = {
  version: '1',
  name: 'Travel',
  variables: [{ name: 'amount', type: 'number' }],
  detailPath: '/travel/{bizId}',
  callback: { origin: 'http://app.test', path: '/events' },
  initiatePermission: 'travel:start',
}

describe('validation', () => {
  it('finds nothing wrong with a good process', async () => {
    const { name: _, ...content } = body
    expect(await author.post(`${path}/validate`, content)).toMatchObject({
      status: 200,
      body: { problems: [] },
    })
  })

  it('warns of people that the tenant does not have, which keeps nothing from being published', async () => {
    const unknown = expenseProcess.replace('ref="finance"', 'ref="finanse"')
    const { body: found } = await author.post(`${path}/validate`, {
      bizType: 'expense',
      key,
      bpmnXml: unknown,
    })
    expect(found).toMatchObject({
      problems: [],
      warnings: [
        {
          element: 'finance',
          code: 'candidate_unknown',
          message: expect.stringContaining('role finanse') as string,
        },
      ],
    })
    const { id } = await create({ bpmnXml: unknown })
    expect((await publish(id)).status).toBe(200)
  })

  it('asks the directory for no more than 500 names of a document', async () => {
    const many = Array.from(
      { length: 600 },
      (_, at) => `<approval:candidate kind="role" ref="r${at}"/>`,
    )
    const bpmnXml = expenseProcess.replace(/<approval:candidate kind="role"[^>]*>/, many.join(''))
    const content = { bizType: 'expense', key, bpmnXml }
    const { body: found } = await author.post<{ warnings: object[] }>(`${path}/validate`, content)
    const more = expect.stringContaining('400 more') as string
    expect(found.warnings.at(-1)).toMatchObject({ code: 'problems_left_out', message: more })
  })

  it('names element, code and cure', async () => {
    const bpmnXml = expenseProcess.replace('amount &gt; 1000', 'amont &gt; 1000')
    const reply = await author.post(`${path}/validate`, { bizType: 'expense', key, bpmnXml })
    expect(reply.body).toEqual({
      imported: [],
      warnings: [],
      problems: [
        {
          element: 'f3',
          code: 'expression_type',
          message: expect.stringContaining('amont'),
          repairs: [],
        },
      ],
    })
  })

  it('warns of conditions that no value changes, which run all the same', async () => {
    const constant = expenseProcess.replace(/amount &gt; 1000/, 'true')
    const found = await author.post(`${path}/validate`, {
      bizType: 'expense',
      key,
      bpmnXml: constant,
    })
    expect(found.body).toMatchObject({
      problems: [],
      warnings: [{ element: 'f3', code: 'condition_always' }],
    })
    const { id } = await create({ bpmnXml: constant })
    expect((await publish(id)).status).toBe(200)
  })

  it('names a branch of a tree by its step and place, and lets a draft be unfinished', async () => {
    const manager = { kind: 'managerLine' } as const
    const tree = {
      steps: [
        { id: 'tell', type: 'cc', name: 'Tell', candidates: [] },
        {
          id: 'size',
          type: 'branch',
          kind: 'exclusive',
          branches: [
            {
              name: 'Large',
              when: 'false',
              steps: [{ id: 'a', type: 'approve', name: 'A', candidates: [manager] }],
            },
            { name: 'Unsaid', steps: [] },
            { name: 'Rest', otherwise: true, steps: [] },
          ],
        },
      ],
    }
    const { body: found } = await author.post(`${path}/validate`, { bizType: 'expense', key, tree })
    expect(found).toMatchObject({
      problems: [
        { element: 'tell', code: 'candidates_missing' },
        { element: 'size_branch_2', code: 'condition_missing' },
      ],
    })
    const [, size] = tree.steps
    const branched = { steps: [size] }
    const second = await author.post(`${path}/validate`, {
      bizType: 'expense',
      key,
      tree: branched,
    })
    expect(second.body).toMatchObject({
      problems: [{ element: 'size_branch_2', code: 'condition_missing' }],
      warnings: [{ element: 'size_branch_1', code: 'condition_never' }],
    })
    await create({ bpmnXml: undefined, tree })
  })

  it('says that the key must be the id of the process', async () => {
    const reply = await author.post(`${path}/validate`, { ...body, key: 'other' })
    expect(problemCodes(reply)).toEqual(['key_mismatch'])
  })
})

describe('publishing', () => {
  it('lets approvals start on it', async () => {
    const { id } = await create()
    const before = await tenant.as('employee').post(instancesPath, startBody())
    expect(before).toMatchObject({ status: 422, body: { code: 'bpm.no_published_definition' } })
    const published = await publish(id)
    expect(published).toMatchObject({ status: 200, body: { status: 'PUBLISHED', revision: 2 } })
    const after = await tenant.as('employee').post(instancesPath, startBody())
    expect(after).toMatchObject({ status: 201, body: { definition: { id, key, version: 1 } } })
  })

  it('refuses a draft with problems and names them', async () => {
    const { id } = await create({ bpmnXml: expenseProcess.replace('default="small"', '') })
    const reply = await publish(id)
    expect(reply).toMatchObject({ status: 422, body: { code: 'bpm.definition_invalid' } })
    expect(problemCodes(reply as unknown as Reply)).toContain('default_missing')
  })

  it('happens once when it is asked for eight times at once', async () => {
    const { id } = await create()
    const replies = await Promise.all(Array.from({ length: 8 }, () => publish(id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('leaves one published version of a key when two are published at once', async () => {
    const drafts = [await create(), await create(), await create()]
    const replies = await Promise.all(drafts.map(({ id }) => publish(id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const list = await author.get<{ items: DefinitionView[] }>(
      `${path}?status=PUBLISHED&key=${key}`,
    )
    expect(list.body.items).toHaveLength(1)
    const retired = await author.get<{ items: DefinitionView[] }>(`${path}?status=RETIRED`)
    expect(retired.body.items).toHaveLength(2)
  })

  it('leaves running approvals on the version they were started with', async () => {
    const first = await create()
    await publish(first.id)
    const started = await tenant.as('employee').post(instancesPath, startBody())
    const second = await create()
    await publish(second.id)
    const url = `${instancesPath}/${String(started.body['id'])}`
    const running = await tenant.as('employee').get(url)
    expect(running.body).toMatchObject({ definition: { id: first.id, version: 1 } })
    const next = await tenant.as('employee').post(instancesPath, startBody())
    expect(next.body).toMatchObject({ definition: { id: second.id, version: 2 } })
  })

  it('is refused for a stale If-Match', async () => {
    const { id } = await create()
    expect(await publish(id, { 'if-match': '"7"' })).toMatchObject({ status: 412 })
  })

  it('ends the drafting: a published definition cannot be changed', async () => {
    const { id } = await create()
    await publish(id)
    const reply = await author.send('PUT', `${path}/${id}`, { name: 'x', bpmnXml: expenseProcess })
    expect(reply).toMatchObject({ status: 409, body: { code: 'bpm.definition_not_draft' } })
  })
})

describe('retiring', () => {
  it('[BPM-07] lets nothing start any more', async () => {
    const { id } = await create()
    await publish(id)
    const retired = await author.post(`${path}/${id}/retire`)
    expect(retired).toMatchObject({ status: 200, body: { status: 'RETIRED' } })
    const reply = await tenant.as('employee').post(instancesPath, startBody())
    expect(reply).toMatchObject({ status: 422, body: { code: 'bpm.no_published_definition' } })
  })

  it('is for published definitions only', async () => {
    const { id } = await create()
    const draft = await author.post(`${path}/${id}/retire`)
    expect(draft).toMatchObject({ status: 409, body: { code: 'bpm.definition_wrong_status' } })
    await publish(id)
    await author.post(`${path}/${id}/retire`)
    const again = await author.post(`${path}/${id}/retire`)
    expect(again).toMatchObject({ status: 409, body: { code: 'bpm.definition_wrong_status' } })
  })
})

describe('an approval tree', () => {
  const tree = {
    steps: [
      { id: 'manager', type: 'approve', name: 'Manager', candidates: [{ kind: 'managerLine' }] },
      {
        id: 'size',
        type: 'branch',
        kind: 'exclusive',
        branches: [
          {
            name: 'large',
            when: 'amount > 1000',
            steps: [
              {
                id: 'finance',
                type: 'approve',
                name: 'Finance',
                mode: 'all',
                candidates: [{ kind: 'role', ref: 'finance' }],
              },
            ],
          },
          { name: 'small', otherwise: true, steps: [] },
        ],
      },
    ],
  }

  it('is compiled, published and runs', async () => {
    const { id, tree: kept } = await create({ bpmnXml: undefined, tree })
    expect(kept).toEqual(tree)
    expect(await publish(id)).toMatchObject({ status: 200 })
    const started = await tenant.as('employee').post(instancesPath, startBody())
    expect(started.body).toMatchObject({ currentNodes: [{ id: 'manager', name: 'Manager' }] })
  })

  it('shows what is wrong under the id of the step', async () => {
    const steps = tree.steps.map((step) =>
      step.id === 'size'
        ? { ...step, branches: step.branches?.map(({ otherwise: _, ...branch }) => branch) }
        : step,
    )
    const reply = await author.post(`${path}/validate`, {
      bizType: 'expense',
      key,
      tree: { steps },
    })
    expect(reply.body).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ element: 'size' })]),
    })
  })

  it('is refused with a step of an unknown type', async () => {
    const odd = { steps: [{ id: 'x', type: 'dance', name: 'x' }] }
    const reply = await author.post(path, { ...body, bpmnXml: undefined, tree: odd })
    expect(reply).toMatchObject({ status: 400, body: { code: 'bpm.invalid_request' } })
  })
})

describe('who may', () => {
  it('read: those with the permission to read or to write, of the tenant alone', async () => {
    const { id } = await create()
    const reader = tenant.as('finance1', ['bpm:definition:read'])
    expect((await reader.get(`${path}/${id}`)).status).toBe(200)
    expect((await author.get(`${path}/${id}`)).status).toBe(200)
    expect(await tenant.as('employee').get(`${path}/${id}`)).toMatchObject({
      status: 403,
      body: { code: 'auth.insufficient_scope' },
    })
    const elsewhere = (await createTenant(service())).as('manager', write)
    for (const url of [`${path}/${id}`, `${path}/${id}/xml`]) {
      expect((await elsewhere.get(url)).status).toBe(404)
    }
    expect((await elsewhere.post(`${path}/${id}/publish`)).status).toBe(404)
    expect((await elsewhere.post(`${path}/${id}/retire`)).status).toBe(404)
    const change = { name: 'x', bpmnXml: expenseProcess }
    expect((await elsewhere.send('PUT', `${path}/${id}`, change)).status).toBe(404)
    expect((await elsewhere.get<{ items: unknown[] }>(path)).body.items).toEqual([])
  })

  it('write: those with the permission, never a service or a reader', async () => {
    const reader = tenant.as('finance1', ['bpm:definition:read'])
    expect((await reader.post(path, body)).status).toBe(403)
    expect(await tenant.application.post(path, body)).toMatchObject({
      status: 403,
      body: { code: 'auth.user_required' },
    })
    const anonymous = clientOf(service(), 'nonsense')
    expect((await anonymous.post(path, body)).status).toBe(401)
  })
})

describe('the list', () => {
  it('is paged, newest first, and stable', async () => {
    const created = [await create(), await create(), await create()]
    const first = await author.get<{ items: DefinitionView[]; nextCursor: string }>(
      `${path}?limit=2&key=${key}`,
    )
    await create()
    const second = await author.get<{ items: DefinitionView[]; nextCursor: null }>(
      `${path}?limit=2&key=${key}&cursor=${first.body.nextCursor}`,
    )
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id)
    expect(ids).toEqual(created.map(({ id }) => id).toReversed())
    expect(second.body.nextCursor).toBeNull()
  })

  it('refuses a cursor that is none', async () => {
    expect(await author.get(`${path}?cursor=abc`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/cursor', code: 'wrong_format' }] },
    })
    expect((await author.get(`${path}?limit=0`)).status).toBe(400)
  })
})

describe('a dry run', () => {
  const run = (more: Readonly<Record<string, unknown>> = {}) =>
    author.post<{ steps: { node: { id: string }; people: { id: string }[] }[] }>(
      `${path}/dry-run`,
      { bizType: 'expense', bpmnXml: expenseProcess, variables: startBody().variables, ...more },
    )

  it('tells the path and the people of content that is not published', async () => {
    const before = (await author.get<{ items: unknown[] }>(path)).body.items.length
    const { status, body: found } = await run({ initiatorId: tenant.person('employee').id })
    expect(status).toBe(200)
    expect(found.steps.length).toBeGreaterThan(0)
    expect(found.steps[0]?.people.length).toBeGreaterThan(0)
    expect((await author.get<{ items: unknown[] }>(path)).body.items).toHaveLength(before)
  })

  it('is told to its end where each of many steps asks others', async () => {
    const steps = Array.from({ length: 60 }, (_, at) => {
      const asked = `<approval:candidate kind="user" ref="manager"/><approval:candidate kind="role" ref="role${at}"/>`
      return { id: `step${at}`, xml: userTask(`step${at}`, { candidates: asked }) }
    })
    const { status, body: found } = await run({ bpmnXml: inARow('expense-approval', steps) })
    expect({ status, steps: found.steps.length }).toEqual({ status: 200, steps: 60 })
  })

  it('refuses content that could not be published, and values that do not fit', async () => {
    const invalid = await run({ bpmnXml: expenseProcess.replace('isExecutable="true"', '') })
    expect(invalid).toMatchObject({ status: 422, body: { code: 'bpm.definition_invalid' } })
    const wrong = await run({ variables: { amount: 'much' } })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'bpm.variables_invalid' } })
  })

  it.each([
    ['time', timedProcess({ time: cycle('R/PT1H') }), 'startsByTime'],
    ['signal', signalledProcess(), 'startsBySignal'],
  ])(
    'refuses starts by %s that the owner does not allow, as publishing does',
    async (on, bpmnXml, says) => {
      const register = (more: object) =>
        tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, ...more })
      await register({ start: 'permit' })
      const refused = await run({ bpmnXml })
      expect(refused).toMatchObject({ status: 422, body: { code: 'bpm.definition_invalid' } })
      expect(problemCodes(refused)).toEqual([`start_by_${on}_refused`])
      await register({ start: 'permit', [says]: true })
      expect((await run({ bpmnXml })).status).toBe(200)
    },
  )

  it('is for those who write definitions', async () => {
    const reader = tenant.as('employee', [])
    expect((await reader.post(`${path}/dry-run`, {})).status).toBe(403)
  })
})
