import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findFreePort } from '@countersign/test-kit/ports'
import { expect, it, onTestFinished } from 'vitest'
import { createInstances } from './instances.ts'

it('prefers a backend that answers and knows no readiness to one that does not answer', async () => {
  const server = createServer((_request, response) => void response.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const instances = createInstances([there, `http://127.0.0.1:${await findFreePort()}`])
  onTestFinished(async () => {
    await instances.close()
    server.close()
  })
  await instances.watch()
  const chosen = [1, 2, 3].map(() => instances.choose(new Set())?.origin)
  expect(chosen).toEqual([there, there, there])
  expect(await instances.isReady()).toBe(false)
})
