import { expect, it } from 'vitest'
import { matchKey, type Shortcut } from './keys.ts'

const shortcut = (keys: string): Shortcut => ({ keys, label: keys, run: () => {} })
const frame = shortcut('?')
const inbox = shortcut('g i')
const next = shortcut('j')
const shortcuts = [frame, inbox, next]

it('runs a single key, and waits for the second of two', () => {
  expect(matchKey(shortcuts, '', 'j')).toEqual({ kind: 'run', shortcut: next })
  expect(matchKey(shortcuts, '', 'g')).toEqual({ kind: 'wait', typed: 'g' })
  expect(matchKey(shortcuts, 'g', 'i')).toEqual({ kind: 'run', shortcut: inbox })
  expect(matchKey(shortcuts, '', 'i')).toEqual({ kind: 'none' })
})

it('takes a key for itself when it does not go on with what was begun', () => {
  expect(matchKey(shortcuts, 'g', 'j')).toEqual({ kind: 'run', shortcut: next })
  expect(matchKey(shortcuts, 'g', 'g')).toEqual({ kind: 'wait', typed: 'g' })
  expect(matchKey(shortcuts, 'g', 'z')).toEqual({ kind: 'none' })
})

it('gives a page the word before the frame', () => {
  const own = shortcut('?')
  expect(matchKey([...shortcuts, own], '', '?')).toEqual({ kind: 'run', shortcut: own })
})
