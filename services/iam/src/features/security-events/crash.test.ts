import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiveFeed } from '../../testing/feed.ts'
import { startIamProcesses } from '../../testing/processes.ts'
import { signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

it('[IAM-21] what a process revoked before it was killed is told by another, though it had no number', async () => {
  const receiver = await receiveFeed(iam.url)
  await receiver.poll()
  const { tokens, claims } = await signInAs(iam.url, 'employee')
  const [dying] = await startIamProcesses(iam.databaseUrl, 1, iam.url)
  if (dying === undefined) throw new Error('no process')

  const revoked = await fetch(`${dying.url}/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({
      token: tokens.access_token,
      client_id: String(claims['client_id']),
    }),
  })
  await dying.kill()
  expect(revoked.status).toBe(200)

  // Committed, and numbered by nobody: a number comes with the next look.
  const { db } = iam.deps
  const row = () =>
    db
      .selectFrom('security_events')
      .select(['position', 'kind'])
      .where('subject', '=', String(claims['jti']))
      .executeTakeFirst()
  expect(await row()).toEqual({ position: null, kind: 'token' })

  const { received } = await receiver.poll()
  expect(received).toMatchObject([
    { subject: { format: 'opaque', id: claims['jti'] }, event: 'token-revoked' },
  ])
  expect((await row())?.position).not.toBeNull()
  const config = await openid.discovery(new URL(iam.url), 'x', undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  })
  await expect(
    openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck),
  ).rejects.toThrow()
})
