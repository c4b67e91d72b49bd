import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listExports } from '../testing/exports.ts'
import { type Lab, openLab, storeAll, type Stored } from '../testing/lab.ts'
import { linesOf as lines, runCli } from '../testing/run-cli.ts'
import { startCli } from '../testing/service-process.ts'
import { sha256 } from '../testing/setup.ts'

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

  it('is refused for what is no tenant here, by name, and leaves no record', async () => {
    const mistyped = randomUUID()
    const person = ['person', 'export', '--tenant', mistyped, '--user', lab.user.sub]
    for (const asked of [['tenant', 'export', '--tenant', mistyped], person]) {
      expect(await run(asked)).toEqual({
        code: 2,
        output: '',
        complaints: `nothing is here of the tenant ${mistyped}`,
      })
    }
    expect(await listExports(lab.db, mistyped)).toEqual([])
  })

  it('goes on where it was killed in the middle of a file: nothing lost, nothing half', async () => {
    const id = randomUUID()
    const stored = await storeAll(
      lab.clientOf({ sub: randomUUID(), tenantId: id }),
      [400_000, 400_000, 400_000],
    )
    const { rows: objects } = await sql<{ id: string; key: string }>`
      select id, key from storage_objects where tenant_id = ${id} order by id`.execute(lab.db)
    const [, second] = objects
    // The second content comes as slowly as the test writes it.
    const path = join(lab.root, 'objects', String(second?.key))
    await rename(path, `${path}.kept`)
    await promisify(execFile)('mkfifo', [path])
    const folder = join(lab.root, 'killed')
    const asked = ['tenant', 'export', '--tenant', id, '--files', folder]
    const cut = startCli({ ...lab.options, environment }, [...asked, '--by', 'the first'])
    onTestFinished(() => cut.kill())
    const pipe = await open(path, 'w')
    await pipe.write(await readFile(`${path}.kept`), 0, 300_000)
    const part = join(folder, `${second?.id}.part`)
    await expect
      .poll(
        () =>
          stat(part).then(
            ({ size }) => size,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await cut.kill()
    await pipe.close()
    await rename(`${path}.kept`, path)
    expect((await readdir(folder)).toSorted()).toEqual(
      [objects[0]?.id, `${second?.id}.part`].toSorted(),
    )
    const printed = lines((await cut.done).output)
    expect(printed.at(-1)).toMatchObject({ table: 'storage_objects', file: objects[0]?.id })

    const rest = await run([...asked, '--after', String(printed.at(-1)?.['cursor'])])
    expect(rest.code).toBe(0)
    const names = [...printed, ...lines(rest.output)].flatMap(({ file }) => file ?? [])
    expect(names).toEqual(objects.map((object) => object.id))
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
    const hashes = await Promise.all(
      objects.map(async (object) => sha256(await readFile(join(folder, object.id)))),
    )
    expect(hashes.toSorted()).toEqual(stored.map((each) => each.sha256).toSorted())
    const whole = await run(['tenant', 'export', '--tenant', id])
    const rows = (all: typeof printed) =>
      all.flatMap(({ table, row }) =>
        table === undefined || String(table).startsWith('audit_') ? [] : [row],
      )
    expect(rows([...printed, ...lines(rest.output)])).toEqual(rows(lines(whole.output)))

    const entries = await listExports(lab.db, id)
    expect(entries.map(([action, { by, continues }]) => [action, by, continues])).toEqual([
      ['tenant.export_begun', 'the first', undefined],
      ['tenant.export_begun', expect.any(String), true],
      ['tenant.exported', expect.any(String), true],
      ['tenant.export_begun', expect.any(String), undefined],
      ['tenant.exported', expect.any(String), undefined],
    ])
    expect(entries[2]?.[1]).toMatchObject({ files: { copied: 2, lost: 0 } })
    expect((await run(['audit', 'verify', '--tenant', id])).code).toBe(0)
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
