import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { listRoutes } from '../testing/routes.ts'
import { startFreshIam } from '../testing/start.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
})
afterAll(() => iam.stop())

/** For people and their browsers, or the kit's own; `*` is for questions of other origins. */
const BESIDE =
  /^\w+ (\*|\/(signin|signout|docs|openapi|actuator|oauth2\/authorize\/|\.well-known\/oauth-protected-resource))/

const operationsOf = (document: object): readonly string[] => {
  const { paths } = document as { paths: Readonly<Record<string, object>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

it('has every route that is no page and in no other document, and nothing else', async () => {
  const app = await buildApp(iam.deps)
  await app.ready()
  const own = new Set(operationsOf(await app.openApi()))
  const protocols = operationsOf((await app.inject('/openapi-protocols.json')).json())
  await app.close()
  // Setting a state is a PUT; the same POST is for clients that see an act in it.
  const isOwn = (name: string) => own.has(name) || own.has(name.replace('POST', 'PUT'))
  const served = (await listRoutes(iam.deps))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((name) => !isOwn(name) && !BESIDE.test(name))

  expect(protocols.toSorted()).toEqual([...new Set(served)].toSorted())
  expect(protocols.length).toBeGreaterThan(25)
})
