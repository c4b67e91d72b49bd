import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readJson, writeJson } from './files.ts'
import { lockDataDir } from './launcher-lock.ts'
import { layoutOf, prepareLayout } from './layout.ts'
import { binariesIn } from './postgres/binaries.ts'
import { placePostgres } from './postgres/account.ts'
import { checkPorts } from './ports.ts'
import { ensureSecrets } from './secrets.ts'
import { openSeeded } from './seeded.ts'
import { readSettings } from './settings.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-data-'))
})

afterEach(() => rm(dir, { recursive: true, force: true }))

function stubPlatform(platform: NodeJS.Platform) {
  const stub = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
  onTestFinished(() => stub.mockRestore())
}

describe('ensureSecrets', () => {
  it('draws them once, readable by their owner alone', async () => {
    const path = join(dir, 'secrets.json')
    const first = await ensureSecrets(path)
    expect(await ensureSecrets(path)).toEqual(first)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(first.clients.sample).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(Buffer.from(first.addressSigningKey, 'base64url')).toHaveLength(32)
    const texts = [...Object.values(first.passwords), ...Object.values(first.clients)]
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('writeJson', () => {
  it('never shows a reader half of it', async () => {
    const path = join(dir, 'value.json')
    const big = (fill: string) => ({ text: fill.repeat(500_000) })
    await writeJson(path, big('a'))
    let writing = true
    const write = (async () => {
      for (let round = 0; round < 20; round += 1) await writeJson(path, big(round % 2 ? 'a' : 'b'))
      writing = false
    })()
    while (writing) expect(await readJson(path)).toHaveProperty('text')
    await write
  })
})

describe('lockDataDir', () => {
  it.each([
    ['of the checkout', 'deploy/local/src/main.ts'],
    ['of its own folder', 'src/main.ts'],
  ])('lets one launcher at a time work on a folder, by the command %s', async (_where, entry) => {
    const path = join(dir, 'launcher.pid')
    const unlock = await lockDataDir(path)
    await unlock()
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', entry])
    await writeFile(path, String(other.pid))
    await expect(lockDataDir(path)).rejects.toThrow(
      `already runs on this data folder (process ${other.pid})`,
    )
    other.kill('SIGKILL')
    await expect.poll(() => lockDataDir(path).then(() => 'locked', String)).toBe('locked')
  })

  it('takes over from one that was killed and whose number somebody else has', async () => {
    const path = join(dir, 'launcher.pid')
    await writeFile(path, '1')
    await expect(lockDataDir(path)).resolves.toBeTypeOf('function')
    expect(await readdir(dir)).toEqual(['launcher.pid'])
  })

  it('takes over from a number that another program has, and names the file where nobody tells which', async () => {
    const path = join(dir, 'launcher.pid')
    const other = spawn('sleep', ['600'])
    onTestFinished(() => void other.kill('SIGKILL'))
    await writeFile(path, String(other.pid))
    stubPlatform('darwin')
    await (
      await lockDataDir(path)
    )()
    await writeFile(path, String(other.pid))
    // There is no tasklist here.
    stubPlatform('win32')
    await expect(lockDataDir(path)).rejects.toThrow(
      `If that process is another program, or gone, remove ${path}.`,
    )
    expect(other.exitCode).toBe(null)
  })

  it('lets one in of several that find the lock of one that was killed', async () => {
    const fixture = fileURLToPath(new URL('./fixtures/lock.ts', import.meta.url))
    const launchers = [1, 2, 3].map(() => {
      const args = ['--conditions=source', fixture, 'deploy/local/src/main.ts']
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
    })
    const answers = () =>
      Promise.all(launchers.map(async ({ lines }) => String((await lines.next()).value)))
    await answers()
    for (let round = 0; round < 40; round += 1) {
      const path = join(dir, `launcher-${round}.pid`)
      // Above the highest number that Linux gives.
      await writeFile(path, '4194305')
      for (const { child } of launchers) child.stdin.write(`${path}\n`)
      expect((await answers()).toSorted()).toEqual(['locked', 'refused', 'refused'])
    }
  })
})

describe('placePostgres', () => {
  it('says that Windows starts no PostgreSQL for an administrator', async () => {
    stubPlatform('win32')
    const place = () => placePostgres(binariesIn(dir), dir, 'cluster').then(() => 'placed', String)
    // Not the account of whoever runs the tests, which may be root.
    const uid = vi.spyOn(process, 'getuid').mockReturnValue(1000)
    vi.stubEnv('PATH', dir)
    onTestFinished(() => {
      uid.mockRestore()
      vi.unstubAllEnvs()
    })
    expect(await place()).toBe('placed')
    await writeFile(join(dir, 'net'), '#!/bin/sh\n')
    await chmod(join(dir, 'net'), 0o755)
    expect(await place()).toMatch(/^UserError: .* a prompt that was not opened/)
  })
})

describe('prepareLayout', () => {
  it('says which folder cannot be written', async () => {
    await writeFile(join(dir, 'file'), '')
    const layout = layoutOf(join(dir, 'file', 'data'))
    await expect(prepareLayout(layout)).rejects.toThrow(/^The data folder .* cannot be written/)
  })
})

describe('checkPorts', () => {
  it('names the port that is taken, by either loopback address', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, host, resolve))
      const { port } = server.address() as AddressInfo
      const ports = { ...readSettings({}, dir).ports, gateway: port }
      await expect(checkPorts(ports)).rejects.toThrow(`Port ${port} (gateway) is in use.`)
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

describe('openSeeded', () => {
  it('does once what it was told once, and again when that changed or failed', async () => {
    const path = join(dir, 'seeded.json')
    const done: number[] = []
    const apply = async (content: number) =>
      (await openSeeded(path)).once('people', content, async () => {
        done.push(content)
        if (done.length === 1) throw new Error('failed half way')
      })
    await expect(apply(1)).rejects.toThrow('failed half way')
    expect([await apply(1), await apply(1), await apply(2)]).toEqual([true, false, true])
    expect(done).toEqual([1, 1, 2])
  })
})
