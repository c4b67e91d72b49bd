import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestIssuer, type TestIssuer } from './testing.ts'

// The pieces of the README are run as they are pasted: by Node, in a process of their own.
const home = new URL('..', import.meta.url)

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await createTestIssuer()
})
afterAll(() => issuer.close())

const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue
    child.kill()
    await once(child, 'exit')
  }
})

async function readPiece(heading: string): Promise<string> {
  const readme = await readFile(new URL('README.md', home), 'utf8')
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0]
  const piece = section?.match(/```js\n(.*?)```/s)?.[1]
  if (piece === undefined) throw new Error(`the README has no code under ${heading}`)
  return piece
}

function run(code: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const args = ['--conditions=source', '--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, {
    cwd: home,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

describe('README', () => {
  it.each(['Fastify', 'Express'])(
    'has a quick start for %s that works when pasted',
    async (name) => {
      const port = await findFreePort()
      const { issuer: url, jwksUrl } = issuer
      run(await readPiece(name), { PORT: String(port), ISSUER_URL: url, JWKS_URL: jwksUrl })
      const get = (path: string, token = '') =>
        fetch(`http://localhost:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })

      await vi.waitFor(async () => expect((await get('/actuator/health')).status).toBe(200), 60_000)
      expect((await get('/expenses')).status).toBe(401)
      expect((await get('/expenses', issuer.userToken())).status).toBe(403)
      const elsewhere = {
        permissions: ['expense:read'],
        claims: { aud: 'https://elsewhere.example' },
      }
      expect((await get('/expenses', issuer.userToken(elsewhere))).status).toBe(401)
      const token = issuer.userToken({ sub: 'u1', tenantId: 't1', permissions: ['expense:read'] })
      expect(await (await get('/expenses', token)).json()).toEqual({
        tenantId: 't1',
        subject: 'u1',
      })
    },
  )

  it('has a test that passes when pasted', async () => {
    const child = run(await readPiece('Your own tests'))
    if (child.stdout === null) throw new Error('no output')
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(output).toContain('survives a rotation of keys')
    expect(child.exitCode, output).toBe(0)
  })
})
