import { startTraced, type Traced } from '@countersign/test-kit/traced'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInAs } from './testing/sign-in.ts'
import { startFreshIam } from './testing/start.ts'
import { password, world } from './testing/world.ts'

let traced: Traced
let iam: Awaited<ReturnType<typeof startFreshIam>>
beforeAll(async () => {
  traced = await startTraced('iam')
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(async () => {
  await iam.stop()
  await traced.stop()
})

it('a sign-in has a span for each of its requests with the statements below it, and no span holds a secret of it', async () => {
  const { tokens } = await signInAs(iam.url, 'employee')

  const find = (name: string) => traced.spans().find((span) => span.name === name)
  const requests = ['GET /oauth2/authorize', 'POST /signin', 'POST /oauth2/token']
  await expect.poll(() => requests.filter((name) => find(name) === undefined)).toEqual([])
  for (const name of requests) {
    const request = find(name)
    expect(request).toMatchObject({ service: 'countersign-iam', kind: 2 })
    const below = traced
      .spans()
      .filter(({ parentSpanId, kind }) => parentSpanId === request?.spanId && kind === 3)
    expect(
      below.map(({ attributes }) => attributes['db.system.name']),
      name,
    ).toContain('postgresql')
  }
  const told = JSON.stringify(traced.spans())
  const { access_token: access, refresh_token: refresh = '' } = tokens
  for (const hidden of [password, access, refresh, 'code_verifier=', 'employee'])
    expect(told).not.toContain(hidden)
})
