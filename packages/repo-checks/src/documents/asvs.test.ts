import { describe, expect, it } from 'vitest'
import { asvsPage, chapters, findAsvsTests, findOpen } from './asvs.ts'

const row = { level: 1, what: 'doors are locked' }
const rowsOf = (rest: object) => ({ 'V1 Doors': { 'V1.1.1': { ...row, ...rest } } })
const test = { file: 'a.test.ts', title: '[V1.1.1] locks', ids: ['V1.1.1'] }
const readDocument = async (path: string) =>
  path === 'docs/a.md' ? '# A\n\n## The doors' : undefined
const openIn = (rest: object, tests = [test].slice(1)) =>
  findOpen(rowsOf(rest), tests, readDocument)

describe('the table of ASVS', () => {
  // Levels 1 and 2 of ASVS 5.0.0: none may be dropped.
  it('has every requirement of its chapters', () => {
    const counts = Object.values(chapters).map((rows) => Object.keys(rows).length)
    expect(counts).toEqual([35, 18, 7, 29])
  })

  it('finds ids in titles, several in one', () => {
    const text = `it('[V1.1.1] [IAM-01] [V10.2.3] locks', () => {})\nit('without', () => {})`
    expect(findAsvsTests('a.test.ts', text).map(({ ids }) => ids)).toEqual([['V1.1.1', 'V10.2.3']])
  })

  it('is closed by a test, a reason or a heading that is there', async () => {
    expect(await openIn({}, [test])).toEqual([])
    expect(await openIn({ why: 'There are no doors.' })).toEqual([])
    expect(await openIn({ see: 'docs/a.md#the-doors' })).toEqual([])
  })

  it('is open where there is none of them', async () => {
    expect(await openIn({})).toEqual(['V1.1.1: no test, no document, no reason'])
    expect(await openIn({ see: 'docs/a.md#windows' })).toEqual(['V1.1.1: no docs/a.md#windows'])
    expect(await openIn({ see: 'docs/b.md#doors' })).toHaveLength(1)
    expect(await findOpen({}, [test], readDocument)).toEqual([
      'a.test.ts: there is no requirement V1.1.1',
    ])
  })

  it('links tests, documents and reasons', () => {
    const page = asvsPage(rowsOf({ see: 'docs/a.md#the-doors', why: 'And a guard.' }), [test])
    expect(page).toContain(
      '| V1.1.1 | 1 | doors are locked | [a.md#the-doors](../../docs/a.md#the-doors)<br>[a.test.ts](../../a.test.ts): locks<br>And a guard. |',
    )
  })
})
