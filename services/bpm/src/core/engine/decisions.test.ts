import { describe, expect, it } from 'vitest'

import type { DecisionTable, OutputCell } from '../decision/table.ts'
import { bpmn, end, flows, play, start, validate, type PlayOptions } from '../testing.ts'
import { initialState, apply } from './engine.ts'

const users = (...names: readonly string[]) => names.map((ref) => ({ kind: 'user' as const, ref }))

const tableOf = (
  rows: readonly (readonly OutputCell[])[],
  more: Partial<DecisionTable> = {},
): DecisionTable => ({
  hitPolicy: 'UNIQUE',
  inputs: [{ variable: 'amount', type: 'number' }],
  outputs: [
    { name: 'who', type: 'people' },
    { name: 'howMany', type: 'approvals' },
    { name: 'order', type: 'order' },
    { name: 'due', type: 'due' },
  ],
  rows: rows.map((outputs, at) => ({
    inputs: [{ minimum: at * 1000, exclusiveMaximum: (at + 1) * 1000 }],
    outputs,
  })),
  otherwise: null,
  ...more,
})

const asked =
  '<approval:candidates><approval:candidate kind="decision" ref="who"/></approval:candidates>'
const process = (more = '') =>
  bpmn(
    `${start}<userTask id="a"><extensionElements>${asked}${more}</extensionElements></userTask>${end}${flows('start -> a -> end')}`,
  )

const playWith = (table: DecisionTable, amount: number, more = '', options: PlayOptions = {}) =>
  play(process(more), { variables: { amount }, tables: { who: table }, ...options })

describe('people of a decision table', () => {
  it('asks whom the row names, and notes which version and row it was', async () => {
    const table = tableOf([
      [users('bob'), null, null, null],
      [users('cid'), null, null, 'P2D'],
    ])
    const game = await playWith(table, 1500)
    expect(game.open()).toEqual(['a/cid'])
    expect(game.effects).toContainEqual({
      kind: 'tableAsked',
      node: 'a',
      decision: { id: 'who', key: 'who', version: 1 },
      rows: [1],
    })
    expect(game.state().execution.activations).toMatchObject([
      { due: { kind: 'in', text: 'P2D', working: true } },
    ])
  })

  it('lets the row say how many approve, at once or in turn', async () => {
    const table = tableOf([
      [users('bob', 'cid', 'dan'), 2, 'together', null],
      [users('bob', 'cid', 'dan'), 2, 'inTurn', null],
      [users('bob', 'cid'), null, 'inTurn', null],
      [users('bob', 'cid'), null, 'together', null],
    ])
    const together = await playWith(table, 0)
    expect(together.open()).toEqual(['a/bob', 'a/cid', 'a/dan'])
    together.approve('a', 'dan')
    together.approve('a', 'bob')
    expect(together.state().status).toBe('APPROVED')

    const inTurn = await playWith(table, 1000)
    expect(inTurn.open()).toEqual(['a/bob'])
    inTurn.reject('a', 'bob')
    expect(inTurn.open()).toEqual(['a/cid'])
    inTurn.approve('a', 'cid')
    inTurn.approve('a', 'dan')
    expect(inTurn.state().status).toBe('APPROVED')

    const all = await playWith(table, 2000)
    all.approve('a', 'bob')
    expect(all.open()).toEqual(['a/cid'])
    all.reject('a', 'cid')
    expect(all.state().status).toBe('REJECTED')
    expect((await playWith(table, 3000)).open()).toEqual(['a/bob', 'a/cid'])
  })

  it('keeps what the row said when a decision is taken back', async () => {
    const table = tableOf([[users('bob', 'cid', 'dan'), 2, 'together', null]])
    const game = await playWith(table, 0)
    game.approve('a', 'bob')
    const [activation] = game.state().execution.activations
    expect(activation?.rule).toMatchObject({ mode: 'count', threshold: 2 })
  })

  it('leaves it to the policy where the table names nobody, or fewer than have to approve', async () => {
    const table = tableOf([[[{ kind: 'role', ref: 'finance' }], 2, null, null]])
    const directory = { 'role:finance': ['bob'], 'role:admin': ['root'] }
    expect((await playWith(table, 0, '', { directory })).open()).toEqual(['a/root'])
    expect((await playWith(table, 5000, '', { directory })).open()).toEqual(['a/root'])
    const blocked = await playWith(table, 5000, '<approval:policy onEmpty="block"/>', { directory })
    expect(blocked.effects).toContainEqual({ kind: 'incident', node: 'a', reason: 'nobody_found' })
  })

  it('refuses where no table is published, and where two rows hold', async () => {
    const table = tableOf([[users('bob'), null, null, null]])
    const both = { ...table, rows: [...table.rows, ...table.rows] }
    const command = { kind: 'start', actor: { userId: 'ann' } } as const
    const ambiguous = await playWith(both, 0, '', { started: false })
    expect(ambiguous.try(command)).toMatchObject({ kind: 'refused', reason: 'decision_ambiguous' })
    const none = new Map([['decision:who', []]])
    const state = initialState('ann', { amount: 0 })
    expect(
      apply(ambiguous.process, state, command, none, { administratorsRole: 'admin' }),
    ).toMatchObject({ kind: 'refused', reason: 'decision_unknown', names: ['a'] })
  })

  it('takes a due time of another table', async () => {
    const due = tableOf([[null, null, null, 'PT4H']])
    const table = tableOf([[users('bob'), null, null, 'P9D']])
    const game = await play(process('<approval:due decision="times" calendar="continuous"/>'), {
      variables: { amount: 1 },
      tables: { who: table, times: due },
    })
    expect(game.state().execution.activations).toMatchObject([
      { due: { kind: 'in', text: 'PT4H', working: false } },
    ])
  })
})

describe('a business rule task', () => {
  const values: DecisionTable = {
    ...tableOf([]),
    outputs: [{ name: 'level', type: 'string' }],
    rows: [{ inputs: [{ minimum: 100 }], outputs: ['high'] }],
  }
  const ruled = bpmn(
    `${start}<businessRuleTask id="r"><extensionElements><approval:decisionTable ref="level"/></extensionElements></businessRuleTask>
    <exclusiveGateway id="g" default="g_end"/><userTask id="a"><extensionElements><approval:candidates><approval:candidate kind="user" ref="bob"/></approval:candidates></extensionElements></userTask>${end}${flows('start -> r -> g', 'g -> a : level == "high"', 'g -> end', 'a -> end')}`,
  )

  it('writes what the table gives into the variables', async () => {
    const declared = [
      { name: 'amount', type: 'number' as const },
      { name: 'level', type: 'string' as const },
    ]
    expect(await validate(ruled, declared)).toEqual([])
    const game = await play(ruled, { variables: { amount: 500 }, tables: { level: values } })
    expect(game.open()).toEqual(['a/bob'])
    expect(game.state().variables).toEqual({ amount: 500, level: 'high' })
  })

  it('leaves what the table says of people, who are asked elsewhere', async () => {
    const mixed: DecisionTable = {
      ...values,
      outputs: [...tableOf([]).outputs, ...values.outputs],
      rows: [
        {
          inputs: [{ minimum: 100 }],
          outputs: [users('bob', 'cid'), 2, 'inTurn', 'P2D', 'high'],
        },
      ],
    }
    const game = await play(ruled, { variables: { amount: 500 }, tables: { level: mixed } })
    expect(game.open()).toEqual(['a/bob'])
    expect(game.state().variables).toEqual({ amount: 500, level: 'high' })
    expect(game.effects).toContainEqual({ kind: 'variablesChanged', names: ['level'] })
  })

  it('is stuck where the table gives nothing', async () => {
    const game = await play(ruled, {
      variables: { amount: 5 },
      tables: { level: values },
      started: false,
    })
    const command = { kind: 'start', actor: { userId: 'ann' } } as const
    expect(game.try(command)).toMatchObject({
      kind: 'refused',
      reason: 'decision_gives_nothing',
      names: ['r'],
    })
  })

  it('names what a process lacks', async () => {
    const bare = bpmn(`${start}<businessRuleTask id="r"/>${end}${flows('start -> r -> end')}`)
    expect((await validate(bare, [])).map(({ code }) => code)).toContain('decision_missing')
    const twice = process().replace(
      '</approval:candidates>',
      '<approval:candidate kind="decision" ref="other"/></approval:candidates>',
    )
    expect((await validate(twice, [])).map(({ code }) => code)).toContain('tables_twice')
  })
})
