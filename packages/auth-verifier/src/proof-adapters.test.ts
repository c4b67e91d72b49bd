import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import express from 'express'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate as authenticateExpress } from './express.ts'
import { countersignAuth } from './fastify.ts'
import { authenticate as authenticateFetch, authErrorResponse } from './fetch.ts'
import { authenticate as authenticateNode, sendAuthError } from './node-http.ts'
import {
  createTestIssuer,
  createTestProofKey,
  type TestIssuer,
  type TestProofKey,
} from './testing.ts'
import { createVerifier, type Verifier } from './verifier.ts'

// Behind a gateway: clients know another address than the one that the server listens on.
const origin = 'https://api.example'

let issuer: TestIssuer
let key: TestProofKey
let token: string
beforeAll(async () => {
  issuer = await createTestIssuer()
  key = await createTestProofKey(issuer.now)
  token = issuer.userToken({ sub: 'anna', claims: { cnf: { jkt: key.jkt } } })
})
afterAll(() => issuer.close())

interface Server {
  readonly send: (path: string, headers: Headers) => Promise<Response>
  readonly close: () => Promise<unknown>
}

const at =
  (port: number): Server['send'] =>
  (path, headers) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })

const servers: Record<string, (verifier: Verifier) => Promise<Server>> = {
  async fastify(verifier) {
    const app = fastify()
    await app.register(countersignAuth, { verifier })
    app.get('/api/expenses', ({ caller }) => caller.subject)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return { send: at(port), close: () => app.close() }
  },
  async express(verifier) {
    const router = express.Router()
    router.use(authenticateExpress({ verifier }))
    router.get('/expenses', ({ caller }, response) => void response.send(caller.subject))
    // An outer router takes a part of the path away.
    return listen(createServer(express().use('/api', router)))
  },
  async node(verifier) {
    const server = createServer((request, response) => {
      authenticateNode(verifier, request).then(
        ({ subject }) => response.end(subject),
        (error: unknown) => sendAuthError(response, error),
      )
    })
    return listen(server)
  },
  async fetch(verifier) {
    const send: Server['send'] = async (path, headers) => {
      try {
        const request = new Request(`http://10.0.0.7${path}`, { headers })
        return new Response((await authenticateFetch(verifier, request)).subject)
      } catch (error) {
        return authErrorResponse(error)
      }
    }
    return { send, close: async () => undefined }
  },
}

async function listen(server: ReturnType<typeof createServer>): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { send: at(port), close: async () => server.close() }
}

describe.each(Object.entries(servers))('with %s a bound token', (_name, start) => {
  let server: Server
  beforeAll(async () => {
    server = await start(createVerifier({ ...issuer, publicOrigins: [origin] }))
  })
  afterAll(() => server.close())

  const send = (authorization: string, ...proofs: string[]) => {
    const headers = new Headers({ authorization })
    for (const proof of proofs) headers.append('dpop', proof)
    return server.send('/api/expenses?page=2', headers)
  }
  const prove = () => key.prove({ method: 'GET', url: `${origin}/api/expenses`, token })

  it('is taken with a proof for the address that the client knows', async () => {
    const answer = await send(`DPoP ${token}`, prove())
    expect([answer.status, await answer.text()]).toEqual([200, 'anna'])
  })

  it.each([
    ['as a bearer token', 'auth.invalid_token', () => send(`Bearer ${token}`)],
    ['as one beside a proof', 'auth.invalid_token', () => send(`Bearer ${token}`, prove())],
    ['without a proof', 'auth.invalid_dpop_proof', () => send(`DPoP ${token}`)],
    ['with two', 'auth.invalid_dpop_proof', () => send(`DPoP ${token}`, prove(), prove())],
    [
      'with one for the inner address',
      'auth.invalid_dpop_proof',
      () =>
        send(
          `DPoP ${token}`,
          key.prove({ method: 'GET', url: 'http://127.0.0.1/api/expenses', token }),
        ),
    ],
    [
      'with one that was used',
      'auth.invalid_dpop_proof',
      async () => {
        const proof = prove()
        await send(`DPoP ${token}`, proof)
        return send(`DPoP ${token}`, proof)
      },
    ],
  ])('is refused %s', async (_how, code, present) => {
    const answer = await present()
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code })
    expect(answer.headers.get('www-authenticate')).toMatch(/^DPoP error=".*, algs="ES256 /)
  })
})
