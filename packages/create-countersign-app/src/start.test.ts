import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

it('opens no database that another start has open: the port comes first', async () => {
  const first = createServer().listen(0, 'localhost')
  await once(first, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'twice-'))
  onTestFinished(async () => {
    first.close()
    await rm(folder, { recursive: true })
  })
  const env = {
    PATH: process.env['PATH'],
    PORT: String((first.address() as AddressInfo).port),
    DATABASE: join(folder, 'data'),
    PLATFORM_URL: 'http://127.0.0.1:1',
    CLIENT_ID: 'c',
    CLIENT_SECRET: 's',
    TENANT_ID: randomUUID(),
    SPA_CLIENT_ID: 'p',
  }
  const main = fileURLToPath(new URL('../template/src/main.ts', import.meta.url))
  const second = spawn(process.execPath, ['--conditions=source', main], { env })
  let said = ''
  second.stderr.on('data', (part) => (said += String(part)))
  const [code] = (await once(second, 'close')) as [number | null]
  expect([code, said]).toEqual([1, expect.stringContaining('EADDRINUSE')])
  expect(await readdir(folder)).toEqual([])
})
