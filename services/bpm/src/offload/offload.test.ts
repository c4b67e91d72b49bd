import { createLoopProbe, type LoopProbe } from '@countersign/test-kit/loop-holds'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBpmProcess, type BpmProcess } from '../testing/bpm-process.ts'
import { createTenant, useService, type TestTenant } from '../testing/service.testing.ts'
import { hostileKinds, write } from '../testing/adversarial.testing.ts'

/** A person who waits, a probe of liveness: so long nobody notices. Milliseconds of the processor. */
const MOST_MS = 50
const MOST_MIB = 64

const service = useService()
let probe: LoopProbe
let bpm: BpmProcess
let tenant: TestTenant
let address: string
let token: string

beforeAll(async () => {
  probe = await createLoopProbe()
  bpm = startBpmProcess(service(), probe.environment)
  tenant = await createTenant(service())
  token = service().issuer.userToken({
    sub: tenant.person('manager').id,
    tenantId: tenant.id,
    permissions: ['bpm:definition:write', 'bpm:definition:read', 'expense:start'],
  })
  address = await bpm.address()
  // What is loaded once for all tenants, here and in the thread, is no work of one of them.
  for (const share of [0.01, 0.1])
    for (const [path, body] of requestsOf('foreign', share)) await post(path, body)
  await post('decisions/validate', { bizType: 'expense', table: tableOf(2, 2) })
})
afterAll(async () => {
  await bpm.stop()
  await probe.close()
})

async function post(path: string, body: object): Promise<number> {
  const response = await fetch(`${address}/api/bpm/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

type Asked = readonly [path: string, body: object]

/** Everything that can be asked of a document. */
function requestsOf(kind: string, share: number): readonly Asked[] {
  const bpmnXml = write({ kind, share, seed: 1 })
  const about = { bizType: 'expense', key: 'p' }
  return [
    ['definitions/validate', { ...about, bpmnXml }],
    ['definitions/repair', { ...about, bpmnXml }],
    ['definitions/import', { ...about, source: bpmnXml }],
    ['definitions/dry-run', { ...about, bpmnXml, variables: { amount: 1 } }],
    ['definitions', { ...about, name: 'Worst', bpmnXml }],
  ]
}

function tableOf(rows: number, tests: number) {
  const inputs = [{ variable: 'amount', type: 'number' }]
  const outputs = [{ name: 'level', type: 'number' }]
  const cell = (row: number) => ({
    oneOf: Array.from({ length: tests }, (_, at) => row * tests + at),
  })
  return {
    hitPolicy: 'UNIQUE',
    inputs,
    outputs,
    rows: Array.from({ length: rows }, (_, row) => ({ inputs: [cell(row)], outputs: [row] })),
    otherwise: null,
  }
}

async function expectToYield(requests: readonly Asked[], atOnce = 1): Promise<void> {
  const { heldMs, grownMib } = await probe.during(async () => {
    for (let from = 0; from < requests.length; from += atOnce) {
      const some = requests.slice(from, from + atOnce)
      const statuses = await Promise.all(some.map(([path, body]) => post(path, body)))
      expect(Math.max(...statuses), some[0]?.[0]).toBeLessThan(500)
    }
  }, MOST_MS)
  expect(heldMs).toBeLessThan(MOST_MS)
  expect(grownMib).toBeLessThan(MOST_MIB)
}

it.each(hostileKinds)('lets nothing that a tenant sends hold the loop: %s', async (kind) => {
  await expectToYield(requestsOf(kind, 1))
})

it.each(['adHoc', 'repeats', 'rejections', 'complexMany'])(
  'lets the dry run of a thousand elements hold it no longer: %s',
  async (kind) => {
    const bpmnXml = write({ kind, share: 1, seed: 1 })
    const body = { bizType: 'expense', key: 'p', bpmnXml, variables: { amount: 5 } }
    expect(await post('definitions/dry-run', body)).toBe(200)
    await expectToYield([['definitions/dry-run', body]])
  },
)

it('lets many dry runs at once hold it no longer than one', async () => {
  const bpmnXml = write({ kind: 'repeats', share: 0.3, seed: 1 })
  const body = { bizType: 'expense', key: 'p', bpmnXml, variables: { amount: 5 } }
  const request: Asked = ['definitions/dry-run', body]
  expect(await post(...request)).toBe(200)
  await expectToYield(
    Array.from({ length: 16 }, () => request),
    16,
  )
})

const many = <T>(count: number, part: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => part(at))
const nested = many(2_000, (at) => at).reduce<object>(
  (childNode, at) => ({ nodeName: `n${at}`, nodeKey: `n${at}`, type: 1, childNode }),
  { nodeName: 'last', nodeKey: 'last', type: 1 },
)
const approve = (at: number) => ({ type: 'approve', id: `n${at}`, name: 'n', candidates: [] })

it.each([
  ['nested steps of FlowLong', 'definitions/import', { source: { key: 'a', nodeConfig: nested } }],
  ['steps', 'definitions/validate', { tree: { steps: many(15_000, approve) } }],
  ['steps of no kind', 'definitions/validate', { tree: { steps: many(100_000, () => ({})) } }],
  ['rows', 'decisions/validate', { table: tableOf(500, 100) }],
  [
    'cells of no kind',
    'decisions/validate',
    { table: { ...tableOf(1, 1), rows: many(500, () => ({ inputs: many(400, () => ({})) })) } },
  ],
  ['lines', 'decisions/read', { csv: `amount,level: number\n${'1111,2222\n'.repeat(50_000)}` }],
  ['a cell that does not end', 'decisions/read', { csv: '"'.repeat(590_000) }],
  ['cells', 'decisions/read', { csv: ','.repeat(590_000) }],
  ['DMN', 'decisions/read', { dmn: write({ kind: 'unknown', share: 1, seed: 1 }) }],
] as const)('lets nothing else hold it either: %s', async (_, path, { ...body }) => {
  const source = 'source' in body ? { source: JSON.stringify(body.source) } : {}
  const key = path.startsWith('definitions') ? { key: 'p' } : {}
  await expectToYield([[path, { bizType: 'expense', ...key, ...body, ...source }]])
})
