import { beforeAll, describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../../core/testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  useService,
  type Client,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { DefinitionView } from './schema.ts'

const path = '/api/bpm/v1/definitions'
const service = useService()
let tenant: TestTenant
let author: Client

beforeAll(async () => {
  tenant = await createTenant(service())
  author = tenant.as('manager', ['bpm:definition:write'])
})

const simple = bpmn(start + user('a') + end + flows('start -> a -> end'))
const MODEL = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"'
const DI = 'xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"'

/** Shapes of models as tools and other engines write them; and what keeps each from being published. */
const models: readonly (readonly [string, string, string])[] = [
  ['no process', `<definitions ${MODEL}/>`, 'process_missing'],
  ['pools alone', `<definitions ${MODEL}><collaboration id="c"/></definitions>`, 'process_missing'],
  ['no executable process', simple.replace(' isExecutable="true"', ''), 'process_missing'],
  ['a process of another name', simple, 'key_mismatch'],
  ['an id that is not read', simple.replace('id="approval"', 'id="请假流程"'), 'id_illegal'],
  [
    'tasks that cannot run, of an engine that is not read, with comments and odd blanks',
    `<!-- é 办 -->\r\n${bpmn(`<startEvent\tid = 'start' /><scriptTask id="s" xmlns:other='urn:x' other:do="&lt;&#10;"><script><![CDATA[<&>]]></script></scriptTask>`)}\n\n`,
    'element_unsupported',
  ],
  [
    'a diagram of what is not there',
    simple.replace(
      '</definitions>',
      `<di:BPMNDiagram ${DI}><di:BPMNPlane bpmnElement="gone"/></di:BPMNDiagram></definitions>`,
    ),
    'diagram_reference',
  ],
  ['the same id twice', simple.replace('id="end"', 'id="a"'), 'id_duplicate'],
]

describe('a draft of any model', () => {
  it.each(models)(
    'is kept byte for byte, and refused when it is published: %s',
    async (_what, bpmnXml, code) => {
      const content = { bizType: 'expense', key: 'any-model', name: 'Any', bpmnXml }
      const created = await author.post<DefinitionView>(path, content)
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      const { id } = created.body
      const exported = await author.get(`${path}/${id}/xml`)
      expect(exported).toMatchObject({ status: 200, body: bpmnXml })
      const refused = await author.post(`${path}/${id}/publish`)
      expect(refused).toMatchObject({ status: 422, body: { code: 'bpm.definition_invalid' } })
      expect(refused.body).toMatchObject({
        problems: expect.arrayContaining([expect.objectContaining({ code })]),
      })
      const checked = await author.post(`${path}/validate`, content)
      expect(checked.body).toMatchObject({ problems: refused.body['problems'] })
    },
  )

  it('takes its content by PUT as well, and is published when it is whole', async () => {
    const [, [, pools] = []] = models
    const content = { bizType: 'expense', key: 'expense-approval', name: 'Any', bpmnXml: pools }
    const { id } = (await author.post<DefinitionView>(path, content)).body
    for (const [, bpmnXml] of [...models, ['', expenseProcess]]) {
      const changed = await author.send('PUT', `${path}/${id}`, { name: 'Any', bpmnXml })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    }
    expect((await author.post(`${path}/${id}/publish`)).status).toBe(200)
  })

  it.each([
    ['no XML', 'hello'],
    ['tags that are not closed', simple.replace('</process>', '')],
    ['another vocabulary', simple.replace('BPMN/20100524/MODEL', 'CMMN/20151109/MODEL')],
    ['a document type', `<!DOCTYPE definitions>${simple}`],
  ])('is none that is no BPMN: %s', async (_what, bpmnXml) => {
    const content = { bizType: 'expense', key: 'approval', name: 'None', bpmnXml }
    expect(await author.post(path, content)).toMatchObject({
      status: 422,
      body: { code: 'bpm.definition_invalid' },
    })
  })
})
