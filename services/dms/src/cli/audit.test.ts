import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signHead } from '../features/audit/signed-head.ts'
import { checkExport } from './audit.ts'

const key = randomBytes(32).toString('base64url')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-dms-audit-'))
})
afterAll(() => rm(folder, { recursive: true }))

const write = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

// What a stream of lines gives before anybody listens is lost: the command would wait for ever.
it('[DMS-15] reads an export from its beginning, however long the earlier one takes', async () => {
  const head = { tenantId: 'tenant', sequence: 0, hash: '0'.repeat(64), exportedAt: 'then' }
  const line = `${JSON.stringify({ head: signHead(key, head) })}\n`
  const file = await write('export.jsonl', line)
  const earlier = await write('earlier.jsonl', `${'{}\n'.repeat(200_000)}${line}`)
  const printed: string[] = []
  const options = ['--file', file, `--public-key=${publicKeyOf(key)}`, '--earlier', earlier]
  expect(await checkExport(options, (text) => void printed.push(text))).toBe(true)
  expect(printed).toEqual([JSON.stringify({ valid: true, checked: 0 })])
})
