import { createVerifier } from '@countersign/auth-verifier'
import { createLogger } from '@countersign/service-kit/log'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { startUpstream } from './testing/upstreams.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
let issuer: Awaited<ReturnType<typeof createTestIssuer>>
let app: Awaited<ReturnType<typeof buildApp>>

// All three services are away.
beforeAll(async () => {
  issuer = await createTestIssuer()
  const gone = await startUpstream()
  await gone.close()
  app = await buildApp({
    log: createLogger({ service: 'gateway', level: 'silent' }),
    verifier: createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl }),
    baseUrl: 'http://localhost:8080',
    services: { iam: gone.url, bpm: gone.url, dms: gone.url },
    backends: [],
  })
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

const ask = (options: InjectOptions & { readonly accept?: string; readonly language?: string }) =>
  app.inject({
    ...options,
    headers: { accept: options.accept ?? browser, 'accept-language': options.language ?? 'en' },
  })

describe('a service that does not answer', () => {
  it.each([
    ['en', 'Not available right now', 'Try again'],
    ['zh-CN', '暂时无法使用', '重试'],
  ])('is told to people by a page that leads on (%s)', async (language, title, again) => {
    const url = '/signin?flow=secret-of-this-sign-in'
    const { statusCode, headers, body } = await ask({ method: 'GET', url, language })
    expect([statusCode, headers['retry-after']]).toEqual([502, '1'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).toContain(`<a class="button" href="">${again}</a>`)
    expect(body).not.toContain('secret-of-this-sign-in')
    expect(body).not.toContain('127.0.0.1')
  })

  it('speaks the language that the address asks for', async () => {
    const url = '/oauth2/authorize?ui_locales=zh-CN'
    expect((await ask({ method: 'GET', url })).body).toContain('暂时无法使用')
  })

  it('leads nobody to send a form twice', async () => {
    const { statusCode, body } = await ask({ method: 'POST', url: '/signin', payload: 'a=b' })
    expect(statusCode).toBe(502)
    expect(body).toContain('go back and look before you send it again')
    expect(body).not.toContain('href')
  })

  it.each(['application/json', '*/*'])('is a problem to programs (%s)', async (accept) => {
    const answer = await ask({ method: 'GET', url: '/api/bpm/v1/tasks', accept })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([502, '1'])
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json()).toMatchObject({ code: 'gateway.upstream_unavailable' })
  })
})
