import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

// What the forge does with a commit and with a tag. No runner is here to try it on.

const read = (name: string): Promise<string> =>
  readFile(new URL(`../../../../.github/workflows/${name}.yml`, import.meta.url), 'utf8')

/** The text of one job, up to the next. */
const jobIn = (workflow: string, name: string): string =>
  new RegExp(`^  ${name}:\n((?:    .*\n|\n)+)`, 'm').exec(workflow)?.[1] ?? ''

it('every commit is held against .ci/run, which lets no test be left out', async () => {
  expect(jobIn(await read('ci'), 'check')).toContain('bash .ci/run')
})

it('a tag publishes nothing before everything has passed for its commit', async () => {
  const release = await read('release')
  expect(await read('ci')).toMatch(/^ {2}workflow_call:$/m)
  expect(jobIn(release, 'check')).toContain('uses: ./.github/workflows/ci.yml')
  expect(jobIn(release, 'publish')).toMatch(/^ {4}needs: check$/m)
  expect(jobIn(release, 'announce')).toMatch(/^ {4}needs: publish$/m)
})
