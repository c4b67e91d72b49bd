import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionMode, DecisionRule } from '../../definition/graph.ts'
import { defaultDecision } from '../../definition/elements/rules.ts'
import type { EngineTask } from '../state.ts'
import { tally, voteOf, type Ballot } from './voting.ts'

const ballots = (votes: string, weights: readonly number[] = []): Ballot[] =>
  [...votes].map((vote, index) => ({
    weight: weights[index] ?? 1,
    vote: vote === 'a' ? 'approved' : vote === 'r' ? 'rejected' : undefined,
  }))
const rule = (more: Partial<DecisionRule>): DecisionRule => ({ ...defaultDecision, ...more })

describe('tally', () => {
  it.each<[DecisionMode, Partial<DecisionRule>, string, string | undefined]>([
    ['single', {}, '.', undefined],
    ['single', {}, 'a', 'approved'],
    ['single', {}, 'r', 'rejected'],
    ['all', {}, 'aa.', undefined],
    ['all', {}, 'aaa', 'approved'],
    ['all', {}, 'ar.', 'rejected'],
    ['all', { reject: 'all' }, 'ar.', undefined],
    ['all', { reject: 'all' }, 'arr', 'approved'],
    ['all', { reject: 'all' }, 'rrr', 'rejected'],
    ['all', { reject: 'ratio', rejectThreshold: 0.5 }, 'aarr', 'rejected'],
    ['all', { reject: 'ratio', rejectThreshold: 0.5 }, 'aaar', 'approved'],
    ['all', { reject: 'count', rejectThreshold: 2 }, 'r..', undefined],
    ['all', { reject: 'count', rejectThreshold: 2 }, 'rr.', 'rejected'],
    ['any', {}, '..a', 'approved'],
    ['any', {}, '..r', 'rejected'],
    ['any', { reject: 'all' }, '..r', undefined],
    ['any', { reject: 'all' }, 'rrr', 'rejected'],
    ['sequential', {}, 'a.', undefined],
    ['sequential', {}, 'aa', 'approved'],
    ['ratio', { threshold: 0.6, reject: 'unreachable' }, 'aa...', undefined],
    ['ratio', { threshold: 0.6, reject: 'unreachable' }, 'aaa..', 'approved'],
    ['ratio', { threshold: 0.6, reject: 'unreachable' }, 'rr...', undefined],
    ['ratio', { threshold: 0.6, reject: 'unreachable' }, 'rrr..', 'rejected'],
    ['ratio', { threshold: 0.6, reject: 'any' }, 'aar..', 'rejected'],
    ['count', { threshold: 2, reject: 'unreachable' }, 'a..', undefined],
    ['count', { threshold: 2, reject: 'unreachable' }, 'aa.', 'approved'],
    ['count', { threshold: 5, reject: 'unreachable' }, 'aa', 'approved'],
    ['count', { threshold: 2, reject: 'unreachable' }, 'rr.', 'rejected'],
  ])('%s %j: %s is %s', (mode, more, votes, verdict) => {
    expect(tally(rule({ mode, ...more }), mode, ballots(votes))).toBe(verdict)
  })

  it('counts weights where the rule says so', () => {
    const weighted = rule({ mode: 'weighted', threshold: 5, reject: 'unreachable' })
    expect(tally(weighted, 'weighted', ballots('a..', [4, 3, 1]))).toBeUndefined()
    expect(tally(weighted, 'weighted', ballots('a.a', [4, 3, 1]))).toBe('approved')
    expect(tally(weighted, 'weighted', ballots('r..', [4, 3, 1]))).toBe('rejected')
  })

  it('adds weights up to as many thousandths as were written', () => {
    const weighted = rule({ mode: 'weighted', threshold: 0.8, reject: 'unreachable' })
    const weights = [0.1, 0.2, 0.7]
    expect(tally(weighted, 'weighted', ballots('ara', weights))).toBe('approved')
    const thousandths = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(thousandths, fc.nat(511), fc.nat(511), (parts, asked, cast) => {
        const has = (set: number, index: number) => (set >> index) % 2 === 1
        const sumOf = (set: number) =>
          parts.reduce((sum, part, index) => sum + (has(set, index) ? part : 0), 0)
        if (sumOf(asked) === 0) return
        const votes = parts.map((_, index) => (has(cast, index) ? 'a' : 'r')).join('')
        const given = ballots(
          votes,
          parts.map((part) => part / 1000),
        )
        const wanted = { ...weighted, threshold: sumOf(asked) / 1000 }
        const verdict = sumOf(cast) >= sumOf(asked) ? 'approved' : 'rejected'
        expect(tally(wanted, 'weighted', given)).toBe(verdict)
      }),
    )
  })

  const modes = ['single', 'all', 'any', 'sequential', 'ratio', 'count', 'weighted'] as const
  const rejects = ['any', 'all', 'ratio', 'count', 'unreachable'] as const
  const rules = fc.record({
    mode: fc.constantFrom(...modes),
    reject: fc.constantFrom(...rejects),
    threshold: fc.constantFrom(0.2, 0.5, 0.6, 1),
    rejectThreshold: fc.constantFrom(0.2, 0.5, 1),
    onReject: fc.constant('end' as const),
  })
  const votes = fc.array(fc.constantFrom('a', 'r'), { minLength: 1, maxLength: 9 })

  it('has decided at the latest when everybody has voted, unanimous votes as they are', () => {
    fc.assert(
      fc.property(rules, votes, (decision, cast) => {
        const verdict = tally(decision, decision.mode, ballots(cast.join('')))
        expect(verdict).toBeDefined()
        if (!cast.includes('r')) expect(verdict).toBe('approved')
        if (!cast.includes('a')) expect(verdict).toBe('rejected')
      }),
    )
  })

  it('does not take a decision back for votes that come later, unless rejection is reached', () => {
    fc.assert(
      fc.property(rules, votes, (decision, cast) => {
        const verdicts = cast.map((_, index) => {
          const shown = cast.map((vote, at) => (at <= index ? vote : '.')).join('')
          return tally(decision, decision.mode, ballots(shown))
        })
        const first = verdicts.findIndex((verdict) => verdict === 'rejected')
        if (first >= 0) expect(new Set(verdicts.slice(first))).toEqual(new Set(['rejected']))
      }),
    )
  })
})

it('asks each of those added to one another once, however deep', () => {
  const depth = 12
  let reads = 0
  const task = (key: number): EngineTask => ({
    key,
    activation: 0,
    node: 'a',
    assignee: `u${key}`,
    candidates: [],
    owner: undefined,
    weight: 1,
    order: 0,
    part: key === 0 ? 'seat' : 'before',
    parent: key === 0 ? undefined : key - 1,
    addedBy: undefined,
    round: 1,
    get state() {
      reads += 1
      return 'APPROVED' as const
    },
  })
  const seat = task(0)

  expect(
    voteOf(seat, [seat, ...Array.from({ length: depth }, (_, index) => task(index + 1))]),
  ).toBe('approved')
  // Each looks among all for who was added to it: not twice as often with each one above it.
  expect(reads).toBeLessThan(3 * depth * depth)
})
