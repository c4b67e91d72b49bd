import { createHash, randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { call } from './support/api.ts'
import { openDocument, uploadFile } from './support/documents.ts'
import { expenseProcess } from './support/expense-process.ts'
import { makePdf } from './support/pdf.ts'
import { clientFor, platform, userNamed } from './support/platform.ts'
import { Browser, serviceToken, signIn, tokenOf } from './support/sign-in.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('signing in', () => {
  it('[IAM-11] [IAM-13] [IAM-14] [IAM-15] [IAM-10] gives the employee a token with the claims of the contract', async () => {
    const { username, password, id, tenantId } = userNamed('employee')
    const { accessToken, refreshToken } = await signIn({ username, password })
    expect(decodeProtectedHeader(accessToken)).toMatchObject({
      alg: 'RS256',
      typ: 'at+jwt',
      kid: expect.any(String),
    })
    const claims = decodeJwt(accessToken)
    expect(claims).toMatchObject({
      iss: platform().baseUrl,
      sub: id,
      aud: platform().baseUrl,
      client_id: clientFor('console').clientId,
      grant_type: 'authorization_code',
      tenant_id: tenantId,
      permissions: expect.arrayContaining([
        'expense:start',
        'dms:document:read',
        'dms:document:write',
      ]),
      jti: expect.any(String),
    })
    expect(String(claims['scope']).split(' ')).toContain('openid')
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600)
    expect(refreshToken).toBeTruthy()
  })

  it('[IAM-19] signs the employee in to a second SPA silently', async () => {
    const { username, password } = userNamed('employee')
    const browser = new Browser()
    await signIn({ username, password, browser })
    const client = clientFor('sample-spa')
    const second = await signIn({ browser, client, parameters: { prompt: 'none' } })
    expect(decodeJwt(second.accessToken)).toMatchObject({
      client_id: client.clientId,
      sub: userNamed('employee').id,
    })
  })

  it('[IAM-16] publishes the key that signed, and no private part of it', async () => {
    const { kid } = decodeProtectedHeader(await tokenOf('employee'))
    const { body } = await call('GET', '/oauth2/jwks')
    const keys = body['keys'] as unknown as Record<string, string>[]
    const key = keys.find((candidate) => candidate['kid'] === kid)
    expect(key).toMatchObject({
      kty: 'RSA',
      alg: 'RS256',
      use: 'sig',
      n: expect.any(String),
      e: expect.any(String),
    })
    for (const candidate of keys) expect(candidate).not.toHaveProperty('d')
  })
})

describe('the expense approval', () => {
  const bizId = randomUUID()
  let bizType: string

  beforeAll(() => {
    bizType = platform().sampleApp.bizType
  })

  it('[BPM-01] [BPM-02] is registered by the sample application with its service token', async () => {
    const tenantId = userNamed('employee').tenantId
    const token = await serviceToken('sample', ['bpm.biztype.register', `tenant:${tenantId}`])
    const { status, body } = await call('GET', `/internal/v1/bpm/biz-types/${bizType}`, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: bizType,
      callback: { origin: platform().sampleApp.callbackOrigin },
    })
    const refused = await call('GET', `/internal/v1/bpm/biz-types/${bizType}`, {
      token: await tokenOf('admin'),
    })
    expect([refused.status, refused.body['code']]).toEqual([403, 'auth.service_required'])
  })

  it('[BPM-07] runs by the process that an administrator publishes', async () => {
    const token = await tokenOf('admin')
    const listed = await call(
      'GET',
      `/api/bpm/v1/definitions?bizType=${bizType}&status=PUBLISHED`,
      { token },
    )
    const seeded = (listed.body['items'] as unknown as Record<string, string>[])[0]
    const key = seeded?.['key'] ?? 'expense'
    const json = { bizType, key, name: 'Expense', bpmnXml: expenseProcess(key) }
    const created = await call('POST', '/api/bpm/v1/definitions', { token, json })
    expect(created.status).toBe(201)
    const published = await call(
      'POST',
      `/api/bpm/v1/definitions/${String(created.body['id'])}/publish`,
      { token },
    )
    expect(published.body).toMatchObject({ status: 'PUBLISHED', key })
  })

  it('[BPM-08] [BPM-10] [BPM-11] starts once for one key, whatever is sent twice', async () => {
    const token = await tokenOf('employee')
    const json = startBody(bizType, { bizId, amount: 2500 })
    const path = '/api/bpm/v1/process-instances'
    const replies = await Promise.all([1, 2, 3].map(() => call('POST', path, { token, json })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    const [id] = new Set(replies.map(({ body }) => String(body['id'])))
    const other = await call('POST', path, { token, json: { ...json, title: 'Something else' } })
    expect([other.status, other.body['code']]).toEqual([409, 'bpm.idempotency_conflict'])
    expect(other.body['instanceId']).toBe(id)
    expect(new Set(replies.map(({ body }) => body['id'])).size).toBe(1)
    const withdrawn = await call('POST', `${path}/${id}/withdraw`, {
      token,
      json: { comment: 'only a try' },
    })
    expect(withdrawn.body['status']).toBe('WITHDRAWN')
  })

  it('[BPM-14] [BPM-15] [BPM-16] [BPM-17] [BPM-19] [EVT-02] goes through return, resubmission and countersign, and the application holds each event once, in order', async () => {
    const sample = platform().sampleApp.baseUrl
    const employee = await tokenOf('employee')
    const created = await call('POST', '/api/expenses', {
      baseUrl: sample,
      token: employee,
      json: { title: 'Trade fair', reason: 'stand and travel', amount: 900 },
    })
    expect(created.status).toBe(201)
    const expenseId = String(created.body['id'])
    const instanceId = String(created.body['instanceId'])
    const expense = async () =>
      (await call('GET', `/api/expenses/${expenseId}`, { baseUrl: sample, token: employee })).body

    const returned = await actOn(await findTask('manager', instanceId), 'manager', 'return', {
      comment: 'which fair?',
      returnTo: 'initiator',
    })
    expect(returned.status).toBe(200)
    await expect.poll(async () => (await expense())['status']).toBe('RETURNED')

    const early = await call('POST', `/api/bpm/v1/process-instances/${instanceId}/resubmit`, {
      token: employee,
      json: {},
    })
    expect([early.status, early.body['code']]).toEqual([409, 'bpm.owner_update_required'])

    const corrected = await call('POST', `/api/expenses/${expenseId}/resubmit`, {
      baseUrl: sample,
      token: employee,
      json: { reason: 'stand and travel, Hannover', amount: 2500 },
    })
    expect(corrected.status).toBe(200)

    const approved = await actOn(await findTask('manager', instanceId), 'manager', 'approve', {})
    expect(approved.status).toBe(200)
    const finance = ['finance1', 'finance2']
    const tasks = await Promise.all(finance.map((username) => findTask(username, instanceId)))
    const decisions = await Promise.all(
      tasks.map((taskNo, index) =>
        actOn(taskNo, finance[index] ?? '', 'approve', { comment: 'in the budget' }),
      ),
    )
    expect(decisions.map(({ status }) => status)).toEqual([200, 200])

    const instance = await call('GET', `/api/bpm/v1/process-instances/${instanceId}`, {
      token: employee,
    })
    expect(instance.body).toMatchObject({
      status: 'APPROVED',
      round: 2,
      variables: { amount: 2500 },
    })
    await expect.poll(async () => (await expense())['status']).toBe('APPROVED')

    const { body } = await call('GET', `/api/expenses/${expenseId}/events`, {
      baseUrl: sample,
      token: employee,
    })
    const events = body['items'] as unknown as { eventId: string; sequence: number; type: string }[]
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('instance.'))).toEqual([
      'instance.started',
      'instance.returned',
      'instance.resubmitted',
      'instance.approved',
    ])
  })
})

describe('a document under approval', () => {
  const pdf = makePdf(25 * 1024 * 1024)

  it('[DMS-01] [DMS-02] [DMS-03] [DMS-11] [DMS-13] is uploaded, locked while it is decided on, and approved with it', async () => {
    const employee = await tokenOf('employee')
    const { documentId, versionId, ...uploaded } = await uploadFile(employee, 'report.pdf', pdf)
    expect(uploaded).toMatchObject({ sha256: sha256(pdf), sizeBytes: pdf.length, versionNo: 1 })

    const requestKey = randomUUID()
    const json = { versionId, title: 'Annual report', requestKey }
    const bound = await call('POST', `/api/dms/documents/${documentId}/approval`, {
      token: employee,
      json,
    })
    expect(bound.status).toBe(201)
    expect(bound.body['status']).toBe('BOUND')
    const again = await call('POST', `/api/dms/documents/${documentId}/approval`, {
      token: employee,
      json,
    })
    expect([again.status, again.body['bindingId']]).toEqual([200, bound.body['bindingId']])

    const locked = await call('DELETE', `/api/dms/documents/${documentId}`, { token: employee })
    expect([locked.status, locked.body['code']]).toEqual([423, 'dms.locked'])
    expect(await openDocument(employee, versionId)).toMatchObject({ status: 'IN_APPROVAL' })

    const taskNo = await findTask('manager', String(bound.body['instanceId']))
    expect((await actOn(taskNo, 'manager', 'approve', {})).status).toBe(200)
    await expect
      .poll(async () => (await openDocument(employee, versionId))['status'])
      .toBe('APPROVED')
  })

  it('[DMS-07] [DMS-16] gives a permitted reader the same bytes and a range of them, and everyone else 404', async () => {
    const employee = await tokenOf('employee')
    const { documentId, versionId } = await uploadFile(employee, 'notes.pdf', pdf)
    const path = `${platform().baseUrl}/api/dms/versions/${versionId}/content`
    const download = async (username: string, headers: Record<string, string> = {}) =>
      fetch(path, { headers: { authorization: `Bearer ${await tokenOf(username)}`, ...headers } })

    const entries = [
      { principal: { kind: 'user', id: userNamed('finance1').id }, allow: ['read', 'download'] },
    ]
    const acl = await call('PUT', `/api/dms/documents/${documentId}/acl`, {
      token: employee,
      json: { inherit: false, entries },
    })
    expect(acl.status).toBe(200)

    const whole = await download('finance1')
    expect(whole.status).toBe(200)
    expect(sha256(Buffer.from(await whole.arrayBuffer()))).toBe(sha256(pdf))
    const part = await download('finance1', { range: 'bytes=1000-1999' })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-1999/${pdf.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(pdf.subarray(1000, 2000))).toBe(true)
    for (const username of ['finance2', 'manager', 'outsider'])
      expect((await download(username)).status).toBe(404)
    expect((await fetch(path)).status).toBe(401)
    const service = await serviceToken('sample', [`tenant:${userNamed('employee').tenantId}`])
    expect((await fetch(path, { headers: { authorization: `Bearer ${service}` } })).status).toBe(
      403,
    )
  })

  it('[DMS-09] is shared with a password until an end date', async () => {
    const employee = await tokenOf('employee')
    const { documentId, versionId } = await uploadFile(employee, 'offer.pdf', makePdf(100_000))
    const validUntil = new Date(Date.now() + 3_600_000).toISOString()
    const json = {
      versionId,
      password: 'open sesame 7',
      validUntil,
      allowDownload: true,
      allowPreview: false,
    }
    const created = await call('POST', `/api/dms/documents/${documentId}/shares`, {
      token: employee,
      json,
    })
    expect(created.status).toBe(201)
    const share = `/api/dms/shares/${String(created.body['token'])}`

    const unlock = (password: string) => call('POST', `${share}/unlock`, { json: { password } })
    const wrong = await unlock('open sesame 8')
    expect([wrong.status, wrong.body['code']]).toEqual([403, 'dms.share_password_wrong'])
    const { body } = await unlock('open sesame 7')
    const headers = { 'share-ticket': String(body['ticket']) }
    expect((await call('GET', `${share}/content`, { headers })).status).toBe(200)
    expect((await call('GET', `${share}/content`)).status).not.toBe(200)

    const past = { validUntil: new Date(Date.now() - 1000).toISOString() }
    const path = `/api/dms/documents/${documentId}/shares/${String(created.body['id'])}`
    expect((await call('PATCH', path, { token: employee, json: past })).status).toBe(200)
    const over = await call('GET', `${share}/content`, { headers })
    expect([over.status, over.body['code']]).toEqual([410, 'dms.share_expired'])
  })
})
