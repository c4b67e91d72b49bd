import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { makeKey, sampleContent } from './sample.testing.ts'
import { signRecord } from './sign.ts'

const folder = mkdtempSync(join(tmpdir(), 'record-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const key = makeKey()
const keys = write('keys.json', key.set)
const text = signRecord(sampleContent(key.kid), key.privateKey)

const cli = new URL('cli.ts', import.meta.url).pathname
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--conditions=source', cli, ...args], { encoding: 'utf8' })

it('says what a record says, and whose it is, without the network', () => {
  const { status, stdout } = run('verify', write('good', text), '--keys', keys)

  expect(status).toBe(0)
  expect(stdout).toContain('Trip to Lisbon (expense E-1)\n  APPROVED, round 1')
  expect(stdout).toContain('by 王经理 on behalf of Director')
  expect(stdout).toContain('as signed by https://platform.example')
})

it('shows what would steer a terminal as its code', () => {
  expect(run('verify', write('good', text), '--keys', keys).stdout).toContain('fine 好的\\u{1b}c')
})

it('names what was altered, and fails', () => {
  const [header, payload = '', signature] = text.split('.')
  const altered = Buffer.from(payload, 'base64url').toString().replace('2500', '9500')
  const file = [header, Buffer.from(altered).toString('base64url'), signature].join('.')
  const { status, stderr } = run('verify', write('bad', file), '--keys', keys)

  expect([status, stderr]).toEqual([
    1,
    'NOT AS SIGNED (part:values): the part "values" was altered\n',
  ])
})

it('refuses keys that do not fit their names', () => {
  const altered = write(
    'altered.json',
    key.set.replace(/"x":"./, (start) => `${start.slice(0, -1)}_`),
  )
  const { status, stderr } = run('verify', write('good', text), '--keys', altered)

  expect([status, stderr]).toEqual([2, expect.stringContaining('does not fit its name')])
})

it('reads no keys over an open line', () => {
  const open = run('verify', write('good', text), '--keys', 'http://platform.example/keys')

  expect([open.status, open.stderr]).toEqual([2, expect.stringContaining('no https address')])
})

it('reads keys of no platform that it was not told to trust', () => {
  const path = write('good', text)
  const untold = run('verify', path)
  const other = run('verify', path, '--trust-issuer', 'https://platform.example.forger.example')

  expect([untold.status, untold.stderr]).toEqual([2, expect.stringContaining('--trust-issuer')])
  expect([other.status, other.stderr]).toEqual([
    2,
    'the record is of https://platform.example, not of https://platform.example.forger.example\n',
  ])
})

it('reads the keys of the platform that is trusted', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, answer) => {
    asked.push(url)
    answer.end(key.set)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const content = sampleContent(key.kid)
  const record = { ...content.record, issuer }
  const path = write('local', signRecord({ ...content, record }, key.privateKey))
  const args = ['--conditions=source', cli, 'verify', path, '--trust-issuer', `${issuer}/`]
  const { stdout } = await promisify(execFile)(process.execPath, args)

  expect(stdout).toContain(`found in ${issuer}/api/bpm/v1/record-keys`)
  expect(asked).toEqual(['/api/bpm/v1/record-keys'])
})

it.each([[], ['verify'], ['check', 'x'], ['verify', 'a', 'b'], ['--what']])(
  'says how it is used: %j',
  (...args) => {
    const { status, stderr } = run(...args)
    expect([status, stderr]).toEqual([2, expect.stringContaining('countersign-record verify')])
  },
)
