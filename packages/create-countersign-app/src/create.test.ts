import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './create.ts'

// That what is laid out is installed, tested, started and gets its first event: e2e/guide.

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(path, 'utf8')) as Manifest

describe('an application that is laid out', () => {
  it('is made in a new folder, and named after it', async () => {
    const target = await createApp(join(folder, 'trips'))
    const files = await readdir(target)
    expect(files).toEqual(
      expect.arrayContaining(['.env.example', '.gitignore', 'README.md', 'package.json', 'src']),
    )
    expect(files).not.toContain('gitignore')
    const { name } = await readManifest(join(target, 'package.json'))
    expect(name).toBe('trips')
  })

  it('asks for what this package was tested with', async () => {
    const target = await createApp(join(folder, 'trips'))
    const { dependencies } = await readManifest(join(target, 'package.json'))
    const own = await readManifest(fileURLToPath(new URL('../package.json', import.meta.url)))
    const { devDependencies: tested = {} } = own
    for (const [name, range] of Object.entries(dependencies ?? {}))
      expect([tested[name], `^${tested[name]}`], name).toContain(range)
    // npm knows no workspace: packing writes versions there.
    expect(tested).toMatchObject({
      '@countersign/auth-verifier': 'workspace:^',
      '@countersign/event-receiver': 'workspace:^',
    })
  })

  it('is made in an empty folder', async () => {
    await mkdir(join(folder, 'empty'))
    expect(await readdir(await createApp(join(folder, 'empty')))).toContain('package.json')
  })

  it('is refused in a folder that holds anything, which stays as it was', async () => {
    const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
    const target = join(folder, 'named')
    await mkdir(target)
    await writeFile(join(target, '.keep'), 'mine')
    await expect(
      promisify(execFile)(process.execPath, ['--conditions=source', cli, target]),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') as string })
    expect(await readdir(target)).toEqual(['.keep'])
  })

  it('is refused when the folder could not be the name of a package', async () => {
    await expect(createApp(join(folder, 'My Trips'))).rejects.toThrow(/no name of a package/)
    expect(await readdir(folder)).toEqual([])
  })
})
