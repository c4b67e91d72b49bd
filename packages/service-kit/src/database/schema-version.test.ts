import { describe, expect, it } from 'vitest'
import { refuseToMigrate, refuseToStart } from './schema-version.ts'

const state = (version: string | undefined, ...applied: string[]) => ({
  version,
  applied: new Set(applied),
})

describe('a service starts', () => {
  const own = { version: '0.4.2', migrations: ['0001.sql', '0002.sql'] }

  it.each([
    ['its own tables', state('0.4.0', '0001.sql', '0002.sql')],
    ['those of the next minor version', state('0.5.0', '0001.sql', '0002.sql', '0003.sql')],
    ['a later patch', state('0.4.9', '0001.sql', '0002.sql', '0003.sql')],
    ['an earlier version that had the same', state('0.3.0', '0001.sql', '0002.sql')],
  ])('on %s', (_, found) => {
    expect(refuseToStart(own, found)).toBeUndefined()
  })

  it.each([
    [
      'too old',
      state('0.3.0', '0001.sql'),
      /too old .* 1 of its migrations .* \(0002\.sql first\)/,
    ],
    ['empty', state(undefined), /too old/],
    ['two ahead', state('0.6.0', '0001.sql', '0002.sql', '9.sql'), /too new .* start 0\.6\.0$/],
    ['of the next major', state('1.0.0', '0001.sql', '0002.sql', '9.sql'), /too new/],
  ])('not on tables that are %s, and says what to do', (_, found, words) => {
    expect(refuseToStart(own, found)).toMatch(words)
  })
})

describe('a version migrates', () => {
  it.each([
    ['nothing', state(undefined)],
    ['what says no version', state(undefined, '0001.sql')],
    ['what it follows', state('0.1.3', '0001.sql')],
  ])('%s', (_, found) => {
    expect(refuseToMigrate('0.2.0', found)).toBeUndefined()
  })

  it('not what it cannot follow, and names the way', () => {
    const refusal = refuseToMigrate('0.9.0', state('0.0.9', '0001.sql'))
    expect(refusal).toMatch(/^0\.0\.9 migrated .* 0\.9\.0 follows 0\.1 .* between them first$/)
  })
})
