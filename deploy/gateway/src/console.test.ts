import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVerifier } from '@countersign/auth-verifier'
import type { App } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { readApplications } from './applications.ts'

const elsewhere = 'http://127.0.0.1:1'
const baseUrl = 'https://platform.example'
const headers = { host: 'platform.example' }

const frameOrigins = ['https://expenses.example']

let root: string
let app: App

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'countersign-console-'))
  await mkdir(join(root, 'assets'))
  await mkdir(join(root, '.vite'))
  await writeFile(
    join(root, 'index.html'),
    '<meta nonce="__CSP_NONCE__"><p nonce="__CSP_NONCE__"><meta content="__DPOP__">',
  )
  await writeFile(join(root, 'assets', 'app-1.js'), 'plain')
  await writeFile(join(root, 'assets', 'app-1.js.br'), 'smaller')
  await writeFile(join(root, 'assets', 'app-1.js.gz'), 'small')
  await writeFile(join(root, 'mark.svg'), '<svg/>')
  await writeFile(join(root, '.vite', 'manifest.json'), '{}')
  app = await buildApp({
    log: createLogger({ service: 'gateway', level: 'silent' }),
    verifier: createVerifier({ issuer: baseUrl, jwksUrl: elsewhere }),
    baseUrl,
    services: { iam: elsewhere, bpm: elsewhere, dms: elsewhere },
    backends: [],
    consoleRoot: root,
    applications: readApplications(
      'expense=https://expenses.example, travel=http://localhost:9/',
      frameOrigins,
    ),
    frameOrigins,
  })
})

afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true, force: true })
})

it('serves the page at each of its addresses, under a policy without unsafe-inline', async () => {
  const nonces = new Set<string>()
  for (const url of ['/console/', '/console/inbox', '/console/callback?code=x&state=y']) {
    const answer = await app.inject({ url, headers })
    const policy = String(answer.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(answer.statusCode).toBe(200)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("manifest-src 'self'")
    expect(policy).not.toMatch(/unsafe/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toBe(`<meta nonce="${nonce}"><p nonce="${nonce}"><meta content="off">`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

it('lets a browser use a file without a hash in its name while it asks for another', async () => {
  const answer = await app.inject({ url: '/console/mark.svg', headers })
  expect(answer.headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=604800')
})

it.each([
  ['gzip, br', 'br', 'smaller'],
  ['gzip', 'gzip', 'small'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'small'],
  ['', undefined, 'plain'],
])(
  'sends a file to who accepts "%s" as %s, to be kept for good',
  async (accept, encoding, body) => {
    const url = '/console/assets/app-1.js'
    const answer = await app.inject({ url, headers: { ...headers, 'accept-encoding': accept } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(answer.headers['vary']).toBe('accept-encoding')
    expect(answer.body).toBe(body)
  },
)

it('answers 304 to who has the file already', async () => {
  const { headers: first } = await app.inject({ url: '/console/mark.svg', headers })
  const again = { ...headers, 'if-none-match': String(first['etag']) }
  const answer = await app.inject({ url: '/console/mark.svg', headers: again })
  expect([answer.statusCode, answer.body]).toEqual([304, ''])
})

it.each([
  '/console/assets/none.js',
  '/console/assets/..%2f..%2fpackage.json',
  '/console/.vite/manifest.json',
  '/console/index.html',
  '/console/assets/app-1.js.br',
])('has nothing at %s', async (url) => {
  const answer = await app.inject({ url, headers })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'gateway.not_found' })
})

it('leads from other names of the machine to the one that sign-in comes back to', async () => {
  const answer = await app.inject({
    url: '/console/inbox?q=1',
    headers: { host: '127.0.0.1:8080' },
  })
  expect(answer.headers['location']).toBe(`${baseUrl}/console/inbox?q=1`)
  const short = await app.inject({ url: '/console', headers })
  expect(short.headers['location']).toBe('/console/')
})

it('tells where applications have their pages, as the deployment says', async () => {
  const answer = await app.inject({ url: '/console/applications.json', headers })
  expect(answer.json()).toEqual({
    expense: { url: 'https://expenses.example', framed: true },
    travel: { url: 'http://localhost:9', framed: false },
  })
})

it('lets the console frame the applications that the operator named, and nobody else', async () => {
  const answer = await app.inject({ url: '/console/tasks/1', headers })
  const policy = String(answer.headers['content-security-policy']).split('; ')
  expect(policy).toContain("frame-src 'self' blob: https://expenses.example")
  expect(policy).toContain("frame-ancestors 'none'")
})
