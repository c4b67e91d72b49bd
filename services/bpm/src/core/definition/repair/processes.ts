import type { DefinitionProblem } from '../problem.ts'
import { append, insertBefore, setAttribute, siblingTag } from './edit.ts'
import { pathTexts } from './ends.ts'
import { DIAGRAM } from './diagram.ts'
import { freshId, toRepair, type Plan, type PlannedRepair } from './repair.ts'
import { childrenOf, elementWithId, valueOf } from './source.ts'

/** Makes a process executable that was drawn without that; adds one where there is none at all. */
export function planProcess(plan: Plan): readonly PlannedRepair[] {
  const { source, key = 'process' } = plan
  const processes = childrenOf(source.root, 'process')
  if (processes.length === 0) return [addProcess(plan, key)]
  const drawn = processes.filter((one) => childrenOf(one, 'sequenceFlow').length > 0)
  const meant = drawn.length > 0 ? drawn : processes.slice(0, 1)
  // One that is executable and was not read has another problem.
  return meant
    .filter((one) => valueOf(one, 'isExecutable') !== 'true')
    .map((process) => {
      const element = valueOf(process, 'id')
      const does = `make ${valueOf(process, 'name') || element || 'the process'} the process that is run`
      const values = { name: valueOf(process, 'name') || element }
      const edits = [setAttribute(process, 'isExecutable', 'true')]
      const touches = ['make_executable']
      const isSafe = meant.length === 1
      return toRepair({ kind: 'make_executable', element, does, values, isSafe, edits, touches })
    })
}

function addProcess({ source }: Plan, key: string): PlannedRepair {
  const { root } = source
  const tag = (local: string) => siblingTag(root, local)
  const id = freshId(source, key)
  const [start, end] = [freshId(source, 'start'), freshId(source, 'end')]
  const path = pathTexts(tag, { id: freshId(source, 'start_to_end'), from: start, to: end })
  const text = `<${tag('process')} id="${id}" isExecutable="true">${path.join('')}</${tag('process')}>`
  const diagram = root.children.find(({ uri }) => uri === DIAGRAM)
  const edit =
    diagram === undefined ? append(source, root, [text]) : insertBefore(source, diagram, text)
  const does = 'add a process with a start event and an end event, to draw between'
  return toRepair({
    kind: 'add_process',
    element: '',
    does,
    values: { key: id },
    isSafe: true,
    edits: [edit],
  })
}

/** Of two processes that are to be run, the other one is not. */
export function planOther(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const process = elementWithId(source, element)
  if (process === undefined) return []
  const does = `do not run ${valueOf(process, 'name') || element}: it stays in the document`
  const edits = [setAttribute(process, 'isExecutable', 'false')]
  const values = { name: valueOf(process, 'name') || element }
  return [toRepair({ kind: 'make_not_executable', element, does, values, edits })]
}
