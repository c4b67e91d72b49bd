import type { DefinitionProblem } from '../problem.ts'
import { removeAttribute, type Edit } from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import { attributeOf, elementWithId, once, type Source } from './source.ts'

/** What the parser of documents does not take, though XML or another engine does. */
export function planWriting(plan: Plan, problem: DefinitionProblem): readonly PlannedRepair[] {
  return [...planUnknown(plan, problem), ...planBlanks(plan.source, problem)]
}

/** An attribute that BPMN does not have there: nothing was done by it. */
function planUnknown(
  { source }: Plan,
  { element, message }: DefinitionProblem,
): readonly PlannedRepair[] {
  const [, name] = /^unknown attribute <([\w.-]+)>/.exec(message) ?? []
  const holder = elementWithId(source, element)
  const written = holder && name !== undefined ? attributeOf(holder, name) : undefined
  if (name === undefined || written === undefined) return []
  const does = `remove ${name}, which BPMN does not have here`
  const edits = [removeAttribute(written)]
  const values = { name }
  return [toRepair({ kind: 'remove_foreign', element, choice: name, does, values, edits })]
}

/** XML allows blanks around the sign between an attribute and its value. */
function planBlanks(source: Source, { message }: DefinitionProblem): readonly PlannedRepair[] {
  if (!/attribute/.test(message)) return []
  const edits = closedBlanks(source)
  if (edits.length === 0) return []
  const does = 'close the blanks around the = of attributes'
  const touches = ['tidy_attributes']
  return [toRepair({ kind: 'tidy_attributes', element: '', does, isSafe: true, edits, touches })]
}

const closedBlanks = once(({ xml, elements }: Source): readonly Edit[] =>
  elements.flatMap(({ attributes }) =>
    attributes.flatMap(({ prefix, local, from, valueFrom }): Edit[] => {
      const name = prefix === '' ? local : `${prefix}:${local}`
      const [blanks = ''] = /^\s+/.exec(xml.slice(from, valueFrom)) ?? []
      const begin = from + blanks.length + name.length
      return valueFrom - 1 - begin === 1 ? [] : [{ from: begin, to: valueFrom - 1, text: '=' }]
    }),
  ),
)
