import type { TreeCandidate } from '@countersign/contracts'
import { numberOf, objectOf, objectsOf, textOf, type Json } from '../json.ts'
import type { Became } from '../notes.ts'

/** Who is asked, and what became of the members that say so. */
export interface People {
  readonly candidates: readonly TreeCandidate[]
  readonly became: readonly (readonly [string, Became])[]
  /** Roles and departments: whoever of them takes it, unless all are asked. */
  readonly isGroup: boolean
}

const mostLevels = 50
/** As many as a step asks. */
const mostPeople = 500

/** By `setType`; without one the people that are listed. */
export function readPeople(node: Json): People {
  const setType = numberOf(node, 'setType')
  const listed = objectsOf(node, 'nodeAssigneeList')
  const found = (
    candidates: readonly TreeCandidate[],
    names: readonly string[] = [],
    isGroup = false,
  ): People => ({
    candidates,
    became: ['setType', ...names].map((name) => [
      name,
      name === 'nodeAssigneeList' && listed.length > mostPeople ? 'refused' : 'mapped',
    ]),
    isGroup,
  })
  const level = Math.min(Math.max(numberOf(node, 'examineLevel') ?? 1, 1), mostLevels)
  switch (setType) {
    case undefined:
    case 1:
      return found(candidatesOf(listed, 'user'), ['nodeAssigneeList'])
    case 2:
      return found([{ kind: 'managerLine', from: level, to: level }], ['examineLevel'])
    case 3:
      return found(candidatesOf(listed, 'role'), ['nodeAssigneeList'], true)
    case 4:
      return fromChoice(node)
    case 5:
      return found([{ kind: 'initiator' }])
    case 6: {
      const isUpTo = numberOf(node, 'directorMode') === 1
      const top = isUpTo ? (numberOf(node, 'directorLevel') ?? 1) : mostLevels
      const to = Math.min(Math.max(top, 1), mostLevels)
      return found([{ kind: 'managerLine', from: 1, to }], ['directorMode', 'directorLevel'])
    }
    case 7:
      return found(candidatesOf(listed, 'department'), ['nodeAssigneeList'], true)
    case 8:
      return fromCandidates(node)
    default:
      return { ...found(candidatesOf(listed, 'user')), became: [['setType', 'refused']] }
  }
}

/** The initiator chooses people; choosing a role is not known here. */
function fromChoice(node: Json): People {
  const choosesRole = numberOf(node, 'selectMode') === 3
  return {
    candidates: [{ kind: 'initiatorSelects' }],
    became: [
      ['setType', 'mapped'],
      ['selectMode', choosesRole ? 'refused' : 'mapped'],
    ],
    isGroup: false,
  }
}

/** One of several is chosen while it runs: here each of them may take it, which is not the same. */
function fromCandidates(node: Json): People {
  const given = objectOf(node, 'nodeCandidate') ?? {}
  const kind = (['user', 'role', 'department'] as const)[numberOf(given, 'type') ?? 0] ?? 'user'
  return {
    candidates: candidatesOf(objectsOf(given, 'assignees'), kind),
    became: [
      ['setType', 'refused'],
      ['nodeCandidate', 'mapped'],
    ],
    isGroup: true,
  }
}

const candidatesOf = (
  listed: readonly Json[],
  kind: 'user' | 'role' | 'department',
): readonly TreeCandidate[] =>
  listed.slice(0, mostPeople).flatMap((one) => {
    const ref = textOf(one, 'id')?.slice(0, 150)
    return ref === undefined ? [] : [{ kind, ref }]
  })

/** What a vote weighs, by the order of the people; one where nothing is said. */
export const weightsOf = (node: Json): readonly number[] =>
  objectsOf(node, 'nodeAssigneeList').flatMap((one) =>
    textOf(one, 'id') === undefined ? [] : [numberOf(one, 'weight') ?? 0],
  )
