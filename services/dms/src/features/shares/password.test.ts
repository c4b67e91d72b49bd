import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createHashing } from '../../create-deps.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp({}, { hashing: createHashing({ atOnce: 1, waiting: 2 }) })
  owner = setup.makeUser()
})
afterAll(() => setup.close())

const terms = { allowDownload: true, allowPreview: false }

async function share(password: string) {
  const { documentId } = await upload(setup, owner)
  const list = `/api/dms/documents/${documentId}/shares`
  const { body } = await call(setup, owner, 'POST', list, { ...terms, password })
  const id = String(body['id'])
  return {
    id,
    list,
    change: (user: TestUser, text: string) =>
      call(setup, user, 'PATCH', `${list}/${id}`, { password: text }),
    unlock: (text: string) =>
      call(setup, undefined, 'POST', `/api/dms/shares/${String(body['token'])}/unlock`, {
        password: text,
      }),
  }
}

it('[DMS-09] hashes no password for who may not share the document', async () => {
  const { list, change } = await share('open sesame')
  const stranger = setup.makeUser()
  // Whoever came to the hashing would wait for the permit.
  const giveBack = await setup.deps.hashing.acquire()
  onTestFinished(giveBack)

  expect(await call(setup, stranger, 'POST', list, { ...terms, password: 'mine' })).toMatchObject({
    status: 404,
    body: { code: 'dms.not_found' },
  })
  expect((await change(stranger, 'mine')).status).toBe(404)
})

it('[DMS-09] computes a few at once, lets some wait and refuses the others for a moment', async () => {
  const { change, unlock } = await share('open sesame')
  const giveBack = await setup.deps.hashing.acquire()
  onTestFinished(giveBack)
  const refused: unknown[] = []
  const replies = Array.from({ length: 4 }, async (_, at) => {
    const reply = await change(owner, `another ${at}`)
    if (reply.status === 503) refused.push([reply.body['code'], reply.headers['retry-after']])
    return reply.status
  })

  await expect
    .poll(() => refused, { timeout: 60_000 })
    .toEqual([
      ['dms.unavailable', '1'],
      ['dms.unavailable', '1'],
    ])
  expect((await unlock('open sesame')).status).toBe(503)

  giveBack()
  expect((await Promise.all(replies)).toSorted()).toEqual([200, 200, 503, 503])
})

it('[DMS-09] takes the same text however the keyboard composed it, also of shares from before', async () => {
  const [composed, apart] = ['Zo\u00eb', 'Zoe\u0308']
  const { id, unlock } = await share(apart)
  expect([(await unlock(composed)).status, (await unlock(apart)).status]).toEqual([200, 200])

  await setup.db
    .updateTable('shares')
    .set({ password_hash: await hash(apart) })
    .where('tenant_id', '=', setup.tenantId)
    .where('id', '=', id)
    .execute()

  expect([(await unlock(composed)).status, (await unlock(apart)).status]).toEqual([403, 200])
})
