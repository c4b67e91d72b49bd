import type { Verifier } from '@countersign/auth-verifier'
import { type App, createApp } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { defineProblems } from '@countersign/service-kit/problem'
import { closed, Revision } from '@countersign/service-kit/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchAnswers } from './watch.ts'

const problems = defineProblems('bpm', { example_refused: { status: 422, title: 'Refused' } })
const { takeFaults, end } = watchAnswers()
const foreign = {
  description: 'By the rules of another protocol.',
  headers: { 'X-Request-Id': { schema: { type: 'string' } } },
  content: { 'application/json': { schema: { properties: { size: { minimum: 1 } } } } },
}
let app: App

beforeAll(async () => {
  app = await createApp({
    service: 'bpm',
    version: '0',
    log: createLogger({ service: 'bpm', level: 'silent' }),
    verifier: { proofCounts: () => ({}) } as Verifier,
    problems,
    trustedProxies: [],
    loadRouteDocs: async () => ({
      facts: {
        'GET /things/{id}': { codes: ['bpm.example_refused'], reads: [], sends: ['etag'] },
        'HEAD /offsets/{id}': { codes: [], reads: [], sends: ['upload-offset'] },
      },
    }),
    protocols: { paths: { '/foreign': { get: { responses: { 200: foreign } } } } },
  })
  app.get(
    '/foreign',
    { config: { caller: 'anyone' }, schema: { hide: true } },
    (request, reply) => {
      const { size } = request.query as { readonly size: string }
      const body = JSON.stringify({ size: Number(size) })
      if (request.headers['x-past'] === undefined)
        return reply.type('application/json').serializer(String).send(body)
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'application/json' }).end(body)
      return reply
    },
  )
  app.get(
    '/things/:id',
    {
      config: { caller: 'anyone' },
      schema: {
        response: { 200: closed({ size: Revision }) },
      },
    },
    async ({ params }, reply) => {
      const { id } = params as { readonly id: string }
      if (id === 'refused') throw problems.example_refused()
      if (id === 'hidden') throw problems.not_found()
      if (id === 'made') void reply.code(201 as never)
      if (id === 'text') return reply.type('text/plain').send('1' as never)
      if (id === 'marked') void reply.header('x-mark', '1')
      if (id === 'tagged') void reply.header('etag', '"1"')
      return { size: id === 'small' ? 0 : 1 }
    },
  )
  app.head(
    '/offsets/:id',
    {
      config: { caller: 'anyone', swagger: { exposeHeadRoute: true } },
      schema: { response: { 204: { type: 'null' } } },
    },
    async ({ params }, reply) => {
      const { id } = params as { readonly id: string }
      if (id === 'refused') throw problems.example_refused()
      return reply
        .code(204)
        .header('upload-offset', id === 'odd' ? 'two' : '2')
        .send(null)
    },
  )
})
afterAll(async () => {
  await app.close()
  end()
})

it.each([
  ['of the declared shape', 'whole', []],
  ['with a declared header', 'tagged', []],
  ['with a declared code', 'refused', []],
  ['of another status', 'made', ['status 201 is not declared']],
  ['with a code that was not found', 'hidden', ['status 404 bpm.not_found is not declared']],
  ['of another media type', 'text', ['200 has a body of text/plain']],
  ['with a header more', 'marked', ['200 has the header x-mark']],
  ['of another shape', 'small', ['200 has /size must be >= 1']],
])('says what is undeclared of an answer %s', async (_, id, faults) => {
  await app.inject(`/things/${id}`)
  expect(takeFaults()).toEqual(faults.map((fault) => `GET /things/{id}: ${fault}`))
})

it('looks at a HEAD as at the GET, without its body', async () => {
  await app.inject({ method: 'HEAD', url: '/things/marked' })
  expect(takeFaults()).toEqual(['GET /things/{id}: 200 has the header x-mark'])
})

it('holds a HEAD that has a route of its own against what is declared of it', async () => {
  await app.inject({ method: 'HEAD', url: '/offsets/known' })
  expect(takeFaults()).toEqual([])
  await app.inject({ method: 'HEAD', url: '/offsets/odd' })
  expect(takeFaults()).toEqual(['HEAD /offsets/{id}: 204 has upload-offset: two'])
  await app.inject({ method: 'HEAD', url: '/offsets/refused' })
  expect(takeFaults()).toEqual([
    'HEAD /offsets/{id}: status 422 bpm.example_refused is not declared',
  ])
})

it.each([
  ['by the framework', {}],
  ['past it', { 'x-past': '1' }],
])('holds what another protocol answers %s against its own document', async (_, headers) => {
  await app.inject({ url: '/foreign?size=1', headers })
  expect(takeFaults()).toEqual([])
  await app.inject({ url: '/foreign?size=0', headers })
  expect(takeFaults()).toEqual(['GET /foreign: 200 has /size must be >= 1'])
})
