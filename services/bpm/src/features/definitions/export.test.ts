import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
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

// What XML can hold, with characters that transports and databases like to change.
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('é', '办', '🖋', '\t', '\n', '\r', ' ', ' ', '&amp;', "'"),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 20,
  })
  .filter(
    (written) =>
      !/[<\]"]|--|-$|&(?!amp;)/.test(written) &&
      [...written].every((one) => one >= ' ' || '\t\n\r'.includes(one)),
  )
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)

/** Parts that this service has no use for: drawing, other tools' extensions, comments, layout. */
const foreign = fc.record({
  comment: text,
  cdata: text,
  attribute: text,
  element: name,
  spaces: fc.constantFrom('', ' ', '\n', '\r\n\t'),
})

const withForeign = (
  parts: readonly (typeof foreign extends fc.Arbitrary<infer P> ? P : never)[],
) => {
  const extensions = parts
    .map(
      ({ comment, cdata, attribute, element, spaces }) =>
        `${spaces}<!--${comment}--><tool:${element} say="${attribute}"${spaces}><tool:inner><![CDATA[${cdata}]]></tool:inner></tool:${element}>`,
    )
    .join('')
  const drawing = `<di:BPMNDiagram xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" id="D"><di:BPMNPlane id="P" bpmnElement="expense-approval"><di:BPMNShape id="S" bpmnElement="manager"><dc:Bounds x="1.25" y="-3" width="100" height="80"/></di:BPMNShape></di:BPMNPlane></di:BPMNDiagram>`
  return expenseProcess
    .replace('<definitions ', '<definitions xmlns:tool="http://example.org/tool" ')
    .replace(
      '<startEvent id="start"/>',
      `<startEvent id="start"><extensionElements>${extensions}</extensionElements></startEvent>`,
    )
    .replace('</definitions>', `${drawing}</definitions>`)
}

it('gives back every byte of a document, with the drawing and the extensions of other tools', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(foreign, { maxLength: 4 }), async (parts) => {
      const bpmnXml = withForeign(parts)
      const content = { bizType: 'expense', key: 'expense-approval', name: 'Expense', bpmnXml }
      const created = await author.post<DefinitionView>(path, content)
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      const published = await author.post(`${path}/${created.body.id}/publish`)
      expect(published.status, JSON.stringify(published.body)).toBe(200)
      const sub = tenant.person('manager').id
      const permissions = ['bpm:definition:read']
      const token = service().issuer.userToken({ sub, tenantId: tenant.id, permissions })
      const exported = await service().app.inject({
        url: `${path}/${created.body.id}/xml`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(exported.rawPayload.equals(Buffer.from(bpmnXml, 'utf8'))).toBe(true)
    }),
    { numRuns: 25 },
  )
})
