import { describe, expect, it } from 'vitest'
import { checkClaim, checkPage, findClaims } from './kept-by.ts'

const path = 'services/bpm/src/outbox/enqueue.test.ts'
const tests = {
  [path]: `
describe('the outbox', () => {
  it('[BPM-19] numbers the events without gaps', async () => {
    expect(await numbers()).toEqual([1, 2])
  })

  it('sends them soon', async () => {
    await sent()
  })

  it('sends them', () => expectSent())
})
`,
}
const readTest = async (file: string) => new Map(Object.entries(tests)).get(file)

const faultsOf = async (line: string): Promise<readonly string[]> => {
  const claims = findClaims('a.ts', `// The outbox.\n${line}\n`)
  return (await Promise.all(claims.map((claim) => checkClaim(claim, readTest)))).flat()
}

describe('a claim', () => {
  it.each([
    `// Kept by: ${path} "without gaps"`,
    ` * Kept by: ${path} "numbers the events" */`,
    `// Kept by: ${path} "sends them"`,
  ])('holds when a test has that title: %s', async (line) =>
    expect(await faultsOf(line)).toEqual([]),
  )

  it('falls with the file of its test', async () => {
    expect(await faultsOf('// Kept by: services/bpm/src/gone.test.ts "without gaps"')).toEqual([
      'a.ts:2: there is no services/bpm/src/gone.test.ts',
    ])
  })

  it('falls with the title of its test', async () => {
    expect(await faultsOf(`// Kept by: ${path} "in order"`)).toEqual([
      `a.ts:2: no title in ${path} has "in order"`,
    ])
  })

  it('names a title, not only a file', async () => {
    expect(await faultsOf(`// Kept by: ${path}`)).toEqual([
      'a.ts:2: write Kept by: <path of a test> "<part of its title>"',
    ])
  })

  it('falls with a test that expects nothing', async () => {
    expect(await faultsOf(`// Kept by: ${path} "sends them soon"`)).toEqual([
      `a.ts:2: "sends them soon" in ${path} expects nothing`,
    ])
    expect(await faultsOf(`// Kept by: ${path} "the outbox"`)).toEqual([])
  })

  it('is no word in the middle of a sentence', () => {
    expect(findClaims('a.ts', '// The order is kept by: the lane.')).toEqual([])
  })
})

describe('a decision', () => {
  it('names a test, or says why none can keep it', () => {
    expect(
      checkPage('docs/adr/1.md', '# 1\n\nKept by convention: it is a matter of taste.'),
    ).toEqual([])
    expect(checkPage('docs/adr/1.md', `# 1\n\nKept by: ${path} "without gaps"`)).toEqual([])
    expect(checkPage('docs/adr/1.md', '# 1\n')).toHaveLength(1)
  })
})
