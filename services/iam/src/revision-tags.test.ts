import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { apiAs } from './testing/api.ts'
import { startFreshIam, type TestIam } from './testing/start.ts'
import { world } from './testing/world.ts'

let iam: TestIam

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

interface Answer {
  readonly headers?: object
  readonly content?: Record<string, { readonly schema?: { readonly properties?: object } }>
}
type Operations = Record<string, { readonly responses?: Record<string, Answer> }>

it('whatever answers a revision names it as ETag, creations too', async () => {
  const app = await buildApp(iam.deps)
  await app.ready()
  const { paths } = (await app.openApi()) as { paths: Record<string, Operations> }
  await app.close()
  const answers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses = {} }]) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, answer]) => [`${method} ${path} ${status}`, answer] as const),
    ),
  )
  const revised = answers.filter(
    ([, { content = {} }]) => 'revision' in (content['application/json']?.schema?.properties ?? {}),
  )
  expect(revised.map(([name]) => name)).toContain('post /api/iam/v1/roles 201')
  const untagged = revised.filter(([, { headers = {} }]) => !('ETag' in headers))
  expect(untagged.map(([name]) => name)).toEqual([])
})

it('what was just made is changed by the ETag of its creation, the first or a replay', async () => {
  const admin = await apiAs(iam.url, 'admin')
  const body = { code: 'clerks', name: 'Clerks' }
  const make = () => admin('POST', '/roles', body, { 'idempotency-key': 'clerks' })
  const made = await make()
  const again = await make()
  expect([made.headers.get('etag'), again.headers.get('etag')]).toEqual(['"1"', '"1"'])
  const change = () =>
    admin('PATCH', `/roles/${String(made.body['id'])}`, { name: 'Clerks' }, { 'if-match': '"1"' })
  expect([(await change()).status, (await change()).status]).toEqual([200, 412])
})
