import { describe, expect, it } from 'vitest'
import { arrangeFinds, matchFinds, placeAfterKey, type Find, type Group } from './find.ts'

const find = (label: string, group: Group = 'pages', more: Partial<Find> = {}): Find => ({
  id: `${group} ${label}`,
  group,
  label,
  icon: 'check',
  run: () => undefined,
  ...more,
})

const labels = (finds: readonly Find[]) => finds.map(({ label }) => label)

describe('what the palette finds', () => {
  const finds = [
    find('Document rules'),
    find('Inbox'),
    find('People'),
    find('中文', 'actions', { hint: 'Language' }),
  ]

  it.each([
    ['', ['Document rules', 'Inbox', 'People', '中文']],
    ['  ', ['Document rules', 'Inbox', 'People', '中文']],
    ['PEO', ['People']],
    ['rules doc', ['Document rules']],
    ['language', ['中文']],
    ['中', ['中文']],
    ['Ｉｎｂｏｘ', ['Inbox']],
    ['nothing', []],
  ])('by “%s” is %j', (text, expected) => {
    expect(labels(matchFinds(finds, text))).toEqual(expected)
  })

  it('begins with what begins so', () => {
    expect(labels(matchFinds([find('New approval'), find('Approvals')], 'app'))).toEqual([
      'Approvals',
      'New approval',
    ])
  })

  it('is in groups, a few of each, and each thing once: what waits before what it is of', () => {
    const many = Array.from({ length: 9 }, (_, n) => find(`Person ${n}`, 'people'))
    const waiting = find('Trip', 'approvals', { id: 'approval 1', hint: 'Waits for you' })
    const started = find('Trip', 'approvals', { id: 'approval 1', hint: 'Expense' })
    const arranged = arrangeFinds([...many, waiting, started, find('Inbox')])
    expect(labels(arranged.slice(0, 2))).toEqual(['Inbox', 'Trip'])
    expect(arranged[1]).toBe(waiting)
    expect(arranged).toHaveLength(8)
  })
})

describe('the keys', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', 0, 2],
    ['PageDown', 0, 2],
    ['PageUp', 2, 0],
    ['Home', 1, undefined],
    ['a', 1, undefined],
  ])('%s leads from %i to %s of three', (key, at, to) => {
    expect(placeAfterKey(key, at, 3)).toBe(to)
  })

  it('lead nowhere where there is nothing', () => {
    expect(placeAfterKey('ArrowDown', 0, 0)).toBeUndefined()
  })
})
