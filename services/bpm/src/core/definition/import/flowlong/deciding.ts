import type { ApproveStep, TreeCandidate } from '@countersign/contracts'
import { flagOf, numberOf, objectOf, textOf, type Json } from '../json.ts'
import type { Became } from '../notes.ts'
import { readPeople, weightsOf, type People } from './people.ts'
import { readDelay } from './time.ts'

type Rules = Omit<ApproveStep, 'id' | 'type' | 'name' | 'imported'>
type Part = {
  readonly rules: Partial<Rules>
  readonly became: readonly (readonly [string, Became])[]
}

/** All that an approval says of people, votes, time and what they may do. */
export function readApproval(node: Json): {
  readonly rules: Rules
  readonly became: readonly (readonly [string, Became])[]
} {
  const people = readPeople(node)
  const parts = [
    readVotes(node, people),
    readSelf(node),
    readTerm(node),
    readReminder(node),
    readRejection(node),
  ]
  const rules = parts.reduce<Rules>((all, part) => ({ ...all, ...part.rules }), {
    candidates: people.candidates,
  })
  const became = parts.flatMap((part) => part.became)
  return { rules, became: [...people.became, ...became, ['callAi', 'refused']] }
}

/** `examineMode`; of roles and departments whoever takes it decides, unless `groupStrategy` asks all. */
function readVotes(node: Json, { candidates, isGroup }: People): Part {
  const mode = numberOf(node, 'examineMode') ?? 1
  const asksAll = numberOf(node, 'groupStrategy') === 1
  if (isGroup && !asksAll) {
    const name = numberOf(node, 'examineMode') === undefined ? 'setType' : 'examineMode'
    return readGroupVotes(mode, candidates, name)
  }
  const became = [
    ['examineMode', 'mapped'],
    ['groupStrategy', 'mapped'],
  ] as const
  switch (mode) {
    case 1:
      return { rules: { mode: 'sequential' }, became }
    case 2:
      return { rules: { mode: 'all' }, became }
    case 3:
      return { rules: { mode: 'any' }, became }
    case 4:
      return readWeights(node, candidates, became)
    default:
      return { rules: {}, became: [['examineMode', 'refused']] }
  }
}

/**
 * One of each group; that groups come one after the other is not said by one step.
 *
 * @param name What asks for it: in a row is how it is done where nothing is said.
 */
function readGroupVotes(mode: number, candidates: readonly TreeCandidate[], name: string): Part {
  const single: Part = {
    rules: { mode: 'single' },
    became: [
      ['examineMode', { wins: 'groupStrategy' }],
      ['groupStrategy', 'mapped'],
    ],
  }
  if (candidates.length <= 1 || mode === 3) return single
  if (mode !== 2) return { ...single, became: [[name, 'refused']] }
  const each = candidates.map((one) => ({ ...one, atLeast: 1 }))
  return {
    rules: { mode: 'quorum', reject: 'any', candidates: each },
    became: [['examineMode', 'mapped']],
  }
}

/**
 * No vote against it is outvoted. What is left of a hundred when the votes that are still to come are taken away has
 * to reach `passWeight`: weights that sum up to less have their rest counted from the beginning.
 */
function readWeights(
  node: Json,
  candidates: readonly TreeCandidate[],
  became: Part['became'],
): Part {
  const weights = weightsOf(node)
  const weighted = candidates.map((one, index) => {
    const weight = weights[index] ?? 0
    return weight > 0 ? { ...one, weight } : one
  })
  // The form lets somebody vote for nothing; whoever votes here counts for something.
  const isWhole =
    candidates.length > 0 && candidates.every((_, index) => isWeight(weights[index] ?? 0))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const passWeight = numberOf(node, 'passWeight') ?? 50
  const needed = passWeight - (100 - total)
  // The first vote is counted in any case, and once all have voted it has passed.
  const threshold = Math.max(1, Math.min(needed, total))
  return {
    rules: { mode: 'weighted', threshold, reject: 'any', candidates: weighted },
    became: [
      ...became,
      ['passWeight', Number.isInteger(passWeight) ? 'mapped' : 'refused'],
      ...(isWhole ? [] : ([['nodeAssigneeList', 'refused']] as const)),
    ],
  }
}

const isWeight = (weight: number): boolean => Number.isInteger(weight) && weight > 0

/** When the initiator would decide: `approveSelf`. */
function readSelf(node: Json): Part {
  const onInitiator = (['self', 'skip', 'manager', 'departmentLeader'] as const)[
    numberOf(node, 'approveSelf') ?? 0
  ]
  if (onInitiator === undefined) return { rules: {}, became: [['approveSelf', 'refused']] }
  return { rules: { onInitiator }, became: [['approveSelf', 'mapped']] }
}

/** Hours, day and night, after which it is decided; without `termAuto` they say nothing. */
function readTerm(node: Json): Part {
  const hours = numberOf(node, 'term') ?? 0
  const isAuto = flagOf(node, 'termAuto') === true
  if (!isAuto || hours <= 0) {
    const heard = isAuto ? ['termAuto', 'term'] : ['termAuto']
    return { rules: {}, became: heard.map((name) => [name, 'mapped'] as const) }
  }
  const result = (['approved', 'rejected'] as const)[numberOf(node, 'termMode') ?? -1]
  if (result === undefined || !Number.isInteger(hours)) {
    return { rules: {}, became: [['termAuto', 'refused']] }
  }
  const became = ['termAuto', 'term', 'termMode'].map((name) => [name, 'mapped'] as const)
  return { rules: { timeout: { in: `PT${hours}H`, calendar: 'continuous', result } }, became }
}

function readReminder(node: Json): Part {
  if (flagOf(node, 'remind') !== true) return { rules: {}, became: [['remind', 'mapped']] }
  const delay = readDelay(textOf(objectOf(node, 'extendConfig') ?? {}, 'remindTime'))
  if (delay === undefined) return { rules: {}, became: [['remind', 'refused']] }
  return {
    rules: { remind: { in: delay, calendar: 'continuous' } },
    became: [['remind', 'mapped']],
  }
}

/** Where a rejection leads by `rejectStrategy`: back, which is a return here, unless it ends everything. */
const targets: ReadonlyMap<number, 'initiator' | 'previous' | 'any'> = new Map([
  [1, 'initiator'],
  [2, 'previous'],
  [3, 'any'],
  [5, 'previous'],
])

function readRejection(node: Json): Part {
  const strategy = numberOf(node, 'rejectStrategy') ?? 2
  const to = targets.get(strategy)
  const became: [string, Became][] = [['rejectStrategy', 'mapped']]
  const forbid: string[] = []
  if (to === undefined) {
    if (strategy !== 4) became.push(['rejectStrategy', 'refused'])
    if (flagOf(node, 'allowRollback') === false) forbid.push('return')
    became.push(['allowRollback', 'mapped'])
  } else {
    forbid.push('reject')
    became.push(['rejectStart', 'mapped'], ['allowRollback', { wins: 'rejectStrategy' }])
  }
  if (flagOf(node, 'allowTransfer') === false) forbid.push('transfer')
  if (flagOf(node, 'allowAppendNode') === false) forbid.push('addSign', 'removeSign')
  became.push(['allowTransfer', 'mapped'], ['allowAppendNode', 'mapped'])
  const resubmit = numberOf(node, 'rejectStart') === 2 ? 'straightBack' : 'rerun'
  return {
    rules: {
      ...(to === undefined ? {} : { return: { to, resubmit } }),
      ...(forbid.length === 0 ? {} : { forbid }),
    },
    became,
  }
}
