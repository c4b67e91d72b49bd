import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findTitle, titles } from './problem-titles.zh-cn.ts'

// Each code of the services has a page here, which a check sees to.
const pages = readdirSync(new URL('../../../../docs/problems', import.meta.url))
const codes = pages
  .map((page) => page.replace(/\.md$/, ''))
  .filter((code) => /^(?:auth|bpm|dms|gateway|iam)\./.test(code))
const suffixOf = (code: string) => code.slice(code.indexOf('.') + 1)

it('says in Chinese what every problem of the services is called, and of no other', () => {
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.filter((code) => findTitle(code) === undefined)).toEqual([])
  const known = new Set([...codes, ...codes.map(suffixOf)])
  expect(Object.keys(titles).filter((code) => !known.has(code))).toEqual([])
})
