import { DatabaseUnavailable } from '@countersign/service-kit/database-unavailable'
import { expect, it } from 'vitest'
import { createProviderHost } from './provider-host.ts'

it('fails before the reply is taken, when the keys cannot be read, so that the client has an answer', async () => {
  const outage = new DatabaseUnavailable('connect', new Error('nobody leads'))
  const unread = { get: () => Promise.reject(outage), refresh: () => Promise.reject(outage) }
  const build = () => Promise.reject(new Error('nothing is built without keys'))
  const host = createProviderHost(unread, build, 'https://id.example.org')
  await expect(host.handler()).rejects.toBe(outage)
})
