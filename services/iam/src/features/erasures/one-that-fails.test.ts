import { createLogger } from '@countersign/service-kit/log'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { password, userIds, world } from '../../testing/world.ts'
import { eraseNext } from './erase.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

beforeEach(async () => {
  const started = await startFreshIam()
  onTestFinished(started.stop)
  iam = started
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})

const first = userIds.employee
const second = userIds.newcomer
const minuteMs = 60_000
const dueAt = Date.now() + 8 * 24 * 60 * minuteMs
// What fails here is said in the log, by the hundred where others look for what is wrong.
const log = createLogger({ service: 'iam', level: 'silent' })
const finish = async (minutes = 0) => {
  const now = () => new Date(dueAt + minutes * minuteMs)
  const deps = { db: iam.deps.db, now, log, erasure: { waitingMs: 0, services: [] } }
  let steps = 0
  // Were a failing one taken again and again, this would not end.
  while (steps < 20 && (await eraseNext(deps)) > 0) steps += 1
  return steps
}
const ask = async (id: string) => {
  expect((await admin('PUT', `/users/${id}/status`, { status: 'disabled' })).status).toBe(200)
  expect((await admin('POST', `/users/${id}/erasure`)).status).toBe(202)
}
const states = () =>
  Promise.all(
    [first, second].map(async (id) => (await admin('GET', `/users/${id}/erasure`)).body['state']),
  )

it.each([
  ['begins', 'erasures', `new.user_id = '${first}' and new.begun_at is not null`, 'WAITING'],
  ['forgets', 'users', `new.id = '${first}' and new.erased_at is not null`, 'ERASING'],
  ['ends', 'erasures', `new.user_id = '${first}' and new.ended_at is not null`, 'ERASING'],
])('holds up no other, and is tried again later: one that %s', async (_, table, when, state) => {
  await iam.asOwner(`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'as the test has it'; end $$;
    create trigger fails before update on ${table} for each row when (${when}) execute function fail()`)
  await ask(first)
  await ask(second)
  expect(await finish()).toBeLessThan(20)
  expect(await states()).toEqual([state, 'DONE'])
  await iam.asOwner(`drop trigger fails on ${table}`)
  expect(await finish(4)).toBe(0)
  await finish(6)
  expect(await states()).toEqual(['DONE', 'DONE'])
})

it('leaves who chose a name like that of a person who is erased as they are', async () => {
  const name = `erased-${first}`
  const body = { username: name, displayName: 'Namesake', password, mustChangePassword: false }
  const made = await admin('POST', '/users', body)
  expect(made.status).toBe(201)
  await ask(first)
  await ask(second)
  await finish()
  expect(await states()).toEqual(['DONE', 'DONE'])
  const namesake = await admin('GET', `/users/${String(made.body['id'])}`)
  expect(namesake.body).toMatchObject({ username: name, status: 'active' })
})
