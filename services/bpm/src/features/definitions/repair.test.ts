import { beforeAll, describe, expect, it } from 'vitest'
import { bpmn, end, flows, start } from '../../core/testing.ts'
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

const foreign = (people: string) =>
  bpmn(
    `<userTask id="a" camunda:assignee="${people}"/>${flows('start -> a -> end')}${start}${end}`,
  ).replace('targetNamespace', 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace')

interface Found {
  readonly code: string
  readonly repairs: readonly { readonly id: string; readonly isSafe: boolean }[]
}
interface Repaired {
  readonly bpmnXml: string
  readonly applied: readonly { readonly id: string }[]
  readonly skipped: readonly string[]
  readonly problems: readonly Found[]
  readonly warnings: readonly Found[]
}

const repair = (bpmnXml: string, repairs?: readonly string[]) =>
  author.post<Repaired>(`${path}/repair`, {
    bizType: 'expense',
    key: 'leave',
    bpmnXml,
    ...(repairs === undefined ? {} : { repairs }),
  })

describe('a document is repaired', () => {
  it('by all that is safe, and can be published then', async () => {
    const xml = foreign('${initiator}').replace(' isExecutable="true"', '').replace(end, '')
    const checked = await author.post<Repaired>(`${path}/validate`, {
      bizType: 'expense',
      key: 'leave',
      bpmnXml: xml.replace(flows('a -> end'), ''),
    })
    expect(checked.body.problems.map(({ repairs }) => repairs.map(({ id }) => id))).toEqual(
      expect.arrayContaining([['make_executable:approval'], ['rename:approval']]),
    )
    const { status, body } = await repair(xml.replace(flows('a -> end'), ''))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ problems: [], skipped: [] })
    const content = { bizType: 'expense', key: 'leave', name: 'Leave', bpmnXml: body.bpmnXml }
    const created = await author.post<{ id: string }>(path, content)
    expect((await author.post(`${path}/${created.body.id}/publish`)).status).toBe(200)
    expect((await repair(body.bpmnXml)).body).toMatchObject({ bpmnXml: body.bpmnXml, applied: [] })
  })

  it('by what is named, and says what was not offered', async () => {
    const xml = foreign('${initiator}')
    const { body } = await repair(xml, ['rename:approval', 'add_end:nobody'])
    expect(body).toMatchObject({
      applied: [{ id: 'rename:approval', kind: 'rename', values: { to: 'leave' } }],
      skipped: ['add_end:nobody'],
      bpmnXml: xml.replace('id="approval"', 'id="leave"'),
    })
  })

  it('asks whom the directory knows by a name that is written otherwise', async () => {
    const { body } = await repair(foreign('ACME\\Manager, Nobody At All'))
    expect(body.bpmnXml).toContain('camunda:assignee="manager, Nobody At All"')
    expect(body.warnings).toMatchObject([{ code: 'candidate_unknown', repairs: [] }])
    // Part of a name is a guess: it is offered, and not made unasked.
    const guess = await repair(foreign('Manager Somebody'))
    expect(guess.body.bpmnXml).toContain('camunda:assignee="Manager Somebody"')
    expect(guess.body.warnings).toMatchObject([
      { repairs: [{ kind: 'replace_person', isSafe: false, values: { to: 'manager' } }] },
    ])
  })

  it('is as it was sent where nothing can be done, and no BPMN is no fault of the caller', async () => {
    expect((await repair('hello')).body).toMatchObject({
      bpmnXml: 'hello',
      applied: [],
      problems: [{ code: 'xml_unreadable', repairs: [] }],
    })
    expect(
      await author.post(`${path}/repair`, { bizType: 'unknown', bpmnXml: 'hello' }),
    ).toMatchObject({ status: 404, body: { code: 'bpm.biz_type_unknown' } })
    const reader = tenant.as('employee', ['bpm:definition:read'])
    expect(
      (await reader.post(`${path}/repair`, { bizType: 'expense', bpmnXml: 'hello' })).status,
    ).toBe(403)
  })
})
