import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { problems } from './problems.ts'

const pages = new URL('../../../docs/problems/', import.meta.url)

it('has a page for every code, with its status, and no page for another', async () => {
  const names = (await readdir(pages)).filter((name) => name.startsWith('bpm.'))
  expect(names.toSorted()).toEqual(
    Object.keys(problems)
      .map((key) => `bpm.${key}.md`)
      .toSorted(),
  )
  for (const problem of Object.values(problems).map((make) => make())) {
    const page = await readFile(new URL(`${problem.code}.md`, pages), 'utf8')
    expect(page.startsWith(`# ${problem.code}\n`)).toBe(true)
    expect(page).toContain(`**${problem.status}**`)
  }
})
