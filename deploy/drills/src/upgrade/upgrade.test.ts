import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPlatform, type RunningPlatform } from '@countersign/test-kit/platform'
import { findPortBase } from '@countersign/test-kit/ports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Platform } from '@countersign/local/seed/platform'
import type { Secrets } from '@countersign/local/secrets'
import { ask, tokenOf } from './client.ts'
import { readFixture, type Fixture } from './fixture.ts'
import { placeFixture } from './place.ts'
import { decide, eventsOf, openStory, upload, type Story } from './story.ts'

/*
 * The data of the last released version, made by its own processes, under the processes of now: the
 * migrations run on it, and what had been begun goes on. One platform for all of it.
 */
const run = promisify(execFile)
const sources = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

let dataDir: string
let fixture: Fixture
let running: RunningPlatform | undefined
let story: Story

const readOwn = async (name: string) =>
  JSON.parse(await readFile(join(dataDir, name), 'utf8')) as unknown

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-upgrade-'))
  // As root, the account that PostgreSQL runs as must get through.
  await chmod(dataDir, 0o711)
  fixture = await readFixture()
  await placeFixture(fixture, dataDir, await findPortBase())
  running = await startPlatform({ dataDir, env: process.env })
  story = await openStory((await readOwn('platform.json')) as Platform)
  await decide(story, fixture.told.underApproval.instanceId, 'approve', {})
})

afterAll(async () => {
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface HasStatus {
  readonly status: string
}

const instance = (id: string) =>
  ask<HasStatus>('GET', `${story.platform.baseUrl}/api/bpm/v1/process-instances/${id}`, {
    token: story.tokens.employee,
  })

const statusOf = async (versionId: string) => {
  const url = `${story.platform.baseUrl}/api/dms/versions/${versionId}`
  return (await ask<HasStatus>('GET', url, { token: story.tokens.employee })).status
}

const typesOf = async (expense: Fixture['told']['open']) =>
  (await eventsOf(story, expense))
    .map(({ type }) => type)
    .filter((type) => type.startsWith('instance.'))

it('people of before sign in, each to what they may', async () => {
  const { platform } = story
  const me = await ask<{ username: string }>('GET', `${platform.baseUrl}/api/iam/v1/me`, {
    token: await tokenOf(platform, 'admin'),
  })
  expect(me.username).toBe('admin')
})

it('an approval of before is decided, and the application is told', async () => {
  const { open } = fixture.told
  await decide(story, open.instanceId, 'approve', { comment: 'after the upgrade' })
  expect((await instance(open.instanceId)).status).toBe('APPROVED')
  await expect.poll(() => typesOf(open)).toEqual(['instance.started', 'instance.approved'])
})

it('what was given back before is corrected, and goes round', async () => {
  const { returned } = fixture.told
  const url = `${story.platform.sampleApp.baseUrl}/api/expenses/${returned.id}/resubmit`
  const json = { reason: 'two of them', amount: 120 }
  await ask('POST', url, { token: story.tokens.employee, json })
  await decide(story, returned.instanceId, 'approve', {})
  await expect
    .poll(() => typesOf(returned))
    .toEqual(['instance.started', 'instance.returned', 'instance.resubmitted', 'instance.approved'])
})

it('an event that was on its way at the upgrade arrives, once and in order', async () => {
  const { untold } = fixture.told
  await expect.poll(() => typesOf(untold)).toEqual(['instance.started', 'instance.approved'])
  const numbers = (await eventsOf(story, untold)).map(({ sequence }) => sequence)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

it('a document of before is the same bytes, beside one that is made now', async () => {
  const { document } = fixture.told
  const { platform, tokens } = story
  const answer = await fetch(`${platform.baseUrl}/api/dms/versions/${document.versionId}/content`, {
    headers: { authorization: `Bearer ${tokens.employee}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(document.sha256)
  expect(await statusOf((await upload(story, 'made now')).versionId)).toBe('DRAFT')
})

it('a decision of before has a record that verifies without the platform', async () => {
  const { platform, tokens } = story
  const { instanceId } = fixture.told.approved
  const answer = await fetch(
    `${platform.baseUrl}/api/bpm/v1/process-instances/${instanceId}/record`,
    { headers: { authorization: `Bearer ${tokens.manager}`, accept: 'application/jose' } },
  )
  expect(answer.status).toBe(200)
  const keys = await ask<unknown>('GET', `${platform.baseUrl}/api/bpm/v1/record-keys`)
  const [record, keyFile] = [join(dataDir, 'record.jose'), join(dataDir, 'keys.json')]
  await writeFile(record, await answer.text())
  await writeFile(keyFile, JSON.stringify(keys))
  const command = sources('packages/record/src/cli.ts')
  const words = ['--conditions=source', command, 'verify', record, '--keys', keyFile]
  const { stdout } = await run(process.execPath, words)
  expect(stdout).toMatch(/approve .*by .*: agreed/)
})

it('the audits verify from their first entry to their last', async () => {
  const { owners } = (await readOwn('secrets.json')) as Secrets
  const port = new URL(story.platform.baseUrl).port
  const url = (name: 'iam' | 'bpm' | 'dms') =>
    `postgresql://${name}_owner:${owners[name]}@127.0.0.1:${Number(port) + 5}/${name}`
  const named = (['iam', 'bpm', 'dms'] as const).flatMap((name) => [`--${name}`, url(name)])
  const command = sources('packages/service-kit/src/cli.ts')
  const words = ['--conditions=source', command, 'verify', ...named, '--without-anchors', '--json']
  const { stdout } = await run(process.execPath, words)
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { holds: boolean })
  expect(reports.map(({ holds }) => holds)).toEqual([true, true, true])
})

// Last: dms says once a minute where its events go, and here its address has changed.
it('a document that waited for a decision is approved with it', async () => {
  await expect
    .poll(() => statusOf(fixture.told.underApproval.versionId), { timeout: 180_000 })
    .toBe('APPROVED')
})
