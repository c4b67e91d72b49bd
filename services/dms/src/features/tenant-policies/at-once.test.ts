import { afterAll, beforeAll, expect, it } from 'vitest'
import { allPermissions, call, type Setup, setUp } from '../../testing/setup.ts'

let setup: Setup
beforeAll(async () => {
  setup = await setUp()
})
afterAll(() => setup.close())

it.each([
  ['scan-policy', { policy: 'REQUIRE_CLEAN' }],
  ['task-reading-policy', { keepSeconds: 60 }],
  ['record-filing-policy', { languages: ['en'] }],
])(
  '%s: of those who say something at once each is heard, and of those over one revision one',
  async (name, said) => {
    const admin = setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })
    const say = (headers = {}) => call(setup, admin, 'PUT', `/api/dms/${name}`, said, headers)
    const replies = await Promise.all(Array.from({ length: 8 }, () => say()))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(replies.map(({ body }) => body['revision']).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const over = await Promise.all(Array.from({ length: 4 }, () => say({ 'if-match': '"8"' })))
    expect(over.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  },
)
