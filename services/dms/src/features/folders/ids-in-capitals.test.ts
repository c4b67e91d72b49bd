import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Setup, setUp, type TestUser } from '../../testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

async function make(parentId?: string): Promise<string> {
  const body = { name: randomUUID(), parentId }
  return String((await call(setup, owner, 'POST', '/api/dms/folders', body)).body['id'])
}

it('a folder is moved into no folder within it, nor into itself, by ids in capitals either', async () => {
  const outer = await make()
  const inner = await make(outer)
  for (const parentId of [inner.toUpperCase(), outer.toUpperCase()]) {
    const moved = await call(setup, owner, 'PATCH', `/api/dms/folders/${outer}`, { parentId })
    expect(moved).toMatchObject({ status: 409, body: { code: 'dms.folder_cycle' } })
  }
  const same = await call(setup, owner, 'GET', `/api/dms/folders/${inner.toUpperCase()}`)
  expect(same.body).toMatchObject({ id: inner, parentId: outer })
})
