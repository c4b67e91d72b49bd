import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const programs = ['services/iam', 'services/bpm', 'services/dms', 'deploy/gateway']

async function versionOf(folder: string): Promise<string> {
  const text = await read(`${folder}/package.json`)
  return (JSON.parse(text) as { version: string }).version
}

const read = (path: string) => readFile(new URL(path, root), 'utf8')

/** Where images are named for somebody to type or to copy. */
const guides = [
  'docs/operations/kubernetes.md',
  'docs/operations/containers.md',
  'docs/guides/deploy.md',
  'deploy/charts/examples/iam-alone.yaml',
]

const minorOf = (version: string): number => Number(version.split('.')[1])

it('the platform has one version, which its programs, its databases and its chart say', async () => {
  const version = await versionOf('.')
  const chart = await read('deploy/charts/countersign/Chart.yaml')
  expect(await Promise.all(programs.map(versionOf))).toEqual(programs.map(() => version))
  expect(chart).toContain(`\nappVersion: ${version}\n`)
})

it('who follows the guides makes the images that the chart asks for', async () => {
  const version = await versionOf('.')
  const kubernetes = await read('docs/operations/kubernetes.md')
  const pushed = /^ *image=(\S+)\/\$service:\$version$/m.exec(kubernetes)?.[1]
  expect(kubernetes).toContain(
    `version=$(sed -n 's/^appVersion: //p' deploy/charts/countersign/Chart.yaml)`,
  )
  const rendered = await read('deploy/charts/examples/rendered/existing.yaml')
  const asked = new Set([...rendered.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image))
  const made = ['iam', 'bpm', 'dms', 'gateway'].map((name) => `${pushed}/${name}:${version}`)
  expect([...asked].toSorted()).toEqual(made.toSorted())

  const named = /(?:VERSION=|tag=|tag: |countersign\/[\w$]+:)'?(\d+\.\d+\.\d+)/g
  for (const guide of guides)
    for (const [text, other] of (await read(guide)).matchAll(named))
      expect(other, `${guide}: ${text}`).toBe(version)
})

it('is the one after the last released version, so that a database tells their tables apart', async () => {
  const fixtures = await readdir(new URL('deploy/drills/src/upgrade/fixtures/', root))
  const released = Math.max(...fixtures.map(minorOf))
  expect(minorOf(await versionOf('.'))).toBe(released + 1)
})
