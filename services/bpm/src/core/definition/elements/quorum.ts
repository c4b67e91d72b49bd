import type { RuleReader } from '../xml/attributes.ts'
import type { CandidateRule, DecisionMode } from '../graph.ts'

/** Reports what keeps the groups of a user task from being a quorum. */
export function checkQuorum(
  reader: RuleReader,
  candidates: readonly CandidateRule[],
  mode: DecisionMode,
): void {
  if (mode !== 'quorum') return refuseAtLeast(reader, candidates)
  for (const { kind, atLeast } of candidates) {
    if (atLeast !== undefined) continue
    const message = `mode="quorum" needs atLeast at each candidate: how many of ${kind} have to approve`
    reader.report(reader.id, 'quorum_incomplete', message)
  }
  for (const rule of candidates) {
    const most = mostOf(rule)
    if (rule.atLeast === undefined || rule.atLeast <= most) continue
    const message = `atLeast="${rule.atLeast}" is never reached: ${rule.kind} gives ${most} at most`
    reader.report(reader.id, 'quorum_unreachable', message)
  }
}

/** Names an `atLeast` that nobody would read. */
export function refuseAtLeast(reader: RuleReader, candidates: readonly CandidateRule[]): void {
  if (candidates.every(({ atLeast }) => atLeast === undefined)) return
  const message = 'atLeast has an effect on the candidates of mode="quorum" alone: remove it'
  reader.report(reader.id, 'quorum_misplaced', message)
}

/** How many people a rule can find. */
function mostOf(rule: CandidateRule): number {
  switch (rule.kind) {
    case 'user':
    case 'initiator':
    case 'departmentLeader':
      return 1
    case 'managerLine':
      return rule.to - rule.from + 1
    default:
      return Infinity
  }
}
