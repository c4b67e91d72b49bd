import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { describe, expect, it } from 'vitest'

const folder = new URL('../', import.meta.url)
const root = new URL('../../', folder)
const run = promisify(execFile)
const promtool = (...args: readonly string[]) =>
  run(findProgram('promtool', process.env) ?? 'promtool', args, { cwd: fileURLToPath(folder) })
const rules = async () => {
  const place = new URL('deploy/charts/countersign/files/rules/', root)
  const files = await readdir(place)
  return (await Promise.all(files.map((file) => readFile(new URL(file, place), 'utf8')))).join('')
}

describe('the rules', { tags: 'promtool' }, () => {
  it('are rules of Prometheus', async () => {
    const place = '../charts/countersign/files/rules'
    const files = ['iam', 'bpm', 'dms', 'gateway', 'shared'].map((name) => `${place}/${name}.yaml`)
    const { stdout } = await promtool('check', 'rules', ...files)
    expect(stdout).not.toContain('FAILED')
  })

  it.each(['alerts.yaml', 'days.yaml'])(
    'fire when they should, and not else: %s',
    async (cases) => {
      const { stdout } = await promtool('test', 'rules', `rules-tests/${cases}`)
      expect(stdout).toContain('SUCCESS')
    },
  )
})

describe('an alert', () => {
  const namesIn = (text: string) =>
    new Set([...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name))

  it('has a runbook of its name, that its annotation leads to', async () => {
    const text = await rules()
    const links = [...text.matchAll(/- alert: (\w+)[\s\S]*?runbook_url: (\S+)/g)]
    expect(links.length).toBeGreaterThan(15)
    for (const [, name, link] of links) {
      expect(link).toBe(`docs/operations/runbooks/${name}.md`)
      expect(await readFile(new URL(String(link), root), 'utf8')).toContain(`Alert \`${name}\``)
    }
  })

  it('is there for each runbook, and has a case that sees it fire', async () => {
    const names = namesIn(await rules())
    const pages = await readdir(new URL('docs/operations/runbooks/', root))
    const cases = await readFile(new URL('rules-tests/alerts.yaml', folder), 'utf8')
    expect(
      new Set(pages.filter((page) => page !== 'README.md').map((page) => page.slice(0, -3))),
    ).toEqual(names)
    for (const name of names) expect(cases).toContain(`alertname="${name}",alertstate="firing"`)
  })
})
