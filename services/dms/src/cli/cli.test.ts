import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { type Lab, openLab, storeAll, type Stored } from '../testing/lab.ts'
import { linesOf as lines, runCli } from '../testing/run-cli.ts'

// Commands as processes of their own, as an operator calls them, beside the service and without it.

const key = randomBytes(32).toString('base64url')
let lab: Lab
let environment: Readonly<Record<string, string>>
let files: Stored[]

beforeAll(async () => {
  lab = await openLab()
  environment = {
    STORAGE_FILESYSTEM_ROOT: lab.root,
    AUDIT_SIGNING_KEY: key,
    PREVIEW_WORKERS: '0',
  }
  await lab.start(environment)
  files = await storeAll(lab.client, [1000, 2000])
})
afterAll(() => lab.close())

const run = (args: readonly string[], more: Record<string, string> = {}) =>
  runCli({ ...lab.options, environment: { ...environment, ...more } }, args)

/** No folder, whoever asks. */
async function makeFile(): Promise<string> {
  const path = join(lab.root, 'no-folder')
  await writeFile(path, '')
  return path
}

describe('a command called wrongly', () => {
  const tenant = randomUUID()
  it.each([
    [['sources', 'move'], 'Usage: dms'],
    [['audit', 'verify', '--tenant', tenant], 'this tenant has no audit'],
    [['audit', 'verify-export', '--file', 'x', '--public-key', 'x', '--earlyer', 'x'], '--earlyer'],
    [['sources', 'migrate', '--tenant', tenant, '--from', 'a', '--to', 'b'], 'no source a'],
    [['reconcile', '--grace-days', ''], '--grace-days is a number of days'],
    [['reconcile', '--grace-days', '1e9'], '--grace-days is a number of days'],
  ])('%j does nothing and says why', async (args, expected) => {
    const { code, output, complaints } = await run(args)
    expect([code, output]).toEqual([2, ''])
    expect(complaints).toContain(expected)
    expect(complaints).not.toMatch(/^ +at /m)
  })

  it('says what there is to whoever asks', async () => {
    const { code, output } = await run(['sources', 'migrate', '--help'])
    expect(code).toBe(0)
    for (const each of ['migrate', 'sources migrate', 'audit verify', 'reap', 'doctor']) {
      expect(output).toContain(`\n  ${each} `)
    }
  })

  it('names a file that is not there, a database that is not there or not migrated, and a setting', async () => {
    const absent = ['audit', 'verify-export', '--file', '/not/there', '--public-key', 'x']
    const empty = await useDatabase()
    const cases = [
      [absent, {}, '/not/there'],
      [['reap'], { DATABASE_URL: 'postgresql://u@127.0.0.1:1/none' }, 'cannot be reached'],
      [['reap'], { DATABASE_URL: empty.url }, 'dms migrate'],
      [['reap'], { STORAGE_TIMEOUT_MS: 'soon' }, 'STORAGE_TIMEOUT_MS'],
    ] as const
    for (const [args, more, expected] of cases) {
      const { code, output, complaints } = await run(args, more)
      expect([code === 0, output]).toEqual([false, ''])
      expect(complaints).toContain(expected)
      expect(complaints).not.toMatch(/^ +at /m)
    }
    await empty.drop()
  })
})

describe('commands on the audit', () => {
  const verify = async (...more: string[]) => {
    const { code, output } = await run(['audit', 'verify', ...more])
    return { code, reports: lines(output) }
  }

  it('[DMS-15] check every tenant, or one', async () => {
    const { code, reports } = await verify()
    expect(code).toBe(0)
    expect(reports).toMatchObject([{ tenantId: lab.tenantId, valid: true, faults: [] }])
    expect(await verify('--tenant', lab.tenantId.toUpperCase())).toMatchObject({ code: 0 })
  })

  it('[DMS-15] export what is checked elsewhere, with nothing but the public key', async () => {
    const { output: publicKey } = await run(['audit', 'public-key'])
    expect(publicKey.trim()).toBe(publicKeyOf(key))
    const exported = async (name: string) => {
      const path = join(lab.root, name)
      const { code, output } = await run(['audit', 'export', '--tenant', lab.tenantId])
      expect(code).toBe(0)
      await writeFile(path, output)
      return path
    }
    const [first, second] = [await exported('first.jsonl'), await exported('second.jsonl')]
    const nothing = { DATABASE_URL: '', STORAGE_FILESYSTEM_ROOT: '', AUDIT_SIGNING_KEY: '' }
    const check = (file: string, ...more: string[]) => {
      // A key may begin with a hyphen.
      const args = ['--file', file, `--public-key=${publicKey.trim()}`, ...more]
      return run(['audit', 'verify-export', ...args], nothing)
    }
    expect(await check(first)).toMatchObject({ code: 0 })
    expect(await check(second, '--earlier', first)).toMatchObject({ code: 0 })
    expect(await check(first, '--earlier', second)).toMatchObject({ code: 1 })
  })

  it('[DMS-15] name what somebody changed, and end with a code for it', async () => {
    await sql`alter table audit_heads disable trigger all`.execute(lab.db)
    await sql`delete from audit_heads where tenant_id = ${lab.tenantId}`.execute(lab.db)
    const { code, reports } = await verify()
    expect(code).toBe(1)
    expect(reports).toMatchObject([{ valid: false, faults: [{ reason: 'head_missing' }] }])
    await sql`insert into audit_heads
      select tenant_id, sequence, hash from audit_events
      where tenant_id = ${lab.tenantId} order by sequence desc limit 1`.execute(lab.db)
    await sql`alter table audit_heads enable trigger all`.execute(lab.db)
    expect((await verify()).code).toBe(0)
  })
})

describe('the reaper as a command', () => {
  it('[DMS-05] removes what nobody needs, and says what it had to leave', async () => {
    for (const { documentId } of files.splice(0, 1)) {
      await lab.client.send('DELETE', `documents/${documentId}`)
      await lab.client.send('DELETE', `documents/${documentId}?purge=true`)
    }
    await lab.stop()
    await sql`update storage_objects set reap_after = now() where status = 'DELETING'`.execute(
      lab.db,
    )
    const elsewhere = { STORAGE_FILESYSTEM_ROOT: await makeFile() }
    const refused = await run(['reap'], elsewhere)
    expect([refused.code, lines(refused.output)]).toEqual([1, [{ done: 0, left: 1 }]])
    await sql`update storage_objects set reap_after = now() where status = 'DELETING'`.execute(
      lab.db,
    )
    const { code, output } = await run(['reap'])
    expect([code, lines(output)]).toEqual([0, [{ done: 1, left: 0 }]])
    expect((await lab.listFiles()).whole).toEqual(await lab.listKnown('filesystem'))
    await lab.start(environment)
  })
})

describe('doctor', () => {
  it('[DMS-10] finds a healthy service well while it runs, and names what is not', async () => {
    // The service has the folder's one right to write.
    await storeAll(lab.client, [10])
    const { output } = await run(['doctor'])
    const source = `source default of tenant ${lab.tenantId}`
    expect(output).toContain('ok   the database answers: PostgreSQL ')
    expect(output).toContain(`ok   ${source}: answers`)

    const ill = await run(['doctor'], { STORAGE_FILESYSTEM_ROOT: await makeFile() })
    expect(ill.code).toBe(1)
    expect(ill.output).toContain(`FAIL ${source}: `)
  })
})

describe('migrate', () => {
  it('lists what is pending, and applies it', async () => {
    const { url: DATABASE_URL, drop } = await useDatabase()
    expect(await run(['migrate', '--check'], { DATABASE_URL })).toMatchObject({ code: 1 })
    expect(await run(['migrate'], { DATABASE_URL })).toMatchObject({ code: 0 })
    expect(await run(['migrate', '--check'], { DATABASE_URL })).toMatchObject({ code: 0 })
    const log = createLogger({ service: 'test', level: 'silent' })
    const db = createDatabase({ url: DATABASE_URL, poolSize: 1, applicationName: 'test', log })
    await sql`select from audit_heads`.execute(db)
    await db.destroy()
    await drop()
  })
})
