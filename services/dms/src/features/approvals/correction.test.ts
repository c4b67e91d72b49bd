import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bindVersion, type Bound } from '../../testing/bound.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
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

const instanceOf = ({ instanceId }: Bound) => {
  const instance = setup.bpm.instances.find(({ id }) => id === instanceId)
  if (instance === undefined) throw new Error('no such instance')
  return instance
}

async function giveBack(bound: Bound): Promise<void> {
  const instance = instanceOf(bound)
  instance.status = 'RETURNED'
  instance.patchedSinceReturn = false
  const { round } = instance
  expect(await bound.say('instance.returned', { status: 'RETURNED', round })).toBe(200)
}

/** A version that was sent back, and what its initiator does next. */
async function makeReturned() {
  const bound = await bindVersion(setup, user, ['first'])
  const { documentId, versionId: first } = bound
  await giveBack(bound)
  const path = `/api/dms/documents/${documentId}`
  const ask = (method: 'GET' | 'POST', action: string, json?: object, headers = {}) =>
    call(setup, user, method, path + action, json, headers)
  return {
    ...bound,
    bound,
    first,
    correct: async (text = 'second') =>
      (await upload(setup, user, Buffer.from(text), { documentId })).versionId,
    resubmit: (body: object = {}, headers = {}) => ask('POST', '/approval/resubmit', body, headers),
    retry: () => ask('POST', '/approval/retry'),
    binding: async () => (await ask('GET', '/approval')).body,
    initiate: () =>
      call(setup, user, 'POST', '/api/dms/uploads/initiate', {
        fileName: 'b.txt',
        sizeBytes: 1,
        documentId,
      }),
    /** Versions and where they stand, oldest first. */
    statuses: async () => {
      const { items } = (await ask('GET', '/versions')).body as { items: { status: string }[] }
      return items.map(({ status }) => status).toReversed()
    },
  }
}

describe('a returned document', () => {
  it('[DMS-17] takes new versions, as long as it is returned', async () => {
    const bound = await bindVersion(setup, user, ['first'])
    const { documentId } = bound
    const begin = () =>
      call(setup, user, 'POST', '/api/dms/uploads/initiate', {
        fileName: 'b.txt',
        sizeBytes: 1,
        documentId,
      })
    expect((await begin()).status).toBe(423)
    await giveBack(bound)

    expect((await begin()).status).toBe(201)

    await call(setup, user, 'POST', `/api/dms/documents/${documentId}/approval/resubmit`, {})
    expect((await begin()).status).toBe(423)
  })

  it('[DMS-17] keeps the version that was sent as its approvers saw it', async () => {
    const { first, bindingId, correct } = await makeReturned()
    const draft = await correct()
    const annotate = (versionId: string) =>
      call(setup, user, 'PATCH', `/api/dms/versions/${versionId}`, { note: 'other' })

    expect(await annotate(first)).toMatchObject({
      status: 423,
      body: { code: 'dms.locked', reason: 'approval', bindingId },
    })
    expect((await annotate(draft)).status).toBe(200)
  })

  it('[DMS-17] keeps the notes of what was sent round, also when it is decided', async () => {
    const { first, correct, resubmit, say, ...made } = await makeReturned()
    const second = await correct()
    await resubmit({ versionId: second })
    const variables = { versionId: second }
    await say('instance.approved', { status: 'APPROVED', round: 2, variables })
    const annotate = (versionId: string) =>
      call(setup, user, 'PATCH', `/api/dms/versions/${versionId}`, { note: 'other' })
    const refused = { status: 409, body: { code: 'dms.version_state' } }

    expect(await made.statuses()).toEqual(['SUPERSEDED', 'APPROVED'])
    expect(await annotate(first)).toMatchObject(refused)
    expect(await annotate(second)).toMatchObject(refused)
    await call(setup, user, 'POST', `/api/dms/versions/${second}/publish`)
    expect(await annotate(second)).toMatchObject(refused)
  })

  it('[DMS-17] sends the corrected version round under the same approval', async () => {
    const { resubmit, correct, first, bindingId, instanceId, ...returned } = await makeReturned()
    const second = await correct()

    const { status, body } = await resubmit({ versionId: second, variables: { amount: 5 } })

    expect([status, body]).toMatchObject([
      200,
      { bindingId, instanceId, status: 'BOUND', versionId: second, previousVersionId: first },
    ])
    expect(await returned.statuses()).toEqual(['SUPERSEDED', 'IN_APPROVAL'])
    const version = (await call(setup, user, 'GET', `/api/dms/versions/${second}`)).body
    expect(instanceOf(returned.bound)).toMatchObject({
      round: 2,
      variables: { versionId: second, versionNo: 2, sha256: version['sha256'], amount: 5 },
    })
  })

  it('[DMS-17] sends no version of another document, and none that is decided on', async () => {
    const { resubmit, correct, bound, first } = await makeReturned()
    const other = await bindVersion(setup, user)

    for (const versionId of [other.versionId, randomUUID()]) {
      expect(await resubmit({ versionId })).toMatchObject({
        status: 422,
        body: { code: 'dms.version_unknown', errors: [{ pointer: '/versionId' }] },
      })
    }
    await resubmit({ versionId: await correct() })
    await giveBack(bound)
    expect(await resubmit({ versionId: first })).toMatchObject({
      status: 409,
      body: { code: 'dms.version_state' },
    })
  })

  it('[DMS-17] has the version that was sent back when the resubmission is refused', async () => {
    const { resubmit, correct, bound, first, ...returned } = await makeReturned()
    const second = await correct()
    await resubmit({ versionId: second })
    await giveBack(bound)
    const third = await correct('third')
    setup.bpm.faults.resubmit = { status: 409, body: { code: 'bpm.variables_differ' } }

    expect((await resubmit({ versionId: third })).status).toBe(422)

    expect(await returned.statuses()).toEqual(['SUPERSEDED', 'RETURNED', 'DRAFT'])
    const binding = { versionId: second, previousVersionId: first, status: 'BOUND' }
    expect(await returned.binding()).toMatchObject(binding)
    delete setup.bpm.faults.resubmit
    expect((await resubmit({ versionId: third })).body).toMatchObject({
      versionId: third,
      previousVersionId: second,
    })
  })

  it('[DMS-17] is not sent after the approval has gone on by itself, nor named to its approvers', async () => {
    const { resubmit, correct, bound, first, say, ...returned } = await makeReturned()
    const second = await correct()
    // An administrator's jump: the same round, and its event is on the way.
    instanceOf(bound).status = 'RUNNING'

    const { status, body } = await resubmit({ versionId: second })

    expect([status, body['code']]).toEqual([422, 'dms.approval_refused'])
    expect(body['cause']).toMatchObject({ code: 'dms.approval_not_returned' })
    expect(instanceOf(bound).variables['versionId']).toBe(first)
    expect(await returned.statuses()).toEqual(['RETURNED', 'DRAFT'])
    await say('instance.resubmitted', { variables: { versionId: first } })
    await say('instance.approved', { status: 'APPROVED', variables: { versionId: first } })
    expect(await returned.statuses()).toEqual(['APPROVED', 'DRAFT'])
  })

  it('[DMS-17] is not approved by an approval that was given for another version', async () => {
    const warn = vi.spyOn(setup.deps.log, 'warn')
    const { documentId, say, instanceId, versionId } = await bindVersion(setup, user)

    const variables = { versionId: randomUUID() }
    expect(await say('instance.approved', { status: 'APPROVED', variables })).toBe(200)

    const path = `/api/dms/versions/${versionId}`
    expect((await call(setup, user, 'GET', path)).body['status']).toBe('IN_APPROVAL')
    const audit = await call(setup, user, 'GET', `/api/dms/documents/${documentId}/audit`)
    expect((audit.body['items'] as { action: string }[]).map(({ action }) => action)).toContain(
      'approval.event_without_effect',
    )
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ instanceId, versionId }),
      expect.any(String),
    )
    warn.mockRestore()
  })

  it('[DMS-17] is not rejected by a rejection of another version, and has no record of it', async () => {
    const administrator = setup.makeUser({ permissions: ['dms:document:admin'] })
    const policy = '/api/dms/record-filing-policy'
    await call(setup, administrator, 'PUT', policy, { languages: ['en'] })
    const bound = await bindVersion(setup, user)
    const variables = { versionId: randomUUID() }
    await bound.say('instance.rejected', { status: 'REJECTED', variables })
    await call(setup, administrator, 'PUT', policy, { languages: [], revision: 1 })

    const path = `/api/dms/versions/${bound.versionId}`
    const approval = `/api/dms/documents/${bound.documentId}/approval`
    expect((await call(setup, user, 'GET', path)).body['status']).toBe('IN_APPROVAL')
    expect((await call(setup, user, 'GET', approval)).body).toMatchObject({
      status: 'BOUND',
      cause: { code: 'dms.approval_without_effect', ...variables },
    })
    expect((await call(setup, user, 'GET', `${path}/records`)).body['items']).toEqual([])
    expect((await call(setup, user, 'POST', `${approval}/abandon`)).body['status']).toBe('CLOSED')
    expect((await call(setup, user, 'GET', path)).body['status']).toBe('DRAFT')
  })

  it('[DMS-17] is given up, once, when its approval was given for another version', async () => {
    const bound = await bindVersion(setup, user)
    const variables = { versionId: randomUUID() }
    const path = `/api/dms/documents/${bound.documentId}`
    const abandon = (who: TestUser) => call(setup, who, 'POST', `${path}/approval/abandon`)
    expect((await abandon(user)).body['status']).toBe('BOUND')
    await bound.say('instance.approved', { status: 'APPROVED', variables })

    const cause = { code: 'dms.approval_without_effect', ...variables }
    expect((await call(setup, user, 'GET', `${path}/approval`)).body).toMatchObject({
      status: 'BOUND',
      cause,
    })
    const stranger = setup.makeUser()
    expect((await abandon(stranger)).status).toBe(404)
    const administrator = setup.makeUser({
      permissions: ['dms:document:write', 'dms:document:admin', 'dms:audit:read'],
    })
    const answers = await Promise.all([abandon(administrator), abandon(user), abandon(user)])
    expect(answers.map(({ status, body }) => [status, body['status']])).toEqual(
      Array.from({ length: 3 }, () => [200, 'CLOSED']),
    )
    const version = await call(setup, user, 'GET', `/api/dms/versions/${bound.versionId}`)
    expect(version.body['status']).toBe('DRAFT')
    const audit = await call(setup, user, 'GET', `${path}/audit`)
    const actions = (audit.body['items'] as { action: string }[]).map(({ action }) => action)
    expect(actions.filter((action) => action === 'approval.abandoned')).toHaveLength(1)
    expect((await call(setup, user, 'DELETE', path)).status).toBe(204)
  })

  it('[DMS-17] can be given up as well when it ended while a resubmission was not known', async () => {
    const { resubmit, say, bound, ...made } = await makeReturned()
    setup.bpm.faults.resubmit = 'cut after'
    const second = await made.correct()
    await resubmit({ versionId: second })
    const variables = { versionId: randomUUID() }
    await say('instance.approved', { status: 'APPROVED', round: 2, variables })
    await resolveUnknown(setup.deps)

    expect(await made.binding()).toMatchObject({ status: 'BOUND', versionId: second })
    const path = `/api/dms/documents/${bound.documentId}/approval/abandon`
    expect((await call(setup, user, 'POST', path)).body['status']).toBe('CLOSED')
    expect((await made.statuses()).at(-1)).toBe('DRAFT')
  })

  it('[DMS-17] stays out of the trash until its approval is over', async () => {
    const { documentId, bindingId, resubmit, say } = await makeReturned()
    const trash = () => call(setup, user, 'DELETE', `/api/dms/documents/${documentId}`)
    const locked = { code: 'dms.locked', reason: 'approval', holder: user.id, bindingId }

    expect(await trash()).toMatchObject({ status: 423, body: locked })
    expect((await resubmit()).status).toBe(200)
    await say('instance.withdrawn', { status: 'WITHDRAWN', round: 2 })
    expect((await trash()).status).toBe(204)
  })

  it('[DMS-17] has other versions published and archived while it is returned, and not before', async () => {
    const { resubmit, bound, versionIds, documentId } = await makeReturned()
    const { versionId: approved } = await upload(setup, user, Buffer.from('old'), { documentId })
    await setup.db
      .updateTable('document_versions')
      .set({ status: 'APPROVED' })
      .where('id', '=', approved)
      .execute()
    const act = (action: string) =>
      call(setup, user, 'POST', `/api/dms/versions/${approved}/${action}`)
    const locked = { status: 423, body: { code: 'dms.locked', reason: 'approval' } }

    await resubmit({ versionId: versionIds[0] })
    expect(await act('publish')).toMatchObject(locked)
    await giveBack(bound)
    expect((await act('publish')).status).toBe(200)
    await resubmit({ versionId: versionIds[0] })
    expect(await act('archive')).toMatchObject(locked)
  })

  it('[DMS-17] is sent once when eight ask for it at once', async () => {
    const { resubmit, correct, bound, ...returned } = await makeReturned()
    const versions = [await correct(), await correct('third')]

    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => resubmit({ versionId: versions[at % 2] })),
    )

    const [sent, ...rest] = replies.toSorted((a, b) => a.status - b.status)
    expect([sent?.status, rest.map(({ status }) => status)]).toEqual([200, Array(7).fill(409)])
    const { versionId, versionNo } = instanceOf(bound).variables
    expect([instanceOf(bound).round, versionId]).toEqual([2, sent?.body['versionId']])
    expect(await returned.statuses()).toEqual(
      versionNo === 2
        ? ['SUPERSEDED', 'IN_APPROVAL', 'DRAFT']
        : ['SUPERSEDED', 'DRAFT', 'IN_APPROVAL'],
    )
  })

  it('[DMS-17] is whole whichever comes first, a new version or the resubmission', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < 6; round++) {
      const { resubmit, correct, documentId, ...returned } = await makeReturned()
      const second = await correct()
      const [sent, another] = await Promise.all([
        resubmit({ versionId: second }),
        upload(setup, user, Buffer.from('third'), { documentId }).then(
          () => 201,
          () => 423,
        ),
      ])

      expect([sent.status, sent.body['versionId']]).toEqual([200, second])
      const drafts = another === 201 ? ['DRAFT'] : []
      expect(await returned.statuses()).toEqual(['SUPERSEDED', 'IN_APPROVAL', ...drafts])
      outcomes.add(another)
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })
})

describe('a corrected version whose call has no known result', () => {
  it.each(['cut before', 'cut after', 'hang'] as const)(
    '[DMS-12] stays locked after %j, and is retried',
    async (fault) => {
      const { resubmit, correct, retry, bound, ...returned } = await makeReturned()
      const second = await correct()
      setup.bpm.faults.resubmit = fault

      expect((await resubmit({ versionId: second })).body).toMatchObject({
        status: 'UNKNOWN',
        versionId: second,
      })
      expect((await returned.initiate()).status).toBe(423)
      delete setup.bpm.faults.resubmit

      expect((await retry()).body).toMatchObject({ status: 'BOUND', versionId: second, round: 2 })
      expect(instanceOf(bound).round).toBe(2)
    },
  )

  it('[DMS-12] is found out when the process died before it had the answer', async () => {
    const { resubmit, correct, ...returned } = await makeReturned()
    const second = await correct()
    setup.bpm.faults.resubmit = 'cut after'
    await resubmit({ versionId: second })

    await resolveUnknown(setup.deps)

    expect(await returned.binding()).toMatchObject({ status: 'BOUND', versionId: second, round: 2 })
  })

  it('[DMS-12] goes back to its draft when the approval was withdrawn first', async () => {
    const { resubmit, correct, say, ...returned } = await makeReturned()
    setup.bpm.faults.resubmit = 'cut before'
    await resubmit({ versionId: await correct() })

    await say('instance.withdrawn', { status: 'WITHDRAWN', round: 1 })

    expect(await returned.statuses()).toEqual(['DRAFT', 'DRAFT'])
    expect(await returned.binding()).toMatchObject({ status: 'CLOSED', versionId: returned.first })
  })

  it('[DMS-12] has gone round when it is withdrawn after that, whoever tells it first', async () => {
    const { resubmit, correct, say, retry, ...returned } = await makeReturned()
    const second = await correct()
    setup.bpm.faults.resubmit = 'cut after'
    await resubmit({ versionId: second })
    const variables = { versionId: second }

    await say('instance.resubmitted', { round: 2, variables })
    await say('instance.withdrawn', { status: 'WITHDRAWN', round: 2 })

    expect(await returned.statuses()).toEqual(['SUPERSEDED', 'DRAFT'])
    expect((await retry()).body).toMatchObject({ status: 'CLOSED', versionId: second })
  })

  it('[DMS-17] is bound when its initiator sent it round in the workflow service instead', async () => {
    const { resubmit, correct, say, first, ...returned } = await makeReturned()
    const second = await correct()
    setup.bpm.faults.resubmit = { status: 401, body: { code: 'auth.invalid_token' } }
    await resubmit({ versionId: second })
    expect(await returned.statuses()).toEqual(['RETURNED', 'DRAFT'])

    await say('instance.resubmitted', { round: 2, variables: { versionId: second } })

    expect(await returned.statuses()).toEqual(['SUPERSEDED', 'IN_APPROVAL'])
    expect(await returned.binding()).toMatchObject({ versionId: second, previousVersionId: first })
  })
})

describe('who decides on a corrected version', () => {
  const approvalOf = (reader: TestUser, documentId: string) =>
    call(setup, reader, 'GET', `/api/dms/documents/${documentId}/approval`)

  it('is shown what changed since they decided, else since it went round before', async () => {
    const { resubmit, correct, bound, documentId, first } = await makeReturned()
    const [early, late] = [setup.makeUser(), setup.makeUser()]
    await bound.ask(early, 'T-0000000A')
    await bound.end(early, 'T-0000000A')
    const second = await correct()
    await resubmit({ versionId: second })
    await giveBack(bound)
    const third = await correct('third')
    await resubmit({ versionId: third })
    await bound.ask(early, 'T-0000000B')
    await bound.ask(late, 'T-0000000C')

    const [mine, theirs] = [await approvalOf(early, documentId), await approvalOf(late, documentId)]

    expect(mine.body['comparedWith']).toEqual({ versionId: first, versionNo: 1 })
    expect(theirs.body['comparedWith']).toEqual({ versionId: second, versionNo: 2 })
    const compare = (reader: TestUser, from: string) =>
      call(
        setup,
        reader,
        'GET',
        `/api/dms/documents/${documentId}/compare?from=${from}&to=${third}&text=true`,
      )
    expect((await compare(early, first)).body).toMatchObject({ sameContent: false })
    expect((await compare(late, second)).body).toMatchObject({ sameContent: false })
    expect((await compare(late, first)).status).toBe(404)
  })
})
