import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { countWaiting } from '../../testing/race.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { contentHash } from '@countersign/service-kit/content-hash'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { renewRegistrations } from './biz-type.ts'
import { resolveUnknown } from './worker.ts'

let setup: Setup
let user: TestUser

beforeAll(async () => {
  setup = await setUp()
  user = setup.makeUser()
})
afterAll(() => setup.close())
afterEach(() => {
  for (const name of Object.keys(setup.bpm.faults)) {
    delete setup.bpm.faults[name as keyof typeof setup.bpm.faults]
  }
})

const approvalPath = (documentId: string) => `/api/dms/documents/${documentId}/approval`

async function makeDocument() {
  const { documentId, versionId } = await upload(setup, user)
  const body = { versionId, title: 'Please approve', requestKey: randomUUID() }
  return {
    documentId,
    versionId,
    body,
    bind: (more: object = {}, as = user) =>
      call(setup, as, 'POST', approvalPath(documentId), { ...body, ...more }),
    act: (action: string, json?: object, as = user) =>
      call(setup, as, 'POST', `${approvalPath(documentId)}/${action}`, json),
    binding: async () => (await call(setup, user, 'GET', approvalPath(documentId))).body,
    version: async () => (await call(setup, user, 'GET', `/api/dms/versions/${versionId}`)).body,
    edit: (as = user) =>
      call(setup, as, 'PATCH', `/api/dms/documents/${documentId}`, { title: 'Changed' }),
  }
}

const sequences = new Map<string, number>()

function makeEvent(instanceId: string, type: string, more: Record<string, unknown> = {}) {
  const sequence = (sequences.get(instanceId) ?? 0) + 1
  sequences.set(instanceId, sequence)
  const instance = setup.bpm.instances.find(({ id }) => id === instanceId)
  return {
    eventId: randomUUID(),
    sequence,
    type,
    occurredAt: new Date().toISOString(),
    tenantId: setup.tenantId,
    instanceId,
    bizType: 'dms.document',
    bizTypeVersion: '1',
    bizId: String(instance?.body['bizId'] ?? randomUUID()),
    status: 'RUNNING',
    round: instance?.round ?? 1,
    ...more,
  }
}

const forUs = () => [setup.issuer.issuer, setup.deps.settings.callbackOrigin]

async function deliver(event: Record<string, unknown>, token?: string) {
  const { headers, body } = setup.bpm.signEvent(event, setup.deps.now())
  const bearer =
    token ??
    setup.issuer.serviceToken({
      clientId: 'workflow',
      scopes: ['bpm.events'],
      tenantId: String(event['tenantId']),
      claims: { aud: forUs() },
    })
  const reply = await setup.app.inject({
    method: 'POST',
    url: '/internal/v1/dms/bpm-events',
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    payload: body,
  })
  return reply.statusCode
}

async function returnToInitiator(instanceId: string) {
  const instance = setup.bpm.instances.find(({ id }) => id === instanceId)
  if (!instance) throw new Error('no such instance')
  instance.status = 'RETURNED'
  instance.patchedSinceReturn = false
  return deliver(makeEvent(instanceId, 'instance.returned', { status: 'RETURNED' }))
}

it('a document says whether it has an approval to ask for', async () => {
  const document = await makeDocument()
  const path = `/api/dms/documents/${document.documentId}`
  expect((await call(setup, user, 'GET', path)).body['hasApproval']).toBe(false)
  expect((await call(setup, user, 'GET', approvalPath(document.documentId))).status).toBe(404)
  await document.bind()
  expect((await call(setup, user, 'GET', path)).body['hasApproval']).toBe(true)
})

describe('binding a version to an approval', () => {
  it("[DMS-11] starts the approval with the user's own token and locks the version", async () => {
    const document = await makeDocument()

    const bound = await document.bind({ variables: { amount: 5 } })

    expect(bound).toMatchObject({ status: 201, body: { status: 'BOUND' } })
    const start = setup.bpm.requests.findLast(({ line }) => line.endsWith('/process-instances'))
    expect(start?.token).toBe(user.token)
    expect(JSON.parse(start?.body ?? '')).toMatchObject({
      bizType: 'dms.document',
      bizId: document.versionId,
      idempotencyKey: document.body.requestKey,
      variables: { amount: 5, documentId: document.documentId, versionNo: 1 },
    })
    expect(await document.version()).toMatchObject({ status: 'IN_APPROVAL' })
  })

  it('[DMS-11] keeps the version from every change while it is decided on', async () => {
    const { documentId, ...document } = await makeDocument()
    const { body } = await document.bind()
    const path = `/api/dms/documents/${documentId}`

    const refused = [
      await document.edit(),
      await call(setup, user, 'DELETE', path),
      await call(setup, user, 'POST', `${path}/lock`, { reason: 'mine' }),
      await call(setup, user, 'DELETE', `${path}/lock`),
      await document.bind({ requestKey: randomUUID() }),
      await call(setup, user, 'POST', '/api/dms/uploads/initiate', {
        fileName: 'b',
        sizeBytes: 1,
        documentId,
      }),
    ]

    for (const reply of refused) {
      expect(reply).toMatchObject({
        status: 423,
        body: { code: 'dms.locked', reason: 'approval', bindingId: body['bindingId'] },
      })
    }
    expect((await call(setup, user, 'GET', path)).body).toMatchObject({
      lock: { bindingId: body['bindingId'] },
    })
    const content = `/api/dms/versions/${document.versionId}/content`
    expect((await call(setup, user, 'GET', content)).status).toBe(200)
  })

  it('[DMS-11] answers the same request key with the same binding, also eight at once', async () => {
    const document = await makeDocument()
    const before = setup.bpm.instances.length

    const replies = await Promise.all(Array.from({ length: 8 }, () => document.bind()))

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(new Set(replies.map(({ body }) => body['bindingId'])).size).toBe(1)
    expect(setup.bpm.instances.length - before).toBe(1)
    expect(await document.bind({ title: 'Other' })).toMatchObject({
      status: 409,
      body: { code: 'dms.idempotency_conflict' },
    })
  })

  it('[DMS-11] takes a request key for one of two documents that come with it at once', async () => {
    const [one, two] = [await makeDocument(), await makeDocument()]
    const requestKey = randomUUID()
    const asked: ReturnType<typeof one.bind>[] = []
    await setup.db.transaction().execute(async (tx) => {
      // Both have looked for the key, and found none, when the first of them goes on.
      await sql`select from audit_heads where tenant_id = ${setup.tenantId} for update`.execute(tx)
      for (const [index, { bind }] of [one, two].entries()) {
        asked.push(bind({ requestKey }))
        await expect.poll(() => countWaiting(setup.db)).toBe(index + 1)
      }
    })
    const replies = await Promise.all(asked)

    expect(replies.map(({ status }) => status)).toEqual([201, 409])
    expect(replies[1]?.body['code']).toBe('dms.idempotency_conflict')
    expect((await two.edit()).status).toBe(200)
  })

  it('[DMS-11] unlocks again when the workflow service refuses, and passes its reason on', async () => {
    const document = await makeDocument()
    const problem = { code: 'bpm.no_published_definition', status: 422 }
    setup.bpm.faults.start = { status: 422, body: problem }

    const refused = await document.bind()

    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'dms.approval_refused', cause: problem },
    })
    expect(await document.bind()).toMatchObject({ status: 422, body: { cause: problem } })
    expect(await document.version()).toMatchObject({ status: 'DRAFT' })
    expect((await document.edit()).status).toBe(200)
  })

  it('refuses variables that only this service sets', async () => {
    const document = await makeDocument()

    expect(await document.bind({ variables: { sha256: 'forged' } })).toMatchObject({
      status: 422,
      body: { code: 'dms.variables_reserved', errors: [{ pointer: '/variables/sha256' }] },
    })
  })

  it('[DMS-11] is for a version of the document', async () => {
    const [document, another] = [await makeDocument(), await makeDocument()]

    for (const versionId of [another.versionId, randomUUID()]) {
      expect(await document.bind({ versionId })).toMatchObject({
        status: 422,
        body: { code: 'dms.version_unknown', errors: [{ pointer: '/versionId' }] },
      })
    }
  })

  it('[DMS-07] is for those who may write the document', async () => {
    const document = await makeDocument()
    const other = setup.makeUser()
    expect((await document.bind({}, other)).status).toBe(404)
    await call(setup, user, 'PUT', `/api/dms/documents/${document.documentId}/acl`, {
      inherit: true,
      entries: [{ principal: { kind: 'user', id: other.id }, allow: ['read'] }],
    })

    expect(await document.bind({}, other)).toMatchObject({
      status: 403,
      body: { code: 'dms.forbidden' },
    })
  })
})

describe('the permit of a start', () => {
  const permits = () =>
    setup.bpm.requests
      .filter(({ line }) => line.endsWith('/start-permits'))
      .map(({ body, token }) => ({ token, ...(JSON.parse(body) as Record<string, unknown>) }))

  it('is taken for the initiator and the content that is sent', async () => {
    const document = await makeDocument()
    await document.bind({ variables: { amount: 5 } })

    const sent = setup.bpm.requests.findLast(({ line }) => line.endsWith('/process-instances'))
    const start = JSON.parse(sent?.body ?? '') as Record<string, unknown>
    const { idempotencyKey: _, permit: carried, ...content } = start
    expect(carried).toEqual(expect.any(String))
    expect(permits().at(-1)).toMatchObject({
      token: `bpm.instance.write tenant:${setup.tenantId}`,
      initiator: user.id,
      bizType: 'dms.document',
      bizId: document.versionId,
      contentHash: contentHash(content).toString('base64url'),
    })
  })

  it('leaves the version locked while nobody knows whether there is one', async () => {
    const document = await makeDocument()
    setup.bpm.faults.permit = { status: 503, body: {} }

    expect((await document.bind()).body).toMatchObject({ status: 'UNKNOWN' })
    expect((await document.edit()).status).toBe(423)

    delete setup.bpm.faults.permit
    expect((await document.act('retry')).body).toMatchObject({ status: 'BOUND' })
  })

  it('is asked for in tenants that an earlier release registered, too', async () => {
    await (await makeDocument()).bind()
    expect(await renewRegistrations(setup.deps)).toBe(0)
    await setup.deps.db
      .updateTable('biz_type_registrations')
      .set({ content_hash: Buffer.alloc(32) })
      .where('tenant_id', '=', setup.tenantId)
      .execute()
    setup.bpm.faults.register = { status: 503, body: {} }
    expect(await renewRegistrations(setup.deps)).toBe(0)
    delete setup.bpm.faults.register

    expect(await renewRegistrations(setup.deps)).toBe(1)

    const { body } = setup.bpm.requests.findLast(({ line }) => line.endsWith('/biz-types')) ?? {}
    expect(JSON.parse(body ?? '')).toMatchObject({ code: 'dms.document', start: 'permit' })
  })

  it('is registered again where the workflow service was restored to before it', async () => {
    await (await makeDocument()).bind()
    const registrations = () =>
      setup.bpm.requests.filter(({ line }) => line.endsWith('/biz-types')).length
    const before = registrations()
    const problem = { status: 404, code: 'bpm.biz_type_unknown' }
    vi.spyOn(setup.deps.bpm, 'permitStart').mockResolvedValueOnce({ kind: 'refused', problem })

    expect((await (await makeDocument()).bind()).body).toMatchObject({ status: 'BOUND' })

    expect(registrations()).toBe(before + 1)
  })

  it('is asked for behind more tenants than one page whose registration fails', async () => {
    const others = Array.from({ length: 21 }, (): string => randomUUID())
    const rows = [...others, 'ffffffff-ffff-4fff-bfff-ffffffffffff'].map((tenant_id, index) => ({
      tenant_id,
      content_hash: Buffer.alloc(32),
      registered_at: new Date(index),
    }))
    await setup.db.insertInto('biz_type_registrations').values(rows).execute()
    const refused = { kind: 'refused', problem: {} } as const
    const bpm: typeof setup.deps.bpm = {
      ...setup.deps.bpm,
      registerBizType: async (tenantId, declaration) =>
        others.includes(tenantId) ? refused : setup.deps.bpm.registerBizType(tenantId, declaration),
    }

    expect(await renewRegistrations({ ...setup.deps, bpm })).toBe(1)
    expect(await renewRegistrations({ ...setup.deps, bpm })).toBe(0)
    // Two of them are suspended: they get no token, and have no answer.
    const suspended = others.toSorted().slice(0, 2)
    const noToken = { kind: 'unknown', reason: 'no token' } as const
    const registerBizType: typeof bpm.registerBizType = async (tenantId, declaration) =>
      suspended.includes(tenantId) ? noToken : setup.deps.bpm.registerBizType(tenantId, declaration)
    expect(await renewRegistrations({ ...setup.deps, bpm: { ...bpm, registerBizType } })).toBe(19)
    expect(await renewRegistrations(setup.deps)).toBe(2)
  })
})

describe('a call without a known result', () => {
  it.each(['hang', 'cut before', 'cut after', { status: 502, body: 'gateway' }] as const)(
    '[DMS-12] stays locked after %j, and a retry uses the stored bytes and the original key',
    async (fault) => {
      const document = await makeDocument()
      setup.bpm.faults.start = fault
      setup.bpm.faults.find = { status: 503, body: {} }
      const before = setup.bpm.instances.length

      const unknown = await document.bind()

      expect(unknown).toMatchObject({ status: 201, body: { status: 'UNKNOWN' } })
      await resolveUnknown(setup.deps)
      expect(await document.binding()).toMatchObject({ status: 'UNKNOWN' })
      expect((await document.edit()).status).toBe(423)
      delete setup.bpm.faults.start
      const retried = await document.act('retry')
      expect(retried).toMatchObject({ status: 200, body: { status: 'BOUND' } })
      const sent = setup.bpm.requests.filter(({ body }) => body.includes(document.body.requestKey))
      expect(sent).toHaveLength(2)
      // The permit alone is another one: that of the first request may be over.
      const [first, second] = sent.map(({ body }) => JSON.parse(body) as { permit: string })
      expect(first?.permit).not.toBe(second?.permit)
      expect({ ...first, permit: second?.permit }).toEqual(second)
      expect(setup.bpm.instances.length - before).toBe(1)
    },
  )

  it('[DMS-12] is resolved by asking with the key', async () => {
    const document = await makeDocument()
    setup.bpm.faults.start = 'cut after'
    await document.bind()

    await resolveUnknown(setup.deps)

    expect(await document.binding()).toMatchObject({
      status: 'BOUND',
      instanceId: setup.bpm.instances.at(-1)?.id,
    })
  })

  it('[DMS-12] stays locked when the workflow service knows nothing yet', async () => {
    const document = await makeDocument()
    setup.bpm.faults.start = 'cut before'
    await document.bind()

    setup.advance(60_000)
    await resolveUnknown(setup.deps)

    expect(await document.binding()).toMatchObject({ status: 'UNKNOWN' })
    expect((await document.edit()).status).toBe(423)
  })

  /** A request that was on its way all the time. */
  const startLate = ({ token }: TestUser, idempotencyKey: string) =>
    fetch(`${setup.bpm.url}/api/bpm/v1/process-instances`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ idempotencyKey, variables: {} }),
    })

  it('[DMS-12] is given up only once the key is fenced', async () => {
    const document = await makeDocument()
    setup.bpm.faults.start = 'cut before'
    await document.bind()
    setup.bpm.faults.fence = 'hang'
    expect((await document.act('abandon')).status).toBe(503)
    expect((await document.edit()).status).toBe(423)
    delete setup.bpm.faults.fence

    expect((await document.act('abandon')).body).toMatchObject({ status: 'FAILED' })

    expect(await document.version()).toMatchObject({ status: 'DRAFT' })
    delete setup.bpm.faults.start
    expect((await startLate(user, document.body.requestKey)).status).toBe(409)
  })

  it('[DMS-12] is given up by whoever manages the document when its initiator is gone', async () => {
    const writer = setup.makeUser()
    const administrator = setup.makeUser({
      permissions: ['dms:document:write', 'dms:document:admin'],
    })
    const document = await makeDocument()
    const rights = { allow: ['write'], deny: [] }
    const principal = { kind: 'user', id: writer.id }
    const list = { inherit: true, entries: [{ principal, ...rights }] }
    await call(setup, user, 'PUT', `/api/dms/documents/${document.documentId}/acl`, list)
    setup.bpm.faults.start = 'cut before'
    await document.bind({}, writer)
    setup.advance(60_000)
    await resolveUnknown(setup.deps)
    expect(await document.binding()).toMatchObject({ status: 'UNKNOWN', initiatorId: writer.id })

    const notTheirs = { status: 403, body: { code: 'dms.initiator_only' } }
    expect(await document.act('retry')).toMatchObject(notTheirs)
    expect((await document.act('abandon', undefined, setup.makeUser())).status).toBe(404)
    const given = await document.act('abandon', undefined, administrator)
    expect(given).toMatchObject({ status: 200, body: { status: 'FAILED' } })

    expect(await document.version()).toMatchObject({ status: 'DRAFT' })
    expect((await document.edit()).status).toBe(200)
    delete setup.bpm.faults.start
    expect((await startLate(writer, document.body.requestKey)).status).toBe(409)
    const path = `/api/dms/documents/${document.documentId}/audit`
    const { body } = await call(setup, user, 'GET', path)
    const actor = { kind: 'user', id: administrator.id }
    expect(body['items']).toContainEqual(
      expect.objectContaining({ action: 'approval.refused', actor }),
    )
  })

  it('[DMS-12] is bound after all when giving up finds the instance', async () => {
    const document = await makeDocument()
    setup.bpm.faults.start = 'cut after'
    await document.bind()

    expect((await document.act('abandon')).body).toMatchObject({ status: 'BOUND' })
  })

  const refusals = [
    { status: 401, body: { code: 'auth.invalid_token' } },
    { status: 403, body: { code: 'bpm.initiate_forbidden' } },
    { status: 422, body: { code: 'bpm.no_published_definition' } },
  ]

  it.each(refusals)(
    '[DMS-12] is bound when a retry is refused (%j) but the first request had started it',
    async (refusal) => {
      const document = await makeDocument()
      setup.bpm.faults.start = 'cut after'
      await document.bind()
      setup.bpm.faults.start = refusal

      const retried = await document.act('retry')

      delete setup.bpm.faults.start
      expect(retried).toMatchObject({ status: 200, body: { status: 'BOUND' } })
      expect((await document.edit()).status).toBe(423)
    },
  )

  it('[DMS-12] is over when a retry is refused, once no late request can start it', async () => {
    const document = await makeDocument()
    setup.bpm.faults.start = 'cut before'
    await document.bind()
    setup.bpm.faults.start = { status: 403, body: { code: 'bpm.initiate_forbidden' } }
    setup.bpm.faults.fence = 'cut before'
    expect((await document.act('retry')).body).toMatchObject({ status: 'UNKNOWN' })
    expect((await document.edit()).status).toBe(423)
    delete setup.bpm.faults.fence

    expect(await document.act('retry')).toMatchObject({
      status: 422,
      body: { code: 'dms.approval_refused', cause: { code: 'bpm.initiate_forbidden' } },
    })

    delete setup.bpm.faults.start
    expect(await document.version()).toMatchObject({ status: 'DRAFT' })
    const instances = setup.bpm.instances.length
    await fetch(`${setup.bpm.url}/api/bpm/v1/process-instances`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: JSON.stringify({ idempotencyKey: document.body.requestKey, variables: {} }),
    })
    expect(setup.bpm.instances).toHaveLength(instances)
  })

  it('[DMS-12] is left to be asked about when the process died while calling', async () => {
    const document = await makeDocument()
    await document.bind()
    await setup.db
      .updateTable('approval_bindings')
      .set({ status: 'REQUESTED', instance_id: null, round: null })
      .where('document_id', '=', document.documentId)
      .execute()

    expect((await document.act('retry')).status).toBe(409)
    setup.advance(60_000)
    await resolveUnknown(setup.deps)

    expect(await document.binding()).toMatchObject({ status: 'BOUND' })
  })
})

describe('events of the workflow service', () => {
  it.each([
    ['instance.approved', 'APPROVED', 'CLOSED'],
    ['instance.rejected', 'REJECTED', 'CLOSED'],
    ['instance.withdrawn', 'DRAFT', 'CLOSED'],
    ['instance.returned', 'RETURNED', 'BOUND'],
  ])('[DMS-13] %s makes the version %s', async (type, status, bindingStatus) => {
    const document = await makeDocument()
    const { body } = await document.bind()

    expect(await deliver(makeEvent(String(body['instanceId']), type))).toBe(200)

    expect(await document.version()).toMatchObject({ status })
    expect(await document.binding()).toMatchObject({ status: bindingStatus })
    expect((await document.edit()).status).toBe(200)
  })

  it('[DMS-11] the approval under way is shown, also when an earlier one was begun by a clock ahead', async () => {
    const document = await makeDocument()
    const first = (await document.bind()).body
    await deliver(makeEvent(String(first['instanceId']), 'instance.withdrawn'))
    // Ids begin with the time of the process that makes them.
    await setup.db
      .updateTable('approval_bindings')
      .set({ id: `ffffffff-${String(first['bindingId']).slice(9)}` })
      .where('document_id', '=', document.documentId)
      .execute()

    const second = (await document.bind({ requestKey: randomUUID() })).body

    expect(await document.binding()).toMatchObject({
      bindingId: second['bindingId'],
      status: 'BOUND',
    })
    await returnToInitiator(String(second['instanceId']))
    expect(await document.act('resubmit', {})).toMatchObject({ status: 200, body: { round: 2 } })
  })

  it('[DMS-13] changes version, audit and record of the event together or not at all', async () => {
    const document = await makeDocument()
    const { body } = await document.bind()
    const event = makeEvent(String(body['instanceId']), 'instance.approved')
    // The audit is the last thing written: when it fails, nothing else may stay.
    await setup.asOwner(
      'alter table audit_events add constraint audit_events_test check (false) not valid',
    )

    const failed = await deliver(event)
    await setup.asOwner('alter table audit_events drop constraint audit_events_test')

    expect(failed).toBe(500)
    expect(await document.version()).toMatchObject({ status: 'IN_APPROVAL' })
    expect(await deliver(event)).toBe(200)
    expect(await deliver(event)).toBe(200)
    expect(await document.version()).toMatchObject({ status: 'APPROVED' })
    const path = `/api/dms/documents/${document.documentId}/audit`
    const { items } = (await call(setup, user, 'GET', path)).body as {
      items: { action: string; detail: { eventId?: string } }[]
    }
    expect(items.filter(({ detail }) => detail.eventId === event.eventId)).toHaveLength(1)
  })

  it('[DMS-13] that come before the answer of the start come again', async () => {
    const document = await makeDocument()
    setup.bpm.faults.start = 'cut after'
    await document.bind()
    const instanceId = setup.bpm.instances.at(-1)?.id ?? ''
    const event = makeEvent(instanceId, 'instance.approved')

    expect(await deliver(event)).toBe(500)
    await resolveUnknown(setup.deps)

    expect(await deliver(event)).toBe(200)
    expect(await document.version()).toMatchObject({ status: 'APPROVED' })
  })

  it('[DMS-13] about an approval that somebody started on their own decide nothing', async () => {
    const document = await makeDocument()
    await document.bind()

    const event = makeEvent(randomUUID(), 'instance.approved', { bizId: document.versionId })

    expect(await deliver(event)).toBe(200)
    expect(await document.version()).toMatchObject({ status: 'IN_APPROVAL' })
  })

  it('[AUTH-06] are accepted from the workflow service alone', async () => {
    const document = await makeDocument()
    const { body } = await document.bind()
    const event = makeEvent(String(body['instanceId']), 'instance.approved')
    const { tenantId, issuer } = setup
    const claims = { aud: forUs() }
    const right = { clientId: 'workflow', scopes: ['bpm.events'], tenantId, claims }
    const tokens = [
      issuer.serviceToken({ ...right, clientId: 'other' }),
      issuer.serviceToken({ ...right, scopes: ['bpm.instance.read'] }),
      issuer.serviceToken({ ...right, tenantId: randomUUID() }),
      issuer.userToken({ clientId: 'workflow', scopes: ['bpm.events'], tenantId, claims }),
      // What another application was sent, and what bpm asked before receivers were named.
      issuer.serviceToken({ ...right, claims: { aud: [issuer.issuer, 'https://other.example'] } }),
      issuer.serviceToken({ ...right, claims: {} }),
    ]

    for (const token of tokens) expect(await deliver(event, token)).toBeGreaterThanOrEqual(401)
    expect(await deliver({ ...event, bizType: 'expense' })).toBe(403)
    expect(await document.version()).toMatchObject({ status: 'IN_APPROVAL' })
    expect(await deliver(event)).toBe(200)
  })
})

describe('a returned version', () => {
  async function makeReturned() {
    const document = await makeDocument()
    const { body } = await document.bind()
    const instanceId = String(body['instanceId'])
    await returnToInitiator(instanceId)
    return { ...document, instanceId }
  }

  it('[DMS-17] is locked first, then updated as the owner, then resubmitted as the user', async () => {
    const document = await makeReturned()
    expect((await document.edit()).status).toBe(200)
    const from = setup.bpm.requests.length

    const resubmitted = await document.act('resubmit', { variables: { amount: 9 } })

    expect(resubmitted).toMatchObject({ status: 200, body: { status: 'BOUND', round: 2 } })
    const sent = setup.bpm.requests.slice(from)
    expect(sent.map(({ line }) => line.split('/').at(-1))).toEqual([
      document.instanceId,
      'variables',
      'resubmit',
    ])
    expect(sent[1]?.token).toMatch(/^bpm\.instance\.write tenant:/)
    expect(sent[2]?.token).toBe(user.token)
    expect(JSON.parse(sent[2]?.body ?? '')).toEqual({ amount: 9 })
    expect(await document.version()).toMatchObject({ status: 'IN_APPROVAL' })
    expect((await document.edit()).status).toBe(423)
  })

  it('[DMS-17] is resubmitted by its initiator alone, and only when it is returned', async () => {
    const document = await makeReturned()
    const other = setup.makeUser()
    await call(setup, user, 'PUT', `/api/dms/documents/${document.documentId}/acl`, {
      inherit: true,
      entries: [{ principal: { kind: 'user', id: other.id }, allow: ['write'] }],
    })

    expect(await document.act('resubmit', {}, other)).toMatchObject({
      status: 403,
      body: { code: 'dms.initiator_only' },
    })
    expect((await document.act('resubmit')).status).toBe(200)
    expect(await document.act('resubmit', {})).toMatchObject({
      status: 409,
      body: { code: 'dms.approval_not_returned' },
    })
  })

  it('[DMS-17] is resubmitted once when the same request arrives again with its key', async () => {
    const document = await makeReturned()
    const path = `/api/dms/documents/${document.documentId}/approval/resubmit`
    const headers = { 'idempotency-key': document.documentId }
    const from = setup.bpm.requests.length

    const first = await call(setup, user, 'POST', path, {}, headers)
    const again = await call(setup, user, 'POST', path, {}, headers)

    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(setup.bpm.requests.slice(from)).toHaveLength(3)
    const other = await call(setup, user, 'POST', path, { variables: { amount: 1 } }, headers)
    expect(other.body['code']).toBe('dms.idempotency_conflict')
  })

  it('[DMS-17] can be changed again when the resubmission is refused', async () => {
    const document = await makeReturned()
    setup.bpm.faults.resubmit = { status: 409, body: { code: 'bpm.variables_differ' } }

    expect(await document.act('resubmit', {})).toMatchObject({
      status: 422,
      body: { code: 'dms.approval_refused', cause: { code: 'bpm.variables_differ' } },
    })

    expect(await document.version()).toMatchObject({ status: 'RETURNED' })
    delete setup.bpm.faults.resubmit
    expect((await document.act('resubmit', {})).status).toBe(200)
  })

  it.each(['patch', 'resubmit'] as const)(
    '[DMS-12] stays locked when the result of %s is not known, and is retried with the same key',
    async (operation) => {
      const document = await makeReturned()
      setup.bpm.faults[operation] = 'cut after'

      expect(await document.act('resubmit', {})).toMatchObject({ body: { status: 'UNKNOWN' } })
      expect((await document.edit()).status).toBe(423)
      delete setup.bpm.faults[operation]

      expect(await document.act('retry')).toMatchObject({ body: { status: 'BOUND', round: 2 } })
    },
  )

  it('[DMS-12] is in approval when a retry is refused but the first request had resubmitted it', async () => {
    const document = await makeReturned()
    setup.bpm.faults.resubmit = 'cut after'
    await document.act('resubmit', {})
    setup.bpm.faults.resubmit = { status: 401, body: { code: 'auth.invalid_token' } }
    setup.bpm.faults.find = { status: 503, body: {} }
    expect((await document.act('retry')).body).toMatchObject({ status: 'UNKNOWN' })
    expect((await document.edit()).status).toBe(423)
    delete setup.bpm.faults.find

    const retried = await document.act('retry')

    delete setup.bpm.faults.resubmit
    expect(retried).toMatchObject({ status: 200, body: { status: 'BOUND', round: 2 } })
    expect(await document.version()).toMatchObject({ status: 'IN_APPROVAL' })
  })

  it('[DMS-12] can be changed again when a retry is refused and nothing was resubmitted', async () => {
    const document = await makeReturned()
    setup.bpm.faults.resubmit = 'cut before'
    await document.act('resubmit', {})
    setup.bpm.faults.resubmit = { status: 409, body: { code: 'bpm.variables_differ' } }

    const retried = await document.act('retry')

    delete setup.bpm.faults.resubmit
    expect(retried).toMatchObject({ status: 422, body: { code: 'dms.approval_refused' } })
    expect(await document.version()).toMatchObject({ status: 'RETURNED' })
  })

  it('[DMS-12] is resolved by the round of the instance, or by the event', async () => {
    const [asked, told] = [await makeReturned(), await makeReturned()]
    setup.bpm.faults.resubmit = 'cut after'
    await asked.act('resubmit', {})
    await told.act('resubmit', {})

    await deliver(makeEvent(told.instanceId, 'instance.resubmitted'))
    expect(await told.binding()).toMatchObject({ status: 'BOUND', round: 2 })
    await resolveUnknown(setup.deps)
    expect(await asked.binding()).toMatchObject({ status: 'BOUND', round: 2 })
  })
})

describe('the audit of all this', () => {
  it('[DMS-15] is one unbroken chain', async () => {
    const report = await verifyAudit(setup.deps, setup.tenantId)

    expect(report).toMatchObject({ valid: true })
    expect(report.checked).toBeGreaterThan(50)
  })
})
