import type { RevocationFeed, Verifier } from '@countersign/auth-verifier'
import { afterEach, expect, it } from 'vitest'
import { defineProblems } from '../api/problem.ts'
import { createLogger } from '../process/log.ts'
import { createApp, type App } from './http.ts'
import { metricsOf } from './metrics.ts'

let app: App
afterEach(() => app.close())

const state = { age: Infinity, size: 0 }

/** A feed whose age and size the test sets; it is fresh for a minute, as the real one. */
const feed = {
  ageSeconds: () => state.age,
  size: () => state.size,
  isFresh: () => state.age <= 60,
} as RevocationFeed

async function start(revocations?: RevocationFeed): Promise<void> {
  app = await createApp({
    service: 'dms',
    version: '0',
    log: createLogger({ service: 'dms', level: 'silent' }),
    verifier: {} as Verifier,
    problems: defineProblems('dms', {}),
    trustedProxies: [],
    readiness: async () => ({ database: { status: 'UP' } }),
    revocations,
  })
}

const readiness = async () => {
  const { statusCode, body } = await app.inject('/actuator/health/readiness')
  return { statusCode, ...(JSON.parse(body) as object) }
}

it('[IAM-21] shows how old the last answer of the feed is, and how many revocations are remembered', async () => {
  await start(feed)
  for (const [age, shown] of [
    [Infinity, '+Inf'],
    [2.5, '2.5'],
  ] as const) {
    Object.assign(state, { age, size: 7 })
    const { text } = await metricsOf(app)
    expect(text).toContain(`revocation_feed{of="age_seconds"} ${shown}\n`)
    expect(text).toContain('revocation_feed{of="remembered"} 7\n')
  }
})

it('[IAM-21] says in its readiness whether the feed is read, and is ready all the same', async () => {
  await start(feed)
  for (const [age, status] of [
    [60, 'UP'],
    [61, 'UNKNOWN'],
    [Infinity, 'UNKNOWN'],
  ] as const) {
    Object.assign(state, { age })
    expect(await readiness()).toEqual({
      statusCode: 200,
      status: 'UP',
      components: { database: { status: 'UP' }, revocations: { status } },
    })
  }
})

it('shows nothing of a feed that is turned off', async () => {
  await start()
  expect((await metricsOf(app)).text).not.toContain('revocation_feed')
  expect(await readiness()).toMatchObject({ components: { database: { status: 'UP' } } })
  expect(await readiness()).not.toHaveProperty('components.revocations')
})
