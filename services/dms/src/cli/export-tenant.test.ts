import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listExports } from '../testing/exports.ts'
import { type Lab, openLab, storeAll, type Stored } from '../testing/lab.ts'
import { linesOf as lines, runCli } from '../testing/run-cli.ts'

let lab: Lab
let environment: Readonly<Record<string, string>>
let files: readonly Stored[]

beforeAll(async () => {
  lab = await openLab()
  environment = { STORAGE_FILESYSTEM_ROOT: lab.root, PREVIEW_WORKERS: '0' }
  await lab.start(environment)
  files = await storeAll(lab.client, [1000, 2000])
})
afterAll(() => lab.close())

const run = (args: readonly string[]) => runCli({ ...lab.options, environment }, args)

describe('tenant export', () => {
  const args = () => ['tenant', 'export', '--tenant', lab.tenantId]

  it('prints what dms has of a tenant, copies the contents, and goes on behind a cursor', async () => {
    const folder = join(lab.root, 'exported')
    const whole = await run([...args(), '--files', folder])
    expect(whole).toMatchObject({ code: 0, complaints: '' })
    const all = lines(whole.output)
    expect(all.at(-1)).toMatchObject({
      end: true,
      counts: { documents: files.length, document_versions: files.length },
    })
    const names = all.flatMap(({ file }) => (typeof file === 'string' ? [file] : []))
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
    const hashes = await Promise.all(
      names.map(async (name) =>
        createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex'),
      ),
    )
    expect(hashes.toSorted()).toEqual(files.map(({ sha256 }) => sha256).toSorted())
    expect(whole.output).not.toMatch(/credentials_ref|write_state|token_hash|creation_key/)

    const at = all.findIndex(({ table }) => table === 'storage_objects')
    const rest = await run([...args(), '--files', folder, '--after', String(all[at]?.['cursor'])])
    // The audit tells of this export, too.
    const others = (some: typeof all) =>
      some.filter(({ table }) => !String(table).startsWith('audit_'))
    expect(others(lines(rest.output).slice(0, -1))).toEqual(others(all.slice(at + 1, -1)))
  })

  it('is in the audit when it begins and when it ends: who asked for it, and how much went', async () => {
    const id = randomUUID()
    await storeAll(lab.clientOf({ sub: randomUUID(), tenantId: id }), [1000])
    const folder = join(lab.root, 'recorded')
    const asked = ['tenant', 'export', '--tenant', id, '--by', 'j.doe, ticket 4711']
    const { code, output } = await run([...asked, '--files', folder])
    expect(code).toBe(0)
    const { counts } = lines(output).at(-1) as { counts: object }
    const entries = await listExports(lab.db, id)
    expect(entries).toEqual([
      [
        'tenant.export_begun',
        { exportId: expect.any(String), by: 'j.doe, ticket 4711', withFiles: true },
      ],
      [
        'tenant.exported',
        {
          exportId: entries[0]?.[1]['exportId'],
          by: 'j.doe, ticket 4711',
          counts,
          files: { copied: 1, lost: 0 },
        },
      ],
    ])
    expect((await run(['audit', 'verify', '--tenant', id])).code).toBe(0)
  })

  it('has nothing of another tenant, and of one without rows that this began', async () => {
    const { output } = await run(['tenant', 'export', '--tenant', randomUUID()])
    expect(lines(output).at(-1)).toEqual({
      end: true,
      counts: { audit_events: 1, audit_heads: 1 },
    })
  })

  it('copies nothing that a scanner refused, and what another run left half is copied anew', async () => {
    const folder = join(lab.root, 'half')
    await mkdir(folder)
    const [refused, other] = files
    const { rows } = await sql<{ id: string }>`
      update document_versions set scan_status = 'INFECTED'
      where tenant_id = ${lab.tenantId} and id = ${refused?.versionId} returning object_id as id`.execute(
      lab.db,
    )
    const { rows: others } = await sql<{ id: string }>`
      select object_id as id from document_versions
      where tenant_id = ${lab.tenantId} and id = ${other?.versionId}`.execute(lab.db)
    const name = String(others[0]?.id)
    await writeFile(join(folder, `${name}.part`), 'half of it')
    const { code, output } = await run([...args(), '--files', folder])
    await sql`update document_versions set scan_status = 'NOT_SCANNED'
      where tenant_id = ${lab.tenantId} and id = ${refused?.versionId}`.execute(lab.db)
    expect(code).toBe(0)
    expect(lines(output).filter(({ noFile }) => noFile === 'infected')).toMatchObject([
      { row: { id: rows[0]?.id } },
    ])
    expect(await readdir(folder)).toEqual([name])
    const copy = createHash('sha256').update(await readFile(join(folder, name)))
    expect(copy.digest('hex')).toBe(other?.sha256)
  })

  it('says which content is lost, exports the rest, and ends with 1', async () => {
    const { rows } = await sql<{ id: string; key: string }>`
      select o.id, o.key from storage_objects o
      join document_versions v on v.tenant_id = o.tenant_id and v.object_id = o.id
      where o.tenant_id = ${lab.tenantId} limit 1`.execute(lab.db)
    const [lost] = rows
    await sql`update storage_objects set key = ${`${lost?.key}0`} where id = ${lost?.id}`.execute(
      lab.db,
    )
    const { code, output } = await run([...args(), '--files', join(lab.root, 'again')])
    await sql`update storage_objects set key = ${lost?.key} where id = ${lost?.id}`.execute(lab.db)
    expect(code).toBe(1)
    expect(lines(output).filter(({ noFile }) => noFile === 'lost')).toMatchObject([
      { row: { id: lost?.id } },
    ])
    expect(lines(output).at(-1)).toMatchObject({ end: true })
  })
})
