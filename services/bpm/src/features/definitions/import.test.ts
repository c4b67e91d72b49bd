import { beforeAll, describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../../core/testing.ts'
import {
  flowLongExpense,
  ruoYiTask,
  warmFlowLeave,
} from '../../core/definition/import/samples.testing.ts'
import {
  createTenant,
  useService,
  type Client,
  type TestTenant,
} from '../../testing/service.testing.ts'

const path = '/api/bpm/v1/definitions'
const service = useService()
let tenant: TestTenant
let author: Client

beforeAll(async () => {
  tenant = await createTenant(service())
  author = tenant.as('manager', ['bpm:definition:write'])
})

interface Found {
  readonly element: string
  readonly code: string
  readonly repairs: readonly { readonly id: string }[]
}
interface Imported {
  readonly format: string
  readonly key: string | null
  readonly tree: object | null
  readonly bpmnXml: string
  readonly applied: readonly object[]
  readonly problems: readonly Found[]
  readonly imported: readonly { readonly name: string; readonly outcome: string }[]
}
interface Draft {
  readonly id: string
  readonly imported: Imported['imported']
}

const importing = (source: string, more: object = {}) =>
  author.post<Imported>(`${path}/import`, { bizType: 'expense', source, ...more })

const asked = (more: object = {}) => ({
  key: 'bought',
  name: 'Bought',
  nodeConfig: {
    type: 0,
    childNode: {
      type: 1,
      nodeKey: 'boss',
      nodeName: 'Boss',
      setType: 1,
      nodeAssigneeList: [{ id: 'manager' }],
      ...more,
    },
  },
})

describe('a file of another tool is imported', () => {
  it('from FlowLong as steps, and the draft keeps the report', async () => {
    const { status, body } = await importing(JSON.stringify(asked()))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ format: 'flowlong', key: 'bought', problems: [] })
    const draft = { bizType: 'expense', key: 'bought', name: 'Bought', tree: body.tree }
    const created = await author.post<Draft>(path, draft)
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body.imported).toEqual(body.imported)
    const published = await author.post(`${path}/${created.body.id}/publish`, {})
    expect(published.status, JSON.stringify(published.body)).toBe(200)
  })

  it('and what it could not carry over keeps it from being published, until it is removed', async () => {
    const source = JSON.stringify(asked({ callAi: 'agent' }))
    const { body } = await importing(source)
    expect(body.problems).toMatchObject([
      { element: 'boss', code: 'foreign_refused', repairs: [{ id: 'remove_foreign:boss:callAi' }] },
    ])
    const content = { bizType: 'expense', key: 'refused', name: 'Refused', tree: body.tree }
    const created = await author.post<Draft>(path, content)
    expect(created.status).toBe(201)
    const refused = await author.post(`${path}/${created.body.id}/publish`, {})
    expect(refused).toMatchObject({ status: 422, body: { code: 'bpm.definition_invalid' } })

    const mended = await importing(source, { repairs: ['remove_foreign:boss:callAi'] })
    expect(mended.body).toMatchObject({ problems: [], tree: null })
    expect(mended.body.applied).toHaveLength(1)
  })

  it('with the types that the business type declares, and the name it is given', async () => {
    const { body } = await importing(JSON.stringify(flowLongExpense), { key: 'mine', name: 'Mine' })
    expect(body.bpmnXml).toContain('id="mine" name="Mine"')
    expect(body.problems.map(({ code }) => code)).toContain('expression_type')
  })

  it('from Warm-Flow as BPMN', async () => {
    const { status, body } = await importing(JSON.stringify(warmFlowLeave))
    expect(status).toBe(200)
    expect(body).toMatchObject({ format: 'warm-flow', key: 'leave', tree: null })
    expect(body.imported).toContainEqual(expect.objectContaining({ name: 'nodeRatio' }))
  })

  it('from RuoYi, which is BPMN', async () => {
    const source = ruoYiTask('flowable:dataType="USERS" flowable:assignee="manager"')
    expect((await importing(source)).body).toMatchObject({
      format: 'bpmn',
      bpmnXml: source,
      problems: [],
    })
  })

  it('as it stands where it is BPMN', async () => {
    const source = bpmn(start + user('a', 'manager') + end + flows('start -> a -> end'))
    expect((await importing(source)).body).toMatchObject({ format: 'bpmn', bpmnXml: source })
  })

  it('without steps where they would be nested deeper than a form shows', async () => {
    let inner: object | undefined
    for (let depth = 0; depth < 7; depth += 1) {
      inner = {
        type: 4,
        nodeKey: `b${depth}`,
        conditionNodes: [
          {
            nodeName: 'x',
            conditionList: [[{ field: 'amount', operator: '>', value: '1' }]],
            childNode: inner,
          },
          { nodeName: 'y' },
        ],
      }
    }
    const { body } = await importing(JSON.stringify({ nodeConfig: { type: 0, childNode: inner } }))
    expect(body).toMatchObject({ format: 'flowlong', tree: null })
    expect(body.bpmnXml).toContain('id="b6"')
  })

  it.each([
    ['{"some":"json"}', 'source_unknown'],
    ['{', 'source_unreadable'],
  ])('and refused where nobody knows it: %s', async (source, code) => {
    const { status, body } = await importing(source)
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { code: 'bpm.definition_invalid', problems: [{ code }] },
    })
  })

  it('by those alone who write definitions', async () => {
    const { status } = await tenant.as('manager').post(`${path}/import`, {
      bizType: 'expense',
      source: '{}',
    })
    expect(status).toBe(403)
  })
})
