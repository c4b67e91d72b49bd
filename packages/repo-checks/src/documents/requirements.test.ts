import { describe, expect, it } from 'vitest'
import { findProofs, requirementsPage } from './requirements.ts'

// The ids of the sample titles are put together here, or this file would prove them itself.
const BPM_10 = ['BPM', '10'].join('-')
const EVT_03 = ['EVT', '03'].join('-')

describe('requirements and their tests', () => {
  it('finds ids in titles of it, describe and each, in any quotes', () => {
    const text = [
      `it('[${BPM_10}] one', () => {})`,
      `describe("[${EVT_03}] two", () => {})`,
      `it.each([['a'], ['b']])('[${BPM_10}] three %s', () => {})`,
      `it.each(['a'] as const)('without an id', () => {})`,
      `it('[${BPM_10}] between two tables', () => {})`,
      `it.each([['b']])('without an id', () => {})`,
      `it.each(cases)(\`[${BPM_10}][${EVT_03}] four\`, () => {})`,
      `it(\n  '[${BPM_10}, ${EVT_03}] five',\n  () => {})`,
      `it('six, without an id', () => {})`,
    ].join('\n')

    expect(findProofs('a.test.ts', text).map(({ ids }) => ids)).toEqual([
      [BPM_10],
      [EVT_03],
      [BPM_10],
      [BPM_10],
      [BPM_10, EVT_03],
      [BPM_10, EVT_03],
    ])
  })

  it('shows the tests of a requirement, and which have none', () => {
    const page = requirementsPage([
      { file: 'a.test.ts', title: `[${BPM_10}] holds`, ids: [BPM_10] },
    ])

    expect(page).toContain('- [a.test.ts](../a.test.ts): holds')
    expect(page).toContain('1 of 78 requirements')
    expect(page).toMatch(new RegExp(`\\*\\*${EVT_03}\\*\\* .*\\n  - no test yet`))
  })

  it('refuses an id that does not exist', () => {
    const proof = { file: 'a.test.ts', title: 'wrong', ids: ['BPM-99'] }
    expect(() => requirementsPage([proof])).toThrow('a.test.ts: there is no requirement BPM-99')
  })
})
