import type { DefinitionProblem } from '../problem.ts'
import { engineNamespaces } from '../foreign/foreign.ts'
import {
  addExtension,
  escape,
  removeAttribute,
  removeElement,
  renameElement,
  siblingTag,
} from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import { elementWithId, MODEL, once, OWN, valueOf, type SourceElement } from './source.ts'

/** Removes what another engine was told and this one does not do. */
export function planForeign(
  { source }: Plan,
  problem: DefinitionProblem,
): readonly PlannedRepair[] {
  const { element, subject } = problem
  const holder = elementWithId(source, element)
  if (holder === undefined || subject === undefined) return []
  const edits = ownParts(holder).flatMap((part) => {
    if (problem.code === 'foreign_attribute') {
      return part.attributes
        .filter(({ prefix, local }) => local === subject && isEngine(part, prefix))
        .map(removeAttribute)
    }
    const meant =
      problem.code === 'foreign_refused'
        ? extensionsIn(part).filter((one) => isRefused(one, subject))
        : (extensionsByName(part).get(subject) ?? [])
    // Of values that come back from a call only those are told of that are not named one by one.
    const unnamed = meant.filter((one) => valueOf(one, 'variables') !== '')
    return (unnamed.length > 0 ? unnamed : meant).map((one) => removeElement(source, one))
  })
  if (edits.length === 0) return []
  const does = `remove ${subject}, which another engine was told`
  const values = { name: subject }
  return [toRepair({ kind: 'remove_foreign', element, choice: subject, does, values, edits })]
}

const extensionsIn = once((part: SourceElement): readonly SourceElement[] =>
  part.children
    .filter(({ local }) => local === 'extensionElements')
    .flatMap(({ children }) => children),
)

/** By the name with its prefix, and by the name alone. */
const extensionsByName = once((part: SourceElement) => {
  const found = new Map<string, SourceElement[]>()
  for (const one of extensionsIn(part))
    for (const name of new Set([one.tag, one.local])) {
      const same = found.get(name)
      if (same === undefined) found.set(name, [one])
      else same.push(one)
    }
  return found
})

/** As an importer notes what it could not carry over. */
const isRefused = (part: SourceElement, name: string): boolean =>
  part.uri === OWN &&
  part.local === 'imported' &&
  valueOf(part, 'outcome') === 'refused' &&
  valueOf(part, 'name') === name

const isEngine = ({ scope }: SourceElement, prefix: string): boolean =>
  prefix !== '' && engineNamespaces.has(scope.get(prefix) ?? '')

/** The element and what it consists of; what is drawn inside has problems of its own. */
function ownParts(element: SourceElement): readonly SourceElement[] {
  const parts = [element]
  for (const part of parts) {
    parts.push(...part.children.filter(({ uri, local }) => uri === MODEL && isPart(local)))
  }
  return parts
}

const isPart = (local: string): boolean =>
  /(?:Characteristics|EventDefinition|Expression|Condition|Cardinality|^time(?:Date|Duration|Cycle))$/.test(
    local,
  )

const asked: ReadonlySet<string> = new Set(['task', 'manualTask'])

/** What is done elsewhere until something changes asks somebody, who may see that it has. */
export function planEndless(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const step = elementWithId(source, element)
  const loop = step?.children.find(({ local }) => local === 'standardLoopCharacteristics')
  const says = loop?.children.some(({ local }) => local === 'loopCondition') ?? false
  if (step === undefined || step.uri !== MODEL || !says || !asked.has(step.local)) return []
  const does = 'make it a user task'
  return [
    toRepair({ kind: 'make_user_task', element, does, edits: renameElement(step, 'userTask') }),
  ]
}

const done: ReadonlySet<string> = new Set(['scriptTask', 'businessRuleTask'])

/** A step of a kind that is not run becomes one that is: the application is asked. */
export function planUnsupported(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const step = elementWithId(source, element)
  if (step === undefined || step.uri !== MODEL) return []
  if (!done.has(step.local)) return []
  const program = step.children.filter(({ local }) => local === 'script')
  const told = step.attributes.filter(
    ({ prefix, local }) => isEngine(step, prefix) || (prefix === '' && ofPrograms.has(local)),
  )
  const edits = [
    ...renameElement(step, 'serviceTask'),
    ...told.map(removeAttribute),
    ...program.map((one) => removeElement(source, one)),
    // An empty tag is closed by its new name.
    addCallback(source, { ...step, tag: siblingTag(step, 'serviceTask') }, element),
  ]
  return [askApplication(element, edits)]
}

const ofPrograms: ReadonlySet<string> = new Set(['scriptFormat', 'implementation'])

const asking: ReadonlySet<string> = new Set([
  'serviceTask',
  'sendTask',
  'intermediateThrowEvent',
  'endEvent',
])

/** Of several events of one element none could be told from another by the name of the callback. */
const hasSeveral = ({ children }: SourceElement): boolean =>
  children.filter(({ local }) => local.endsWith('EventDefinition')).length > 1

/** What a program of another engine did is asked of the owning application, by the id of the task. */
export function planService(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const task = elementWithId(source, element)
  if (task === undefined || !asking.has(task.local) || hasSeveral(task)) return []
  const told = task.attributes.filter(({ prefix }) => isEngine(task, prefix))
  const holder = task.children.find(({ local }) => local === 'extensionElements')
  const foreign = (holder?.children ?? []).filter(({ uri }) => engineNamespaces.has(uri))
  const edits = [
    ...told.map(removeAttribute),
    ...foreign.map(({ from, to }) => ({ from, to, text: '' })),
    addCallback(source, task, element),
  ]
  return [askApplication(element, edits)]
}

const addCallback = (source: Plan['source'], task: SourceElement, id: string) =>
  addExtension(source, task, 'callback', (prefix) => {
    const name = escape((valueOf(task, 'name') || id).replaceAll(/\s+/g, ' ').slice(0, 150))
    return `<${prefix}callback name="${name}"/>`
  })

const askApplication = (element: string, edits: PlannedRepair['edits']): PlannedRepair =>
  toRepair({
    kind: 'ask_application',
    element,
    does: 'ask the owning application to do it, by its name',
    edits,
  })
