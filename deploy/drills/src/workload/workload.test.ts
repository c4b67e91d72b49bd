import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { expect, it, onTestFinished } from 'vitest'
import { startDrillPlatform } from '../platform/drill-platform.ts'
import { startWorkload } from './workload.ts'

it('works through a restart of a service, and its books agree with the platform', async () => {
  const server = await startEmbedded(['-c', 'fsync=off', '-c', 'max_connections=80'])
  onTestFinished(server.stop)
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-drill-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  const { host } = new URL(server.url)
  const platform = await startDrillPlatform({
    dataDir,
    databaseServer: { adminUrl: server.url, hosts: host },
    write: (line) => console.log(line),
  })
  onTestFinished(platform.stop)
  const workload = await startWorkload(platform.plan, { seed: 1 })
  onTestFinished(workload.close)
  const { ledger } = workload

  await expect.poll(() => Math.min(...Object.values(ledger.counts))).toBeGreaterThan(2)
  const [bpm] = platform.instancesOf('bpm')
  bpm?.signal('SIGKILL')
  await expect.poll(() => platform.unexpectedEnds.length).toBe(2)
  const before = ledger.counts.decision
  await expect.poll(() => ledger.counts.decision).toBeGreaterThan(before + 3)
  await workload.finish()

  expect(await workload.check()).toEqual([])
  expect(ledger.longestPauseMs(0, 'decision')).toBeGreaterThan(0)

  // The check sees what is missing and what was never sent.
  ledger.started.set('nobody started this', { instanceId: platform.plan.secrets.ids.demo })
  const [upload] = ledger.uploaded
  const [title = '', acknowledged] = upload ?? []
  if (acknowledged !== undefined) ledger.uploaded.set(title, { ...acknowledged, sha256: 'other' })
  expect(await workload.check()).toEqual([
    expect.stringContaining('acknowledged start is not there: nobody started this'),
    `other bytes: ${title}`,
    expect.stringContaining('nobody started this'),
  ])
})
