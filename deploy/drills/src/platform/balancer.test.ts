import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layoutOf, prepareLayout } from '@countersign/local/layout'
import { findFreePort } from '@countersign/test-kit/ports'
import { expect, it, onTestFinished } from 'vitest'
import { startBalancer } from './balancer.ts'

/** A process that is ready, and answers, or breaks off whatever else it is asked. */
async function startProcess(breaksOff: boolean) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    if (request.url === '/actuator/health/readiness') return response.end()
    asked.push(request.method ?? '')
    if (breaksOff) return request.socket.destroy()
    return response.end('done')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

it(
  'sends what only reads again where it breaks off, and nothing else',
  { tags: 'haproxy' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-balancer-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const layout = layoutOf(folder)
    await prepareLayout(layout)
    const [dying, well] = [await startProcess(true), await startProcess(false)]
    const port = await findFreePort()
    const instances = [dying, well].map(({ url }, index) => ({ index, url }))
    const front = { service: 'gateway' as const, port, instances }
    const plan = { layout, baseEnv: { PATH: process.env['PATH'] ?? '' } }
    const balancer = await startBalancer(plan, [front], () => {})
    onTestFinished(() => balancer.stop())
    /** HAProxy ends a client's connection without a word where that may be its first sign of trouble. */
    const ask = async (method: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/work`, { method }).catch(() => undefined)
      return answer?.status ?? 'broken off'
    }
    const askAll = (method: string) => Promise.all(Array.from({ length: 8 }, () => ask(method)))
    const allGood = Array.from({ length: 8 }, () => 200)

    // By new connections, and by those that were kept.
    expect(await askAll('GET')).toEqual(allGood)
    expect(await askAll('GET')).toEqual(allGood)
    expect(dying.asked.filter((method) => method === 'GET')).not.toEqual([])
    const answers = await askAll('POST')
    const [lost, done] = [dying, well].map(({ asked }) => asked.filter((one) => one === 'POST'))
    expect(lost).not.toEqual([])
    expect([...(lost ?? []), ...(done ?? [])]).toHaveLength(8)
    expect(answers.filter((status) => status === 200)).toHaveLength(done?.length ?? 0)
  },
)
