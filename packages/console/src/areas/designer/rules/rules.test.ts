import { CANDIDATE_KINDS, DECISION_MODES } from '@countersign/contracts'
import { describe, expect, it } from 'vitest'
import { compact, inTree, needsThreshold, newCandidate, withMode } from './rules.ts'

it('asks for a threshold where votes are counted against one', () => {
  expect(DECISION_MODES.filter(needsThreshold)).toEqual(['ratio', 'count', 'weighted'])
  expect(needsThreshold(undefined)).toBe(false)
})

it('makes each rule a group where so many of each have to agree', () => {
  const rules = { candidates: [{ kind: 'role', ref: 'legal' }] } as const
  const grouped = withMode(rules, 'quorum')
  expect(grouped).toEqual({
    mode: 'quorum',
    candidates: [{ kind: 'role', ref: 'legal', atLeast: 1 }],
  })
  expect(withMode({ candidates: grouped.candidates ?? [] }, 'all')).toEqual({
    mode: 'all',
    candidates: rules.candidates,
  })
})

it('throws no rejection in a tree, which has no events', () => {
  const rules = { candidates: [], mode: 'all' } as const
  expect(inTree({ ...rules, onReject: 'throw', error: 'too-dear' })).toEqual(rules)
  expect(inTree({ ...rules, onReject: 'continue' })).toEqual({ ...rules, onReject: 'continue' })
})

describe('a new rule on whom to ask', () => {
  it('begins with the first manager for a line of managers, and empty otherwise', () => {
    expect(newCandidate('managerLine')).toEqual({ kind: 'managerLine', from: 1, to: 1 })
    for (const kind of CANDIDATE_KINDS.filter((each) => each !== 'managerLine')) {
      expect(newCandidate(kind)).toEqual({ kind })
    }
  })
})

it('sends nothing that the service would refuse as saying nothing', () => {
  const typed = { kind: 'role', ref: '', level: Number.NaN, weight: 0, name: undefined }
  expect(compact<object>(typed)).toEqual({ kind: 'role', weight: 0 })
})
