import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findFreePort } from '@countersign/test-kit/ports'
import { expect, it, onTestFinished } from 'vitest'
import { createInstances, type Instance } from './instances.ts'

/** One process for each, which answers so; what is taken away from them, and the one that is asked next. */
async function watchTwice(...answers: readonly RequestListener[]) {
  const servers = answers.map((answer) => createServer(answer).listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const origins = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
  const instances = createInstances(origins)
  onTestFinished(async () => {
    await instances.close()
    for (const server of servers) server.close().closeAllConnections()
  })
  const moved: number[] = []
  const tried = new Set<Instance>()
  for (let one = instances.choose(tried); one !== undefined; one = instances.choose(tried)) {
    const index = origins.indexOf(one.origin)
    one.waiting.add(() => moved.push(index))
    tried.add(one)
  }
  await instances.watch()
  await instances.watch()
  return { moved, next: origins.indexOf(instances.choose(new Set())?.origin ?? '') }
}

const isReady: RequestListener = (_request, response) => void response.end('{}')
const isSilent: RequestListener = () => {}
// As a service does whose database answers nothing.
const isUnreadyLate: RequestListener = (_request, response) => {
  setTimeout(() => response.writeHead(503).end('{}'), 1_500)
}

it('takes away what waits for a silent process, to another that is well', async () => {
  expect(await watchTwice(isSilent, isReady)).toEqual({ moved: [0], next: 1 })
})

it('takes away nothing where no other is well', async () => {
  expect((await watchTwice(isSilent, isSilent)).moved).toEqual([])
})

it('takes a process that says late that it is not ready for none that is silent', async () => {
  expect(await watchTwice(isUnreadyLate, isReady)).toEqual({ moved: [], next: 1 })
})

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
