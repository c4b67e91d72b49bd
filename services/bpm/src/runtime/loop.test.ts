import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Directory } from '../directory.ts'
import { PeopleNeeded, withPeople } from './people/known.ts'

const members = new Map([
  ['u1', 'One'],
  ['u2', 'Two'],
])

const directory: Directory = {
  resolve: async (_tenantId, requests) =>
    new Map(
      requests
        .filter(({ ref }) => ref === 'clerks')
        .map(({ key }) => [key, { userIds: [...members.keys()], missing: false }]),
    ),
  findUsers: async (_tenantId, ids) =>
    new Map(
      ids.flatMap((id) => {
        const displayName = members.get(id)
        if (displayName === undefined) return []
        return [[id, { id, username: id, displayName, active: true }] as const]
      }),
    ),
}

it('runs the work again with what it turned out to need, names included', async () => {
  const seen: unknown[] = []
  const requests = [{ key: 'role:clerks', kind: 'role', ref: 'clerks' } as const]

  const result = await withPeople(directory, 'tenant', async ({ answers, names }) => {
    seen.push([...answers])
    if (!answers.has('role:clerks')) throw new PeopleNeeded({ requests })
    return [...names]
  })

  expect(seen).toEqual([[], [['role:clerks', ['u1', 'u2']]]])
  expect(result).toEqual([
    ['u1', 'One'],
    ['u2', 'Two'],
  ])
})

it('takes no answer for nobody, and an unknown person by their id', async () => {
  const requests = [{ key: 'role:none', kind: 'role', ref: 'none' } as const]

  const result = await withPeople(directory, 'tenant', async ({ answers, names }) => {
    if (!answers.has('role:none')) throw new PeopleNeeded({ requests, userIds: ['gone'] })
    return [answers.get('role:none'), names.get('gone')]
  })

  expect(result).toEqual([[], 'gone'])
})

it('ends for work that never has enough', async () => {
  let rounds = 0
  const work = withPeople(directory, 'tenant', async () => {
    rounds += 1
    throw new PeopleNeeded({ userIds: ['u1'] })
  })

  await expect(work).rejects.toThrow(PeopleNeeded)
  expect(rounds).toBe(50)
})

it('draws another task number when the one drawn is taken', async () => {
  const { url } = await useDatabase()
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  await sql`create table tasks (no text constraint tasks_one_per_no unique)`.execute(db)
  const numbers = ['T-1', 'T-1', 'T-2']

  const draw = () =>
    withPeople(directory, 'tenant', async () => {
      const no = numbers.shift()
      await sql`insert into tasks values (${no})`.execute(db)
      return no
    })

  expect([await draw(), await draw()]).toEqual(['T-1', 'T-2'])
})
