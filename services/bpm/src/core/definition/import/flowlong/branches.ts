import type { TreeBranch, TreeImported, TreeStep } from '@countersign/contracts'
import { numberOf, objectOf, objectsOf, textOf, type Json } from '../json.ts'
import { notesOf, type Became } from '../notes.ts'
import { readCondition } from './conditions.ts'
import { structure, type Base, type Reading, type Tell } from './model.ts'

interface Given {
  readonly base: Base
  readonly tell: Tell
  /** Reads the steps of a branch. */
  readonly readSteps: (first: Json | undefined) => readonly TreeStep[]
}

const kinds = { 4: 'exclusive', 8: 'parallel', 9: 'inclusive' } as const
const lists = {
  exclusive: 'conditionNodes',
  parallel: 'parallelNodes',
  inclusive: 'inclusiveNodes',
} as const

export function readBranches(
  reading: Reading,
  node: Json,
  { base, tell, readSteps }: Given,
): TreeStep {
  const kind = kinds[numberOf(node, 'type') as keyof typeof kinds]
  const list = lists[kind]
  const written = objectsOf(node, list)
  const ordered = kind === 'exclusive' ? byPriority(written) : written
  const { branches, notes } = readWays(reading, ordered, {
    list,
    isConditional: kind !== 'parallel',
    stepsOf: (branch) => readSteps(objectOf(branch, 'childNode')),
  })
  return { ...base, type: 'branch', kind, branches, ...tell([['callAi', 'refused']], notes) }
}

const byPriority = (branches: readonly Json[]): readonly Json[] =>
  branches.toSorted(
    (a, b) => (numberOf(a, 'priorityLevel') ?? 0) - (numberOf(b, 'priorityLevel') ?? 0),
  )

/** Goes on at another node where a condition holds, else with what follows. */
export function readRoutes(
  reading: Reading,
  node: Json,
  { base, tell }: Omit<Given, 'readSteps'>,
): TreeStep {
  const list = 'routeNodes'
  const targets: TreeImported[] = []
  const { branches, notes } = readWays(reading, byPriority(objectsOf(node, list)), {
    list,
    isConditional: true,
    stepsOf: (branch, index) => {
      const key = textOf(branch, 'nodeKey')?.replace(/^route:/, '')
      const to = key === undefined || key === reading.rootKey ? undefined : reading.byKey.get(key)
      const name = `${list}[${index}].nodeKey`
      const value = key === undefined ? {} : { value: key.slice(0, 200) }
      targets.push({ name, ...value, outcome: to === undefined ? 'refused' : 'mapped' })
      return to === undefined ? [] : [{ id: `${base.id}_to_${index + 1}`, type: 'jump', to }]
    },
  })
  const goesOn = branches.some(({ otherwise }) => otherwise === true)
  const rest = goesOn ? [] : [{ name: base.name, otherwise: true, steps: [] }]
  return {
    ...base,
    type: 'branch',
    kind: 'exclusive',
    branches: [...branches, ...rest],
    ...tell([['callAi', 'refused']], [...targets, ...notes]),
  }
}

interface Ways {
  readonly list: string
  readonly isConditional: boolean
  readonly stepsOf: (branch: Json, index: number) => readonly TreeStep[]
}

function readWays({ types }: Reading, written: readonly Json[], ways: Ways) {
  const { list, isConditional, stepsOf } = ways
  const notes: TreeImported[] = []
  let hasDefault = false
  const branches = written.map((branch, index): TreeBranch => {
    const said = isConditional ? readCondition(branch, types) : 'none'
    const isDefault = isConditional && said === 'none' && !hasDefault
    // Of several that say nothing the first is taken.
    const when = isConditional && said === 'none' && hasDefault ? { when: 'false' } : {}
    hasDefault ||= isDefault
    const became = new Map<string, Became>([
      ['nodeName', 'mapped'],
      ['priorityLevel', numberOf(branch, 'priorityLevel') === undefined ? 'refused' : 'mapped'],
      ['type', 'mapped'],
      ['conditionList', said === 'unclear' ? 'refused' : 'mapped'],
    ])
    if (list === 'routeNodes') became.delete('nodeKey')
    const hidden = list === 'routeNodes' ? new Set([...structure, 'nodeKey']) : structure
    notes.push(...notesOf(branch, became, { structure: hidden, prefix: `${list}[${index}].` }))
    return {
      name: textOf(branch, 'nodeName')?.slice(0, 200) ?? String(index + 1),
      ...(typeof said === 'string' ? when : said),
      ...(isDefault ? { otherwise: true } : {}),
      steps: stepsOf(branch, index),
    }
  })
  return { branches, notes }
}
