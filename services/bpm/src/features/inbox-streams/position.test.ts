import { expect, it } from 'vitest'
import { readPositionText } from './position.ts'

it.each([
  ['748:748:', 748n],
  ['748:751:748,749', 748n],
  ['10:20:12', 10n],
])('takes the snapshot %s', (text, oldestOpen) => {
  expect(readPositionText(text)).toEqual({ oldestOpen })
})

it.each([
  '',
  '748',
  '748:751',
  '751:748:',
  '748:751:749,748',
  '748:751:751',
  '748:751:700',
  '0:1:',
  '-1:1:',
  '748:751:749,',
  '748:751:749,749',
  '99999999999999999999:1:',
  'a:b:c',
])('knows that %j is none', (text) => {
  expect(readPositionText(text)).toBeUndefined()
})
