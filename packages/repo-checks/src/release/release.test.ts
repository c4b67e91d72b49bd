// @module-tag registry
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { must } from './prepare.ts'
import { listPublished, type Manifest } from './published.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const out = new URL('../../../../.local/release/', import.meta.url)
let said: string

beforeAll(async () => {
  const program = 'packages/repo-checks/src/release.ts'
  said = await must([process.execPath, '--conditions=source', program, '--dry-run'], root)
}, 1_800_000)

it('could publish every package, under the next version, saying where it comes from', async () => {
  const packages = await listPublished(root)
  expect(packages.length).toBeGreaterThan(4)
  for (const { folder, manifest } of packages) {
    const text = await readFile(new URL(`${folder.replace('/', '-')}.json`, out), 'utf8')
    const next = JSON.parse(text) as Manifest & { repository: { url: string; directory: string } }
    expect(next.version).not.toBe(manifest.version)
    expect(next.repository.directory).toBe(folder)
    expect(next.repository.url).toMatch(/^git\+https:\/\/.*\.git$/)
    expect(said).toContain(`${manifest.name} ${next.version} could be published`)
    for (const [name, range] of Object.entries(next.dependencies ?? {}))
      if (name.startsWith('@countersign/')) expect(range).toMatch(/^\^\d/)
  }
})

it('leaves a bill of materials of each', async () => {
  const bills = (await readdir(out)).filter((name) => name.endsWith('.cdx.json'))
  expect(bills).toHaveLength((await listPublished(root)).length)
})
