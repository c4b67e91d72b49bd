import { spawnSync } from 'node:child_process'
import { useDatabase } from '@countersign/test-kit/database'
import { programArguments } from '@countersign/test-kit/programs'
import { expect, it } from 'vitest'

const cli = new URL('../cli.ts', import.meta.url)

it('is the command that others name where the database is not migrated', async () => {
  const database = await useDatabase()
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [...programArguments(cli), ...args], {
      env: {
        DATABASE_URL: database.url,
        KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64url'),
        LOG_LEVEL: 'silent',
      },
      encoding: 'utf8',
    })
    return { status, stderr }
  }
  expect(run('event-keys', 'rotate')).toEqual({
    status: 1,
    stderr: 'the database is not migrated; run: bpm migrate\n',
  })
  expect(run('migrate', '--check')).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^pending: 0001_/),
  })
  expect(run('migrate', '--chek').status).toBe(2)
  expect(run('migrate')).toEqual({ status: 0, stderr: '' })
  expect(run('migrate', '--check')).toEqual({ status: 0, stderr: '' })
  expect(run('event-keys', 'rotate').status).toBe(1)
  await database.drop()
})
