import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)
const programs = ['services/iam', 'services/bpm', 'services/dms', 'deploy/gateway']

async function versionOf(folder: string): Promise<string> {
  const text = await readFile(new URL(`${folder}/package.json`, root), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

const minorOf = (version: string): number => Number(version.split('.')[1])

it('the platform has one version, which its programs, its databases and its chart say', async () => {
  const version = await versionOf('.')
  const chart = await readFile(new URL('deploy/charts/countersign/Chart.yaml', root), 'utf8')
  expect(await Promise.all(programs.map(versionOf))).toEqual(programs.map(() => version))
  expect(chart).toContain(`\nappVersion: ${version}\n`)
})

it('is the one after the last released version, so that a database tells their tables apart', async () => {
  const fixtures = await readdir(new URL('deploy/drills/src/upgrade/fixtures/', root))
  const released = Math.max(...fixtures.map(minorOf))
  expect(minorOf(await versionOf('.'))).toBe(released + 1)
})
