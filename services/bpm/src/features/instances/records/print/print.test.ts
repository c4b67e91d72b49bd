import { findAttachedRecord, readKeySet, verifyPrint, verifyRecord } from '@countersign/record'
import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, start } from '../../../../testing/approvals.testing.ts'
import { expenseProcess } from '../../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant
const templatePath = '/internal/v1/bpm/biz-types/expense/record-template'

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

async function print(instance: { id: string }, language = 'en'): Promise<Buffer> {
  const { issuer, app } = service()
  const token = issuer.userToken({ sub: tenant.person('employee').id, tenantId: tenant.id })
  const reply = await app.inject({
    url: `${instancesPath}/${instance.id}/record`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/pdf',
      'accept-language': language,
    },
  })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  return reply.rawPayload
}

const keys = async () => readKeySet((await service().app.inject('/api/bpm/v1/record-keys')).body)

it('carries the signed record, and is signed itself', async () => {
  const instance = await start(tenant)
  const pdf = await print(instance)
  const attached = findAttachedRecord(pdf)
  const { body } = await tenant.as('employee').get<string>(`${instancesPath}/${instance.id}/record`)

  expect(attached).toBe(body)
  expect(verifyRecord(attached ?? '', await keys())).toMatchObject({ valid: true })
  expect(verifyPrint(pdf, await keys())).toBeUndefined()
})

it('is the same bytes for the same state, and others in another language', async () => {
  const instance = await start(tenant)
  const [first, second, chinese] = [
    await print(instance),
    await print(instance),
    await print(instance, 'zh-CN'),
  ]

  expect(second.equals(first)).toBe(true)
  expect(chinese.equals(first)).toBe(false)
})

it('prints whatever people write: long words, other scripts, what steers text, many lines', async () => {
  const hostile = ['x'.repeat(3_900), '\u202E\u0000逆 عربى 😀𠮷', 'line\n'.repeat(700), '<b>%PDF-']
  const instance = await start(tenant, { title: '\u202Etitle 审批 /Subtype /application#2Fjose' })
  for (const comment of hostile) {
    await tenant.as('employee').post(`${instancesPath}/${instance.id}/comments`, { comment })
  }

  const pdf = await print(instance, 'zh-CN')

  expect(verifyPrint(pdf, await keys())).toBeUndefined()
  expect(verifyRecord(findAttachedRecord(pdf) ?? '', await keys())).toMatchObject({ valid: true })
})

it.each([
  ['one word', `审${'a'.repeat(50_000)}`],
  ['letters of two fonts in turn', 'ā审'.repeat(5_000)],
  ['many lines', 'a\n'.repeat(20_000)],
])('prints a value of %s, and the record has it whole', async (_, note) => {
  const instance = await start(tenant, { variables: { amount: 5, note } })
  const pdf = await print(instance)
  const verified = verifyRecord(findAttachedRecord(pdf) ?? '', await keys())

  expect(verifyPrint(pdf, await keys())).toBeUndefined()
  expect(verified.valid && verified.content.values).toContainEqual(
    expect.objectContaining({ name: 'note', value: note }),
  )
})

it('follows the template of its business type, which its owner alone replaces', async () => {
  const instance = await start(tenant)
  const plain = await print(instance)
  const template = {
    title: { en: 'Expense voucher', 'zh-CN': '报销凭证' },
    fields: [{ name: 'amount', label: { en: 'Total', 'zh-CN': '合计' } }],
    sections: ['values', 'decisions'],
  }
  const put = await tenant.application.send('PUT', templatePath, template)
  const stranger = await tenant.service('other-app').send('PUT', templatePath, template)
  const unknown = await tenant.application.send('PUT', templatePath, { fields: [{ name: 'nope' }] })
  const wrong = await tenant.application.send('PUT', templatePath, {
    sections: ['values', 'values'],
  })

  expect([put.status, stranger.status, wrong.status]).toEqual([200, 404, 400])
  expect(unknown).toMatchObject({
    status: 422,
    body: { code: 'bpm.variables_invalid', errors: [{ pointer: '/fields/0/name' }] },
  })
  expect((await tenant.application.get(templatePath)).body).toEqual(template)
  expect((await print(instance)).equals(plain)).toBe(false)
})

it('stays printable when the approval is decided by somebody who drew a signature', async () => {
  const strokes = [
    [
      { x: 10, y: 10 },
      { x: 300, y: 150 },
    ],
  ]
  await tenant.as('manager').send('PUT', '/api/bpm/v1/me/signature', { strokes })
  const [signed, unsigned] = [await start(tenant), await start(tenant)]
  await act(tenant, 'manager', signed, 'approve')
  await tenant.as('manager').send('DELETE', '/api/bpm/v1/me/signature')
  await act(tenant, 'manager', unsigned, 'approve')
  const hashes = await Promise.all([signed, unsigned].map(drawnIn))

  expect(hashes).toEqual([expect.stringMatching(/^[\w-]{43}$/), undefined])
  expect(verifyPrint(await print(signed), await keys())).toBeUndefined()
})

async function drawnIn({ id }: { id: string }): Promise<string | undefined> {
  const { body } = await tenant.as('employee').get<string>(`${instancesPath}/${id}/record`)
  const verified = verifyRecord(body, await keys())
  if (!verified.valid) throw new Error(JSON.stringify(verified.faults))
  return verified.content.actions.find(({ action }) => action === 'approve')?.drawnSignature
}
