import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerPages } from './pages.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  const root = fileURLToPath(new URL('testing/web/', import.meta.url))
  await app.register(registerPages, {
    root,
    issuer: 'https://platform.example',
    clientId: 'expense-spa',
  })
})
afterAll(() => app.close())

it('answers every address of the pages with the one page, and nothing else', async () => {
  for (const path of ['/', '/new', '/callback?code=1&state=2', '/expenses/42']) {
    const answer = await app.inject(path)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('<title>')])
    expect(answer.headers['cache-control']).toBe('no-cache')
  }
  for (const path of ['/other', '/../package.json', '/%2e%2e/app.ts', '/assets/']) {
    expect((await app.inject(path)).statusCode).toBeGreaterThanOrEqual(403)
  }
})

it('lets browsers keep what is named by its content, run scripts of ours, and frame it at home', async () => {
  const { headers } = await app.inject('/assets/app-1.js')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['x-content-type-options']).toBe('nosniff')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self'; style-src 'self'")
  expect(policy).toContain("connect-src 'self' https://platform.example;")
  expect(policy).toContain("frame-ancestors 'self' https://platform.example;")
  expect(policy).not.toContain('unsafe')
})
