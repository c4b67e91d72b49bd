import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { startMetrics } from './metrics.ts'

async function read(feed: Parameters<typeof startMetrics>[1], path = '/metrics') {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const server = await startMetrics({ host: '127.0.0.1', managementPort: 0 }, feed, stop.signal)
  if (server === undefined) throw new Error('nothing listens')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, text: await answer.text() }
}

it.each([
  [12.5, '12.5'],
  [Infinity, '+Inf'],
])('shows the age %s of the feed of revocations, and what is remembered', async (age, shown) => {
  const { status, text } = await read({ ageSeconds: () => age, size: () => 3 })
  expect(status).toBe(200)
  expect(text).toContain(`\nrevocation_feed{of="age_seconds"} ${shown}\n`)
  expect(text).toContain('\nrevocation_feed{of="remembered"} 3\n')
})

it('shows nothing where the feed is turned off, and nothing else anywhere', async () => {
  expect(await read(undefined)).toEqual({ status: 200, text: '' })
  expect((await read(undefined, '/')).status).toBe(404)
})

it('takes what to do while the feed is down from the environment, and nothing unknown', () => {
  const env = {
    DATABASE_URL: 'postgres://x',
    ISSUER_URL: 'http://platform',
    CLIENT_ID: 'a',
    CLIENT_SECRET: 'b',
    TENANT_IDS: 't',
    WORKFLOW_CLIENT_ID: 'w',
  }
  expect(readConfig(env)).toMatchObject({ revocationFeed: 'open', managementPort: undefined })
  const closed = { ...env, REVOCATION_FEED: 'closed', MANAGEMENT_PORT: '9104' }
  expect(readConfig(closed)).toMatchObject({ revocationFeed: 'closed', managementPort: 9104 })
  expect(() => readConfig({ ...env, REVOCATION_FEED: 'maybe' })).toThrow(/REVOCATION_FEED/)
})
