import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findContentFaults } from './contents.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contents-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function lay(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

const good = {
  'package.json': JSON.stringify({
    name: '@countersign/x',
    version: '1.0.0',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }),
  'README.md': '[license](LICENSE) [elsewhere](https://elsewhere.example)',
  LICENSE: 'Apache-2.0',
  'dist/index.js': '',
  'dist/index.d.ts': '',
}

it('lets pass what a package must have', async () => {
  await lay(good)
  expect(await findContentFaults(folder)).toEqual([])
})

it('names what is lacking and what is too much', async () => {
  await lay({
    ...good,
    'package.json': JSON.stringify({
      name: '@countersign/x',
      version: '1.0.0',
      exports: { '.': './dist/gone.js' },
      bin: { x: './dist/cli.js' },
      dependencies: { '@countersign/y': 'workspace:^' },
    }),
    'README.md': '[docs](../../docs/terms.md)',
    'dist/index.test.js': '',
    'src/index.ts': '',
  })
  await rm(join(folder, 'LICENSE'))
  await rm(join(folder, 'dist/index.d.ts'))
  expect((await findContentFaults(folder)).toSorted()).toEqual([
    '@countersign/x asks for @countersign/y workspace:^',
    '@countersign/x has no LICENSE',
    '@countersign/x has no dist/cli.js',
    '@countersign/x has no dist/gone.js',
    '@countersign/x has no types',
    '@countersign/x holds dist/index.test.js',
    '@countersign/x holds src/index.ts',
    '@countersign/x: its README links to ../../docs/terms.md',
  ])
})
