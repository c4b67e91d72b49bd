import { createVerifier } from '@countersign/auth-verifier'
import { createApp, type App } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { defineProblems } from '@countersign/service-kit/problem'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from './app.ts'

let issuer: Awaited<ReturnType<typeof createTestIssuer>>
let service: App
let gateway: App
let base: string

beforeAll(async () => {
  issuer = await createTestIssuer()
  const verifier = createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl })
  const log = createLogger({ service: 'gateway', level: 'silent' })
  service = await createApp({
    service: 'iam',
    version: '0',
    log,
    verifier,
    problems: defineProblems('iam', {}),
    trustedProxies: [],
  })
  const url = await service.listen({ port: 0, host: '127.0.0.1' })
  gateway = await buildApp({
    log,
    verifier,
    baseUrl: 'https://platform.example',
    services: { iam: url, bpm: url, dms: url },
    backends: [],
  })
  base = await gateway.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await gateway.close()
  await service.close()
  await issuer.close()
})

it.each(['iam', 'bpm', 'dms'])('serves all that the reference of %s asks for', async (name) => {
  const page = await fetch(`${base}/docs/${name}/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)
  expect(files).toHaveLength(3)
  for (const file of files)
    expect((await fetch(new URL(String(file), page.url))).status, file).toBe(200)
  const start = await (await fetch(new URL('docs/start.js', page.url))).text()
  const [, document = ''] = /"url":"([^"]+)"/.exec(start) ?? []
  expect(await (await fetch(new URL(document, page.url))).json()).toHaveProperty('openapi', '3.1.0')
  expect(start).toContain('"filter":true')
})

it('leads to the folder of the reference, since the page names its files relative to it', async () => {
  const answer = await fetch(`${base}/docs/iam?a=1`, { redirect: 'manual' })
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe('/docs/iam/')
})
