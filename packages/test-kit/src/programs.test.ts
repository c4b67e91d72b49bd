import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { programArguments } from './programs.ts'

it('a program that is one file finds what it finds among its sources', () => {
  const entry = new URL('fixtures/addresses.ts', import.meta.url)
  const run = (args: readonly string[]): unknown =>
    JSON.parse(execFileSync(process.execPath, [...args, 'a', 'b'], { encoding: 'utf8' }))
  const [, file] = programArguments(entry)
  expect(file).not.toBe(fileURLToPath(entry))
  const found = run(programArguments(entry))
  expect(found).toEqual(run(['--conditions=source', fileURLToPath(entry)]))
  expect(found).toMatchObject({ url: entry.href, isValid: true, words: ['a', 'b'] })
})
