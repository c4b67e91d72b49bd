import { expect, it } from 'vitest'
import { comparePages } from './problem-pages.ts'

it('finds the code without a page', () => {
  expect(comparePages(['bpm.not_found', 'bpm.task_not_open'], ['bpm.not_found'])).toEqual([
    'docs/problems/bpm.task_not_open.md is missing',
  ])
})

it('finds the page that no code leads to any more', () => {
  expect(comparePages(['bpm.not_found'], ['bpm.not_found', 'bpm.gone', 'auth.other'])).toEqual([
    'docs/problems/bpm.gone.md describes a code that does not exist',
  ])
})
