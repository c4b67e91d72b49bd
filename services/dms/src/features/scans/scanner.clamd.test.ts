// @module-tag clamd
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { expect, it, onTestFinished } from 'vitest'
import { createClamdScanner } from '../../scanning/clamd.ts'
import { call, setUp, upload } from '../../testing/setup.ts'
import { scanDue } from './worker.ts'

// The file that every scanner calls a virus and that is none, in two parts: whole it would make this
// very file one.
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STAND', 'ARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** The real scanner with one signature of our own, which needs no download. */
async function startClamd(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  const signature = `Test.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`
  await writeFile(join(signatures, 'own.ndb'), signature)
  const socket = join(folder, 'clamd.sock')
  const settings = [
    'Foreground yes',
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${signatures}`,
    'StreamMaxLength 1M',
  ]
  const config = join(folder, 'clamd.conf')
  await writeFile(config, `${settings.join('\n')}\n`)
  const clamd = findProgram('clamd', process.env) ?? ''
  const child = spawn(clamd, [`--config-file=${config}`], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true })
  })
  const url = `unix://${socket}`
  await expect
    .poll(
      () =>
        createClamdScanner(url, 1_000)
          .ping()
          .then(
            () => 'up',
            () => 'down',
          ),
      {
        timeout: 60_000,
        interval: 200,
      },
    )
    .toBe('up')
  return url
}

it('[DMS-05] understands the real scanner', async () => {
  const scanner = createClamdScanner(await startClamd())
  const setup = await setUp({}, { scanner })
  onTestFinished(() => setup.close())
  const user = setup.makeUser()
  const uploads = [
    await upload(setup, user, Buffer.from('harmless')),
    await upload(setup, user, Buffer.from(`xx ${EICAR} xx`)),
    await upload(setup, user, Buffer.alloc(3 * 1024 * 1024, 'a')),
  ]

  // It hangs up while it is still being sent to; on a busy machine its answer may be lost with that, and
  // is asked for again a second later.
  const scanned = async () => {
    await scanDue(setup.deps)
    const found = []
    for (const { versionId } of uploads) {
      const { body } = await call(setup, user, 'GET', `/api/dms/versions/${versionId}`)
      found.push([body['scanStatus'], body['scanResult']])
    }
    return found
  }
  await expect.poll(scanned).toEqual([
    ['CLEAN', undefined],
    ['INFECTED', expect.stringContaining('Test.Eicar')],
    ['ERROR', 'INSTREAM size limit exceeded. ERROR'],
  ])
})
