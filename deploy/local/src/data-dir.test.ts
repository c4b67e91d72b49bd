import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJson, writeJson } from './files.ts'
import { lockDataDir } from './launcher-lock.ts'
import { layoutOf, prepareLayout } from './layout.ts'
import { checkPorts } from './ports.ts'
import { ensureSecrets } from './secrets.ts'
import { openSeeded } from './seeded.ts'
import { readSettings } from './settings.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-data-'))
})

afterEach(() => rm(dir, { recursive: true, force: true }))

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
  it('lets one launcher at a time work on a folder', async () => {
    const path = join(dir, 'launcher.pid')
    const unlock = await lockDataDir(path)
    await unlock()
    const other = spawn(process.execPath, [
      '-e',
      'setInterval(() => {}, 1000)',
      'deploy/local/src/main.ts',
    ])
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
