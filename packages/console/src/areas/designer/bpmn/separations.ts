import { SEPARATION_ROUNDS, type TreeSeparation } from '@countersign/contracts'
import type { NamedStep } from '../rules/separations.ts'
import {
  extensionsOf,
  listOf,
  textOf,
  texts,
  withExtensions,
  wordsOf,
  type Create,
  type ModdleElement,
} from './moddle.ts'

const type = 'approval:Separation'

/** Which steps a process keeps apart. */
export function readSeparations(process: ModdleElement): readonly TreeSeparation[] {
  return extensionsOf(process)
    .filter(({ $type }) => $type === type)
    .map((element) => {
      const nodes = [...new Set(wordsOf(element, 'nodes'))]
      const rounds = SEPARATION_ROUNDS.find((known) => known === element.get('rounds'))
      return rounds === undefined ? { nodes } : { nodes, rounds }
    })
}

/** The extension elements of a process that keeps these steps apart. */
export function writeSeparations(
  process: ModdleElement,
  separations: readonly TreeSeparation[],
  create: Create,
): ModdleElement | undefined {
  const said = separations.map(({ nodes, ...rest }) =>
    create(type, texts({ nodes: nodes.join(' '), ...rest })),
  )
  return withExtensions(process, [type], said, create)
}

/** The steps at which people decide, those of sub-processes too. */
export const userTasksOf = (holder: ModdleElement): readonly NamedStep[] =>
  listOf(holder.get('flowElements')).flatMap((element) => [
    ...(element.$type === 'bpmn:UserTask'
      ? [{ id: textOf(element, 'id'), name: textOf(element, 'name') }]
      : []),
    ...userTasksOf(element),
  ])
