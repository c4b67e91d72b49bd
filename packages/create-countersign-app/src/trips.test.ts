import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Caller } from '@countersign/auth-verifier'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../template/src/database.ts'
import { registerTrips } from '../template/src/trips.ts'

const tenantId = randomUUID()

/** The platform, which starts approvals and shows them to Ada, who asks, and to Bo, who decides. */
async function startPlatform() {
  const instance = { id: randomUUID(), status: 'RUNNING' }
  let isAway = false
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const isSeen = headers.authorization !== 'Bearer eve' && url?.endsWith(instance.id)
    const status = method === 'POST' ? 201 : isSeen ? 200 : 404
    response.writeHead(isAway ? 503 : status).end(JSON.stringify(instance))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { platformUrl: `http://127.0.0.1:${port}`, goAway: () => (isAway = true) }
}

/** The API, to which a token is the name of whose it is. */
async function startApi(platformUrl: string) {
  const subjects = new Map<string, string>()
  const db = openDatabase('memory://')
  const api = Fastify()
  api.decorateRequest('caller')
  api.addHook('onRequest', async (request) => {
    const [, name = ''] = request.headers.authorization?.split(' ') ?? []
    const subject = subjects.get(name) ?? randomUUID()
    subjects.set(name, subject)
    request.caller = { tenantId: name === 'mallory' ? randomUUID() : tenantId, subject } as Caller
  })
  const client = { clientId: 'travel', clientSecret: 'none', spaClientId: 'travel-pages' }
  const own = { port: 0, origin: 'http://localhost', tenantId, database: '' }
  registerTrips(api, db, { platformUrl, ...client, ...own })
  onTestFinished(async () => {
    await api.close()
    await db.destroy()
  })
  return async (name: string, method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${name}` }
    const sent = payload === undefined ? {} : { payload }
    const answer = await api.inject({ method, url, headers, ...sent })
    return { status: answer.statusCode, body: answer.json() }
  }
}

it('is one trip for one id, also when it is sent twice at once', async () => {
  const { platformUrl } = await startPlatform()
  const call = await startApi(platformUrl)
  const wanted = { id: randomUUID(), reason: 'Trade fair', amount: 900 }
  const answers = await Promise.all([1, 2].map(() => call('ada', 'POST', '/api/trips', wanted)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const changed = await call('ada', 'POST', '/api/trips', { ...wanted, amount: 1 })
  expect(changed.body).toMatchObject(wanted)
  expect((await call('ada', 'GET', '/api/trips')).body).toMatchObject([wanted])
  expect((await call('eve', 'POST', '/api/trips', wanted)).status).toBe(404)
})

it('shows a trip to its owner, and to whom the platform shows its approval', async () => {
  const { platformUrl, goAway } = await startPlatform()
  const call = await startApi(platformUrl)
  const wanted = { id: randomUUID(), reason: 'Trade fair', amount: 900 }
  await call('ada', 'POST', '/api/trips', wanted)
  const seen = async (name: string, id = wanted.id) =>
    (await call(name, 'GET', `/api/trips/${id}`)).status
  expect([await seen('bo'), await seen('eve'), await seen('mallory')]).toEqual([200, 404, 404])
  expect(await seen('ada', randomUUID())).toBe(404)
  expect((await call('bo', 'GET', '/api/trips')).body).toEqual([])
  goAway()
  expect([await seen('ada'), await seen('bo')]).toEqual([200, 500])
})
