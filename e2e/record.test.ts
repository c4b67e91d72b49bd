import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { createExpense } from './support/expenses.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'
import { makeArchive, readRecordKeys, verify } from './support/verify-record.ts'

async function take(username: string, instanceId: string, accept: string): Promise<Buffer> {
  const path = `/api/bpm/v1/process-instances/${instanceId}/record`
  const authorization = `Bearer ${await tokenOf(username)}`
  const headers = { authorization, accept, 'accept-language': 'zh-CN' }
  const reply = await fetch(new URL(path, platform().baseUrl), { headers })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, accept])
  return Buffer.from(await reply.arrayBuffer())
}

async function approved(): Promise<string> {
  const { instanceId } = await createExpense({ title: 'To be proven', amount: 100 })
  const said = { comment: 'agreed' }
  await actOn(await findTask('manager', instanceId), 'manager', 'approve', said)
  return instanceId
}

it('proves a decision offline: approve, take the record, verify it, alter one byte', async () => {
  const keep = await makeArchive()
  const instanceId = await approved()
  const set = await readRecordKeys()
  const keys = ['--keys', await keep('keys.json', JSON.stringify(set))] as const
  const record = await take('manager', instanceId, 'application/jose')
  const print = await take('manager', instanceId, 'application/pdf')

  const good = await verify(await keep('record.jose', record), ...keys)
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('To be proven')])
  expect(good.stdout).toMatch(/approve .*by .*: agreed/)
  expect(await verify(await keep('record.pdf', print), ...keys)).toMatchObject({ code: 0 })

  const unasked = await verify(await keep('record.jose', record))
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--trust-issuer')])

  // Any library for JWS says the same of the signature.
  const known = createLocalJWKSet(set as unknown as JSONWebKeySet)
  const { protectedHeader } = await compactVerify(record.toString(), known)
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', version: 1 })

  const [header, payload = '', signature] = record.toString().split('.')
  const altered = Buffer.from(payload, 'base64url').toString().replace('agreed', 'agreet')
  const forged = [header, Buffer.from(altered).toString('base64url'), signature].join('.')
  const bad = await verify(await keep('altered.jose', forged), ...keys)
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('(part:actions)')])

  const scratched = Buffer.from(print)
  scratched[scratched.length >> 1] = (scratched[scratched.length >> 1] ?? 0) ^ 1
  const bent = await verify(await keep('altered.pdf', scratched), ...keys)
  expect([bent.code, bent.stderr]).toEqual([1, expect.stringContaining('(print)')])
})

it('is the same for who asks twice, and there for nobody who has no part in it', async () => {
  const instanceId = await approved()
  const hash = async () =>
    createHash('sha256')
      .update(await take('employee', instanceId, 'application/pdf'))
      .digest('hex')
  const path = `/api/bpm/v1/process-instances/${instanceId}/record`
  const outsider = await call('GET', path, { token: await tokenOf('outsider') })
  const nobody = await call('GET', path)

  // Events are still being taken by the application, which the record tells of.
  await expect.poll(async () => (await hash()) === (await hash())).toBe(true)
  expect([outsider.status, nobody.status]).toEqual([404, 401])
})
