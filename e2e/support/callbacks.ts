import { expect } from 'vitest'
import { call } from './api.ts'
import { expenseProcess } from './expense-process.ts'
import { userNamed } from './platform.ts'
import { serviceToken, tokenOf } from './sign-in.ts'

/** Puts an address into the organisation's own list of those that events may be sent to. */
export async function allowCallbacks(origin: string): Promise<void> {
  const token = await tokenOf('admin')
  const path = '/api/bpm/v1/callback-origins'
  const { body, headers } = await call('GET', path, { token })
  const origins = [...(body['origins'] as unknown as string[]), origin]
  const ifMatch = { 'if-match': headers.get('etag') ?? '' }
  const allowed = await call('PUT', path, { token, json: { origins }, headers: ifMatch })
  expect(allowed.status).toBe(200)
}

/** A business type whose events go to that address, with a process like the sample's or another. */
export async function declareType(
  code: string,
  origin: string,
  path: string,
  bpmnXml = expenseProcess(code),
): Promise<void> {
  const scopes = ['bpm.biztype.register', `tenant:${userNamed('employee').tenantId}`]
  const declared = await call('POST', '/internal/v1/bpm/biz-types', {
    token: await serviceToken('sample', scopes),
    json: {
      code,
      version: '1',
      name: code,
      variables: [
        { name: 'amount', type: 'number', required: true },
        { name: 'reason', type: 'string' },
      ],
      detailPath: '/{bizId}',
      callback: { origin, path },
      initiatePermission: 'expense:start',
    },
  })
  expect(declared.status).toBe(201)
  const token = await tokenOf('admin')
  const json = { bizType: code, key: code, name: code, bpmnXml }
  const { body: draft } = await call('POST', '/api/bpm/v1/definitions', { token, json })
  await call('POST', `/api/bpm/v1/definitions/${String(draft['id'])}/publish`, { token })
}
