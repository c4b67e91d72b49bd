import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, Package } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// What is published: the compiled sources under the package.json as pnpm writes it when it packs.
const home = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const run = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, object>>
  readonly dependencies?: object
  readonly publishConfig: { readonly exports: Readonly<Record<string, object>> }
}

let manifest: Manifest
let directory: string
let files: Record<string, string>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'auth-verifier-'))
  const source = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as Manifest
  manifest = { ...source, exports: source.publishConfig.exports }
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest))
  await copyFile(join(home, 'README.md'), join(directory, 'README.md'))
  await mkdir(join(directory, 'dist'))
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const output = ['--outDir', join(directory, 'dist'), '--tsBuildInfoFile', join(directory, 'info')]
  const { stdout } = await run(process.execPath, [
    ...[compiler, '-p', join(home, 'tsconfig.build.json'), '--listEmittedFiles'],
    ...output,
  ])
  const emitted = [...stdout.matchAll(/^TSFILE: (.+\.(?:js|d\.ts))$/gm)].map(
    (match) => match[1] ?? '',
  )
  const paths = [join(directory, 'package.json'), ...emitted]
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  files = Object.fromEntries(
    paths.map((path, at) => [path.slice(directory.length + 1), texts[at] ?? '']),
  )
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('the published package', () => {
  it('has no dependency and shows outside what it has inside', () => {
    expect(manifest.dependencies).toBeUndefined()
    const inside = JSON.parse(files['package.json'] ?? '') as Manifest
    expect(Object.keys(inside.publishConfig.exports)).toEqual(Object.keys(inside.exports))
    expect(JSON.stringify(inside.exports)).not.toContain('"source"')
  })

  it('holds no test and imports nothing but Node', () => {
    expect(Object.keys(files).filter((path) => path.includes('.test.'))).toEqual([])
    const imported = Object.entries(files)
      .filter(([path]) => path.endsWith('.js'))
      .flatMap(([, code]) => [...code.matchAll(/\bfrom '([^']+)'/g)].map((match) => match[1] ?? ''))
      .filter((name) => !name.startsWith('./') && !name.startsWith('../'))
    expect(imported.length).toBeGreaterThan(5)
    expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])
  })

  it('satisfies publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: directory, strict: true, pack: false })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('resolves with its types wherever ES modules are (attw, profile esm-only)', async () => {
    const prefix = `/node_modules/${manifest.name}/`
    const placed = Object.entries(files).map(([path, content]) => [prefix + path, content] as const)
    const content = new Package(Object.fromEntries(placed), manifest.name, manifest.version)
    const result = await checkPackage(content)
    if (!result.types) throw new Error('the package has no types')
    const ignored = new Set(['node10', 'node16-cjs'])
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem && ignored.has(problem.resolutionKind)),
    )
    expect(problems).toEqual([])
    expect(Object.keys(result.entrypoints)).toEqual(Object.keys(manifest.exports))
  })
})
