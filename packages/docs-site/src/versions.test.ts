import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSite } from './site.ts'
import { listReleases } from './versions.ts'

const run = promisify(execFile)
let folder: string
let root: string

const git = (...words: string[]) => {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  return run('git', [...person, ...words], { cwd: root })
}

/** What every version has: the pages that its frame leads to, and its first page. */
const frame = [
  'guides/deploy',
  'guides/connect-a-business-app',
  'people/deciding',
  'zh-CN/people/deciding',
  'changelog',
]

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function release(tag: string): Promise<void> {
  await git('add', '--all')
  await git('commit', '--quiet', '--message', tag)
  await git('tag', tag)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'versions-'))
  root = join(folder, 'checkout')
  await mkdir(root)
  await git('init', '--quiet')
  for (const page of frame) await write(`docs/${page}.md`, `# ${page}\n`)
  await write('README.md', '# Overview\n')
  await release('v0.0.9')
  await write('packages/docs-site/package.json', '{}')
  for (const page of ['index', 'zh-CN/index'])
    await write(`packages/docs-site/pages/${page}.md`, '# First\n')
  await write('docs/problems/bpm.old.md', '# bpm.old\n\n**409** Old.\n')
  await release('v0.1.0')
  await write('docs/guides/deploy.md', '# Deploy 0.2\n\n[code](../../packages/docs-site)\n')
  await rm(join(root, 'docs/problems/bpm.old.md'))
  await write('docs/problems/bpm.both.md', '# bpm.both\n\n**409** Both.\n')
  await release('v0.2.0')
  await write('docs/problems/bpm.both.md', '# bpm.both\n\n**409** Said better.\n')
  await release('v0.2.1')
  await write('docs/guides/deploy.md', '# Deploy of tomorrow\n')
  await write('docs/problems/bpm.new.md', '# bpm.new\n\n**409** New.\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('shows the newest release of each line that has a site', async () => {
  expect(await listReleases(root)).toEqual(['v0.2.1', 'v0.1.0'])
})

it('has the newest release at its base, what comes below /next/, and errors without a version', async () => {
  const out = join(folder, 'site')
  const repository = 'https://forge.example/us/it'
  await buildSite({ root, out, base: '/docs/', repository })
  const page = (path: string): Promise<string> => readFile(join(out, path), 'utf8')

  expect(await page('guides/deploy.html')).toContain('<title>Deploy 0.2 |')
  expect(await page('guides/deploy.html')).toContain(
    `href="${repository}/blob/v0.2.1/packages/docs-site"`,
  )
  expect(await page('next/guides/deploy.html')).toContain('<title>Deploy of tomorrow |')
  expect(await page('v0.1/guides/deploy.html')).toContain('<title>guides/deploy |')
  for (const address of ['/docs/', '/docs/v0.1/', '/docs/next/'])
    expect(await page('guides/deploy.html')).toContain(`<option value="${address}"`)

  expect(await page('problems/bpm.old/index.html')).toContain('Old.')
  expect(await page('problems/bpm.both/index.html')).toContain('Said better.')
  expect(await page('problems/bpm.new/index.html')).toContain('New.')
}, 900_000)

it('is not built with a dead link', async () => {
  const out = join(folder, 'dead')
  await git('tag', '--delete', 'v0.1.0', 'v0.2.0', 'v0.2.1')
  await write('docs/guides/deploy.md', '# Deploy\n\n[gone](gone.md)\n')
  await expect(buildSite({ root, out, base: '/' })).rejects.toThrow('docs/guides/gone.md')
  await write('docs/guides/deploy.md', '# Deploy\n\n[heading](../changelog.md#no-such)\n')
  await expect(buildSite({ root, out, base: '/' })).rejects.toThrow('changelog.html#no-such')
}, 900_000)
