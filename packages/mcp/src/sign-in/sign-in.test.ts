import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLoopback } from './loopback.ts'
import { createFileStore } from './token-file.ts'

const issuer = 'https://platform.example'

describe('the address that waits for the browser', () => {
  const open = () => openLoopback({ state: 's1', issuer, timeoutMs: 10_000 })
  const visit = (address: string, answer: Record<string, string>) =>
    fetch(`${address}?${new URLSearchParams(answer).toString()}`)

  it('takes the code of this sign-in from this issuer, and nothing else', async () => {
    const { redirectUri, code, close } = await open()
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    for (const answer of [
      { code: 'evil', state: 's2', iss: issuer },
      { code: 'evil', state: 's1', iss: 'https://evil.example' },
      { code: 'evil', state: 's1' },
      { code: 'evil', iss: issuer },
    ] as Record<string, string>[])
      expect((await visit(redirectUri, answer)).status).toBe(404)
    const posted = await fetch(`${redirectUri}?code=evil&state=s1&iss=${issuer}`, {
      method: 'POST',
    })
    expect(posted.status).toBe(404)
    const taken = await visit(redirectUri, { code: 'c1', state: 's1', iss: issuer })
    expect([taken.status, taken.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await code).toBe('c1')
    close()
  })

  it('says when the person refused, without the words of the answer', async () => {
    const { redirectUri, code, close } = await open()
    const refused = expect(code).rejects.toThrow('the sign-in was refused: access_denied')
    const page = await visit(redirectUri, { error: 'access_denied', state: 's1', iss: issuer })
    expect(await page.text()).toBe('You are not signed in. Close this window.\n')
    await refused
    close()
  })

  it.each([
    ['two slashes', '//', 400],
    ['another host', '///callback', 404],
    ['half an address', 'http://[', 400],
    ['a port that none is', 'http://127.0.0.1:99999/callback', 400],
    ['half an escape', '/%', 404],
    ['half an escape in the answer', '/callback?%', 404],
    ['a long answer', `/callback?state=${'s'.repeat(10_000)}`, 404],
    ['a huge answer', `/callback?state=${'s'.repeat(1_000_000)}`, 431],
  ])('answers a request for %s, and goes on waiting', async (_, target, status) => {
    const { redirectUri, code, close } = await open()
    expect(await ask(redirectUri, target)).toBe(status)
    await visit(redirectUri, { code: 'c1', state: 's1', iss: issuer })
    expect(await code).toBe('c1')
    close()
  })
})

/** Sends what `fetch` would put in order first. */
const ask = (address: string, target: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    request({ hostname, port, path: target }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

describe.skipIf(process.platform === 'win32')('the file of a token', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tokens-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const of = { issuer, clientId: 'agent' }

  it('is for its owner alone, also when it is replaced, and goes with the sign-in', async () => {
    const path = join(folder, 'own', 'token.json')
    const store = createFileStore(path, of)
    expect(await store.read()).toBeUndefined()
    await store.write('r1')
    await store.write('r2')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'own'))).toEqual(['token.json'])
    expect(await store.read()).toBe('r2')
    expect(await createFileStore(path, { ...of, clientId: 'other' }).read()).toBeUndefined()
    await store.write(undefined)
    expect(await store.read()).toBeUndefined()
  })

  it('is not believed when others may read it', async () => {
    const path = join(folder, 'shared.json')
    const store = createFileStore(path, of)
    await store.write('r1')
    await chmod(path, 0o644)
    await expect(store.read()).rejects.toThrow('may be read by others')
  })
})
