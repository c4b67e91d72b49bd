import { randomUUID } from 'node:crypto'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { startBody } from './support/approvals.ts'
import { allowCallbacks, declareType } from './support/callbacks.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

const receivers = (): readonly (readonly [name: string, origin: string, path: string])[] => [
  ['dms', platform().services.dms, '/internal/v1/dms/bpm-events'],
  ['sample', platform().sampleApp.callbackOrigin, '/internal/bpm-events'],
]

let application: FakeBusinessApp
beforeAll(async () => {
  application = await startFakeBusinessApp()
  await allowCallbacks(application.origin)
})
afterAll(() => application.close())

/** Starts an approval of a business type of one's own, whose events go to that address. */
async function startWithCallback(origin: string, path: string): Promise<string> {
  const code = `addressed-${randomUUID().slice(0, 8)}`
  await declareType(code, origin, path)
  const started = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: startBody(code, { amount: 20 }),
  })
  expect(started.status).toBe(201)
  return String(started.body['id'])
}

interface Delivery {
  readonly sequence: number
  readonly lastAttempt: {
    readonly httpStatus: number
    readonly responseExcerpt: string | null
  } | null
}

/** What is told of the answer to the first event; undefined while the receiver was not asked. */
async function firstAnswer(instanceId: string): Promise<unknown> {
  const token = await tokenOf('admin')
  const path = `/api/bpm/v1/deliveries?instanceId=${instanceId}`
  const { body } = await call('GET', path, { token })
  const deliveries = body['items'] as unknown as readonly Delivery[]
  const attempt = deliveries.find(({ sequence }) => sequence === 1)?.lastAttempt
  if (attempt === undefined || attempt === null) return undefined
  return { status: attempt.httpStatus, excerpt: attempt.responseExcerpt }
}

describe('an event', () => {
  it('[EVT-01] comes with a token for its receiver, which is worth nothing at another', async () => {
    await startWithCallback(application.origin, '/events')
    await expect.poll(() => application.deliveries.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const [captured] = application.deliveries
    if (captured === undefined) throw new Error('nothing was delivered')
    const bearer = String(captured.headers['authorization'])
    expect(decodeJwt(bearer.slice('Bearer '.length)).aud).toEqual([
      platform().baseUrl,
      application.origin,
    ])
    for (const [name, origin, path] of receivers()) {
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers: Object.fromEntries(
          Object.entries(captured.headers).filter(([header]) =>
            /^(authorization|content-type|ce-|webhook-)/.test(header),
          ) as [string, string][],
        ),
        body: captured.body,
      })
      const { code } = (await answer.json()) as { code?: string }
      expect([name, answer.status, code]).toEqual([name, 403, 'event.audience_mismatch'])
    }
  })

  it('[EVT-01] of a business type that somebody made is refused where another one is decided', async () => {
    for (const [name, origin, path] of receivers()) {
      const instanceId = await startWithCallback(origin, path)
      await expect
        .poll(() => firstAnswer(instanceId), { timeout: 30_000, message: name })
        // It has a private address here: what it says of that stays there.
        .toEqual({ status: 403, excerpt: null })
    }
  })
})
