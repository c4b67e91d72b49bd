import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { ageSessions } from '../../testing/session-age.ts'
import { signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let token: string

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  token = (await signInAs(iam.url, 'admin')).tokens.access_token
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

async function upload(csv: string, type = 'text/csv', bearer = token) {
  const response = await fetch(`${iam.url}/api/iam/v1/users/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
    body: csv,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const file = `username,displayName,email,password,department,post,roles
Ada,"Lovelace, Ada",ada@acme.example,quite a long analytical engine,sales,clerk,employee;finance
grace,Grace Hopper,,,,,
employee,Taken Already,,,,,
x y,No Name At All,not a mail,,,,
weak,Weak Password,,password123,,,
lost,Lost,,,nowhere,,
odd,Odd,,,,,nonsense
boss,Boss,,,,,platform
long,Long,,,,,,one,two
short,Short
`

describe('the import of users', () => {
  it('makes the good rows and reports the bad ones with line and column', async () => {
    const { status, body } = await upload(file)
    expect(status).toBe(200)
    expect(body).toMatchObject({ created: 2, refused: 8 })
    const errors = body['errors'] as Record<string, unknown>[]
    expect(errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [4, 'username', 'iam.username_taken'],
      [5, 'username', 'wrong_format'],
      [5, 'email', 'wrong_format'],
      [6, 'password', 'iam.password_weak'],
      [7, 'department', 'iam.department_unknown'],
      [8, 'roles', 'iam.role_unknown'],
      [9, 'roles', 'iam.permission_reserved'],
      [10, null, 'wrong_format'],
      [11, null, 'wrong_format'],
    ])
    expect(JSON.stringify(body)).not.toContain('password123')
  })

  it('leaves nothing of a row that was refused, and gives the others their place', async () => {
    const { items = [] } = (await admin('GET', '/users?limit=200')).body
    const names = items.map(({ username }) => username)
    expect(names).toEqual(expect.arrayContaining(['ada', 'grace']))
    for (const refused of ['lost', 'odd', 'boss', 'weak']) expect(names).not.toContain(refused)
    const ada = items.find(({ username }) => username === 'ada')
    expect(ada).toMatchObject({ displayName: 'Lovelace, Ada', mustChangePassword: true })
    const member = await admin('GET', `/members/${String(ada?.['id'])}`)
    expect(member.body).toMatchObject({
      post: 'clerk',
      roles: [{ code: 'employee' }, { code: 'finance' }],
    })
  })

  it('[IAM-21] asks for a fresh sign-in before its first row, and does not break off at a later one', async () => {
    const { db } = iam.deps
    const csv = 'username,displayName\nold1,Old\nold2,Old\nold3,Old'
    // The first row waits for somebody who has the name, and the sign-in grows old meanwhile.
    const other = await db.startTransaction().execute()
    const { rows } = await sql<{ pid: number }>`
      insert into users (id, username, display_name) values (${randomUUID()}, 'old1', 'Other')
      returning pg_backend_pid() as pid`.execute(other)
    const answer = upload(csv)
    await expect
      .poll(async () => {
        const found = await sql`
          select from pg_stat_activity where ${rows[0]?.pid}::int = any(pg_blocking_pids(pid))`.execute(
          db,
        )
        return found.rows.length
      })
      .toBe(1)
    await ageSessions(db, 660)
    await other.rollback().execute()
    expect(await answer).toMatchObject({ status: 200, body: { created: 3, refused: 0 } })
    expect(await upload(csv)).toMatchObject({
      status: 401,
      body: { code: 'auth.insufficient_authentication' },
    })
    await ageSessions(db, 0)
  })

  it('[IAM-21] places nobody for who may make accounts alone', async () => {
    const makers = { code: 'makers', name: 'Makers', permissions: ['iam:user:write'] }
    expect((await admin('POST', '/roles', makers)).status).toBe(201)
    const given = await admin('PUT', `/members/${userIds.manager}`, { roles: ['makers'] })
    expect(given.status).toBe(200)
    const { tokens } = await signInAs(iam.url, 'manager')
    const csv = `username,displayName,department,post,roles
plain,Plain,,,
posted,Posted,,clerk,
placed,Placed,sales,clerk,
mighty,Mighty,,,admin`
    const { body } = await upload(csv, 'text/csv', tokens.access_token)
    const reserved = { code: 'iam.permission_reserved' }
    expect(body).toMatchObject({
      created: 1,
      errors: [
        { line: 3, column: 'post', ...reserved },
        { line: 4, column: 'department', ...reserved },
        { line: 5, column: 'roles', ...reserved },
      ],
    })
    const { items = [] } = (await admin('GET', '/users?limit=200')).body
    const names = items.map(({ username }) => username)
    expect(names).toContain('plain')
    for (const refused of ['posted', 'placed', 'mighty']) expect(names).not.toContain(refused)
  })

  it('twice at once makes each account once', async () => {
    const csv = `username,displayName\n${Array.from({ length: 10 }, (_, i) => `twin${i},Twin`).join('\n')}`
    const answers = await Promise.all([upload(csv), upload(csv)])
    const created = answers.map(({ body }) => Number(body['created']))
    expect(created.reduce((sum, count) => sum + count)).toBe(10)
  })

  it.each([
    ['an unknown column', 'username,displayName,admin\na,b,c', 'unknown_column'],
    ['a missing column', 'username\na', 'missing_column'],
    ['a column twice', 'username,displayName,username\na,b,c', 'duplicate_column'],
    ['a quote that does not end', 'username,displayName\n"a,b', 'wrong_format'],
    ['no header line', '', 'missing_column'],
    ['too many rows', `username,displayName\n${'a,b\n'.repeat(501)}`, 'too_many'],
  ])('refuses a file with %s', async (_what, csv, code) => {
    expect(await upload(csv)).toMatchObject({
      status: 400,
      body: { code: 'iam.invalid_request', errors: [{ code }] },
    })
  })

  it('takes CSV alone', async () => {
    expect((await upload('{}', 'application/json')).status).toBeGreaterThanOrEqual(400)
    expect((await upload('x', 'text/plain')).status).toBe(415)
  })
})

it('refuses a line that is longer than any row, before its cells are read', async () => {
  const { status, body } = await upload(`username,displayName\n${','.repeat(20_001)}`)
  expect(status).toBe(400)
  expect(body['errors']).toMatchObject([{ code: 'wrong_format', pointer: '' }])
  expect((await upload(`username,displayName\n${','.repeat(20_000)}`)).status).toBe(200)
})
