// Decision tables that nodes ask: which version it was stands in the log beside the command, as the answers of the
// directory do, so a replay asks the same one.
import { evaluateTable } from '../decision/evaluate.ts'
import {
  isPeople,
  outputOf,
  type OutputCell,
  type OutputType,
  type PublishedTable,
  type TablePerson,
} from '../decision/table.ts'
import type { CandidateRule, DecisionRule } from '../definition/graph.ts'
import { Refusal, type Board } from './board.ts'
import type { TableRequest } from './command.ts'

export const tableRequest = (key: string): TableRequest => ({
  key: `decision:${key}`,
  kind: 'decision',
  ref: key,
})

/** What a table says for the values that there are now; without `outputs`, nothing. */
export interface Ruling {
  readonly table: PublishedTable
  /** The rows that count, from 0; none: it is what holds otherwise. */
  readonly rows: readonly number[]
  readonly outputs: readonly OutputCell[] | undefined
}

/**
 * Asks the version of a table that is published when the node is reached; undefined, and noted down as missing, when
 * it is not known yet.
 *
 * @throws Refusal when nothing is published, or several rows of a table hold where one may.
 */
export function askTable(board: Board, node: string, key: string): Ruling | undefined {
  const request = tableRequest(key)
  const answer = board.directory.get(request.key)
  const [id] = answer ?? []
  if (answer !== undefined && id === undefined) {
    throw new Refusal('decision_unknown', `no decision table ${key} is published`, [node])
  }
  const table = id === undefined ? undefined : board.tables.get(id)
  if (table === undefined) {
    board.missing.set(request.key, request)
    return undefined
  }
  board.used.add(request.key)
  const verdict = evaluateTable(table.table, Object.fromEntries(board.variables))
  if (verdict.kind === 'ambiguous') {
    const rows = verdict.rows.map((row) => row + 1).join(' and ')
    const detail = `rows ${rows} of the decision table ${key} hold at once`
    throw new Refusal('decision_ambiguous', detail, [node])
  }
  return verdict.kind === 'nothing'
    ? { table, rows: [], outputs: undefined }
    : { table, rows: verdict.rows, outputs: verdict.outputs }
}

/** Notes for the log what was decided by which rows of which version. */
export function noteRuling(board: Board, node: string, { table, rows }: Ruling): void {
  const { id, key, version } = table
  board.effects.push({ kind: 'tableAsked', node, decision: { id, key, version }, rows })
}

export function cellOf({ table, outputs }: Ruling, type: OutputType): OutputCell {
  return outputs?.[outputOf(table.table, type)] ?? null
}

/** Whom it names, as candidates of a node. */
export function rulesOf(ruling: Ruling, weight: number): readonly CandidateRule[] {
  const people = cellOf(ruling, 'people')
  return isPeople(people) ? people.map((person) => toRule(person, weight)) : []
}

function toRule(person: TablePerson, weight: number): CandidateRule {
  const { kind, ref = '', level = 0, from = 1, to = from, name = '' } = person
  switch (kind) {
    case 'user':
    case 'role':
    case 'department':
    case 'post':
      return { kind, ref, weight }
    case 'departmentLeader':
      return { kind, level, weight }
    case 'managerLine':
      return { kind, from, to, direction: 'bottomUp', weight }
    case 'initiator':
      return { kind, weight }
    case 'variable':
      return { kind, name, weight }
  }
}

/** How those whom it names decide, where it says so: how many of them, and in what order. */
export function ruleOf(ruling: Ruling, otherwise: DecisionRule): DecisionRule | undefined {
  const approvals = cellOf(ruling, 'approvals')
  const order = cellOf(ruling, 'order')
  if (approvals === null && order === null) return undefined
  const { onReject } = otherwise
  const counts = typeof approvals === 'number'
  return {
    mode: order === 'inTurn' ? 'sequential' : counts ? 'count' : 'all',
    threshold: counts ? approvals : 0,
    reject: counts ? 'unreachable' : 'any',
    rejectThreshold: 0,
    onReject,
  }
}
