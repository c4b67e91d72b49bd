import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBills } from './release/bill.ts'
import { readOrigin } from './release/origin.ts'
import { must, prepare, type Prepared } from './release/prepare.ts'
import { copyWithVersions, install } from './release/rehearse.ts'
import { run } from './run.ts'

// Publishes every package whose version the registry does not have, and writes their bills of
// materials to .local/release. `--dry-run` publishes nothing: it does the same in a copy of the
// checkout, with the versions that the next release would have.
const root = fileURLToPath(new URL('../../../', import.meta.url))
const isDry = process.argv.includes('--dry-run')
const rehearsed = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'example/countersign',
  GITHUB_SHA: 'main',
}
const origin = readOrigin(isDry ? { ...rehearsed, ...process.env } : process.env)
const out = join(root, '.local/release')

async function isThere({ manifest }: Prepared): Promise<boolean> {
  const { name, version } = manifest
  const { exitCode, output } = await run(['npm', 'view', `${name}@${version}`, 'version'], root)
  if (exitCode === 0) return output.includes(version)
  if (output.includes('E404')) return false
  throw new Error(`the registry does not say whether it has ${name} ${version}:\n${output}`)
}

async function publish(prepared: Prepared): Promise<void> {
  const { name, version } = prepared.manifest
  if (!isDry && (await isThere(prepared))) {
    console.log(`${name} ${version} is there already`)
    return
  }
  // It is built: the scripts that build it are not in the package.
  const words = ['npm', 'publish', '--access', 'public', '--provenance', '--ignore-scripts']
  await must([...words, ...(isDry ? ['--dry-run'] : [])], prepared.unpacked)
  console.log(`${name} ${version} ${isDry ? 'could be published' : 'is published'}`)
}

const work = await mkdtemp(join(tmpdir(), 'release-'))
try {
  const checkout = isDry ? join(work, 'checkout') : root
  if (isDry) {
    await copyWithVersions(root, checkout)
    await install(checkout)
  }
  const packages = await prepare(checkout, join(work, 'packed'), origin)
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const bills = await writeBills(checkout, packages, out)
  for (const { folder, unpacked } of packages)
    await cp(join(unpacked, 'package.json'), join(out, `${folder.replace('/', '-')}.json`))
  for (const prepared of packages) await publish(prepared)
  console.log(`${packages.length} packages, ${bills.length} bills of materials in ${out}`)
} finally {
  await rm(work, { recursive: true, force: true })
}
