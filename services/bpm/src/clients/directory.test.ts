import { createHttpClient } from '@countersign/service-kit/http-client'
import { createServiceTokens } from '@countersign/service-kit/service-token'
import { createClock } from '@countersign/test-kit/clock'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDirectory, type Directory } from './directory.ts'
import { fakeCredentials, startFakeIam, type FakeIam } from '../testing/fake-iam.ts'

let iam: FakeIam
let directory: Directory
let tenantId: string
const clock = createClock()
const http = createHttpClient({ userAgent: 'test' })

beforeAll(async () => {
  iam = await startFakeIam()
})
afterAll(() => Promise.all([iam.close(), http.close()]))
beforeEach(() => {
  tenantId = uuidv7()
  iam.requests.length = 0
  iam.failWith = undefined
  const { now } = clock
  const tokens = createServiceTokens({
    tokenUrl: `${iam.url}/oauth2/token`,
    ...fakeCredentials,
    http,
    now,
  })
  directory = createDirectory({ iamUrl: iam.url, http, tokens, now })
})

function add(username: string, tenant = tenantId): string {
  const id = uuidv7()
  const person = { id, tenantId: tenant, username, displayName: username, active: true }
  iam.people.push({ ...person, roles: ['clerk'] })
  return id
}

it('knows the members of the tenant it is asked about, and no others', async () => {
  const own = add('own')
  const foreign = add('foreign', uuidv7())

  const users = await directory.findUsers(tenantId, [own, foreign, uuidv7()])

  expect([...users.keys()]).toEqual([own])
  expect(users.get(own)).toMatchObject({ username: 'own', active: true })
})

it('asks about many in few requests, and about the same within ten seconds not at all', async () => {
  const ids = Array.from({ length: 250 }, (_, at) => add(`user${at}`))

  expect((await directory.findUsers(tenantId, [...ids, ...ids])).size).toBe(250)
  expect(iam.requests).toHaveLength(3)
  await directory.findUsers(tenantId, ids)
  expect(iam.requests).toHaveLength(3)
  clock.advance(10_001)
  await directory.findUsers(tenantId, ids)
  expect(iam.requests).toHaveLength(6)
})

it('is told of groups that each have a large company in them', async () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => add(`clerk${at}`))
  const keys = ['a', 'b', 'c', 'd']

  const found = await directory.resolve(
    tenantId,
    keys.map((key) => ({ key, kind: 'role', ref: 'clerk' })),
  )

  expect(keys.map((key) => found.get(key)?.userIds.length)).toEqual(keys.map(() => ids.length))
  iam.people.length = 0
})

it('asks once for all who want to know the same at the same moment', async () => {
  const clerk = add('clerk')
  const question = { key: 'a', kind: 'role', ref: 'clerk' } as const

  const found = await Promise.all([
    ...Array.from({ length: 10 }, () => directory.findUsers(tenantId, [clerk])),
    ...Array.from({ length: 10 }, () => directory.resolve(tenantId, [question])),
  ])

  expect(found.map(({ size }) => size)).toEqual(found.map(() => 1))
  expect(iam.requests).toHaveLength(2)
})

it('answers questions by their key, remembers them by what they ask', async () => {
  const clerk = add('clerk')
  const role = { kind: 'role', ref: 'clerk' } as const

  const answers = await directory.resolve(tenantId, [
    { key: 'a', ...role },
    { key: 'b', kind: 'role', ref: 'nobody' },
  ])
  const again = await directory.resolve(tenantId, [{ key: 'c', ...role }])

  expect(answers.get('a')).toEqual({ userIds: [clerk], missing: false })
  expect(answers.get('b')).toEqual({ userIds: [], missing: true })
  expect(again.get('c')?.userIds).toEqual([clerk])
  expect(iam.requests).toHaveLength(1)
})

it('keeps the answers of tenants apart', async () => {
  add('clerk')
  const question = { key: 'a', kind: 'role', ref: 'clerk' } as const
  await directory.resolve(tenantId, [question])

  const elsewhere = await directory.resolve(uuidv7(), [question])

  expect(elsewhere.get('a')?.userIds).toEqual([])
})

it('asks for a new token once when iam refuses the one it has', async () => {
  const id = add('someone')
  iam.failWith = 401

  await expect(directory.findUsers(tenantId, [id])).rejects.toMatchObject({
    code: 'bpm.directory_unavailable',
  })
  expect(iam.requests).toHaveLength(2)
  iam.failWith = undefined
  expect((await directory.findUsers(tenantId, [id])).size).toBe(1)
})

it.each([500, 503, 403, 302])('is unavailable when iam answers %d', async (status) => {
  iam.failWith = status

  await expect(directory.findUsers(tenantId, [uuidv7()])).rejects.toMatchObject({
    code: 'bpm.directory_unavailable',
    status: 503,
  })
})
