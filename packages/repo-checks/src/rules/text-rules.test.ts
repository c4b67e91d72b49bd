import { describe, expect, it } from 'vitest'
import { checkDocument, checkText, textRules } from './text-rules.ts'

const source = 'services/bpm/src/features/tasks/approve.ts'
const test = 'services/bpm/src/features/tasks/approve.test.ts'

const planted = [
  { rule: 'export-by-name', file: source, line: `export * from '../queries.ts'` },
  { rule: 'export-by-name', file: source, line: `export type * from '../queries.ts'` },
  { rule: 'imports-end-in-ts', file: source, line: `import { a } from '../queries.js'` },
  { rule: 'imports-end-in-ts', file: source, line: `const a = await import('../../queries')` },
  { rule: 'no-module-mocks', file: test, line: `vi.mock('../queries.ts')` },
  { rule: 'no-unfinished-tests', file: test, line: `it.only('[BPM] one', () => {})` },
  { rule: 'no-unfinished-tests', file: test, line: `describe.skip('all', () => {})` },
  {
    rule: 'no-sleeps-in-tests',
    file: test,
    line: `await new Promise((resolve) => setTimeout(resolve, 1_000))`,
  },
  { rule: 'no-suppressions', file: source, line: `// @ts-expect-error it is a string` },
  { rule: 'a-person-is-they', file: source, line: `// The reader sees what he may see.` },
  { rule: 'a-person-is-they', file: test, line: ` * Her tasks go to somebody else.` },
  { rule: 'literals-are-written', file: source, line: `  ...['tenant_id', 'id'],` },
  { rule: 'literals-are-written', file: source, line: `  ...{ tenant_id: tenantId, id },` },
  { rule: 'nothing-unfinished', file: source, line: `// TODO: later` },
]

describe('text rules', () => {
  it.each(planted)('$rule finds $line', ({ rule, file, line }) => {
    expect(checkText(file, `const fine = 1\n${line}\n`)).toEqual([{ rule, file, line: 2 }])
  })

  it('has a planted line for every rule', () => {
    expect([...new Set(planted.map(({ rule }) => rule))]).toEqual(textRules.map(({ name }) => name))
  })

  it.each([
    { file: 'packages/contracts/src/index.ts', line: `export * from '../events.ts'` },
    { file: source, line: `import data from '../table.json' with { type: 'json' }` },
    { file: source, line: `import { expand } from '../core/graph.ts'` },
    { file: source, line: `// The others and their heirs; there, here.` },
    { file: source, line: `  ...[1, 2, 4].map((factor) => factor * 2),` },
    { file: source, line: `  ...rest,` },
    { file: test, line: `it.each(cases)('one', () => {})` },
  ])('lets $line pass in $file', ({ file, line }) => {
    expect(checkText(file, line)).toEqual([])
  })
})

it('finds a person who is he or she in a document', () => {
  expect(checkDocument('docs/guide.md', 'What they see.\nWhat she sees.\n')).toEqual([
    { rule: 'a-person-is-they', file: 'docs/guide.md', line: 2 },
  ])
})

it.each([
  ['createVerifier({ issuer, jwksUrl })', 1],
  ['createVerifier({\n  issuer,\n  jwksUrl: `${issuer}/oauth2/jwks`,\n})', 1],
  ['createVerifier({ issuer, jwksUrl, audience: issuer })', 0],
  ['createVerifier({ …, revocations })', 0],
])('finds a verifier for tokens of any audience in a document: %s', (code, count) => {
  const fault = { rule: 'a-verifier-names-its-audience', file: 'docs/guide.md', line: 3 }
  expect(checkDocument('docs/guide.md', `A\n\n${code}\n`)).toEqual(Array(count).fill(fault))
})
