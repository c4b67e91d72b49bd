import type { DefinitionProblem } from '../problem.ts'
import { engineNamespaces } from '../foreign/foreign.ts'
import { addExtension, append, escape, removeElement, siblingTag, type Edit } from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import {
  elementWithId,
  MODEL,
  OWN,
  textIn,
  within,
  type Source,
  type SourceElement,
} from './source.ts'

const usual = [
  {
    choice: 'initiatorSelects',
    attributes: 'kind="initiatorSelects"',
    does: 'let whoever starts choose the people',
  },
  {
    choice: 'managerLine',
    attributes: 'kind="managerLine" from="1" to="1"',
    does: 'ask the manager of whoever starts',
  },
  { choice: 'initiator', attributes: 'kind="initiator"', does: 'ask whoever starts' },
] as const

/** Where nobody is named, the usual ones are offered. */
export function planPeople({ source }: Plan, problem: DefinitionProblem): readonly PlannedRepair[] {
  const { element, subject } = problem
  const task = elementWithId(source, element)
  if (task === undefined || subject !== undefined) return []
  const choices = task.local === 'userTask' ? usual : usual.slice(1)
  return choices.map(({ choice, attributes, does }) => {
    const edits = [nameCandidates(source, task, [attributes])]
    return toRepair({
      kind: 'name_people',
      element,
      choice,
      does,
      values: { people: choice },
      edits,
    })
  })
}

/** Our own candidates, each by its attributes, beside those that are there. */
export function nameCandidates(
  source: Source,
  task: SourceElement,
  candidates: readonly string[],
): Edit {
  const holder = within(task).find(({ uri, local }) => uri === OWN && local === 'candidates')
  if (holder !== undefined) {
    const tag = siblingTag(holder, 'candidate')
    return append(
      source,
      holder,
      candidates.map((one) => `<${tag} ${one}/>`),
    )
  }
  return addExtension(source, task, 'candidates', (prefix) => {
    const inner = candidates.map((one) => `<${prefix}candidate ${one}/>`).join('')
    return `<${prefix}candidates>${inner}</${prefix}candidates>`
  })
}

const performers: ReadonlySet<string> = new Set(['performer', 'humanPerformer', 'potentialOwner'])

/** People in BPMN's own form, as Activiti and its heirs read it: `user(kermit), group(management)`. */
export function planPerformers(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const task = elementWithId(source, element)
  if (task?.local !== 'userTask') return []
  const written = task.children.filter(({ uri, local }) => uri === MODEL && performers.has(local))
  const found = written.map((one) => candidatesOf(source, one))
  const candidates = found.flatMap((list) => list ?? [])
  if (candidates.length === 0 || found.includes(undefined)) return []
  const isOwn = within(task).some(({ uri, local }) => uri === OWN && local === 'candidates')
  const named = candidates.map(({ kind, ref }) => `${kind} ${ref}`).join(', ')
  const edits = [
    ...written.map((one) => removeElement(source, one)),
    ...(isOwn ? [] : [nameCandidates(source, task, candidates.map(toAttributes))]),
  ]
  const does = `name ${named} by approval:candidates`
  const values = { people: named }
  return [toRepair({ kind: 'translate_people', element, does, values, isSafe: true, edits })]
}

interface Named {
  readonly kind: 'user' | 'role' | 'variable' | 'initiator'
  readonly ref: string
}

const toAttributes = ({ kind, ref }: Named): string => {
  if (kind === 'initiator') return 'kind="initiator"'
  return `kind="${kind}" ${kind === 'variable' ? 'name' : 'ref'}="${escape(ref)}"`
}

// A list that somebody wrote; the pattern that divides it looks ahead from each comma.
const mostLetters = 2_000

function candidatesOf(source: Source, performer: SourceElement): readonly Named[] | undefined {
  const said = within(performer).find(({ local }) => local === 'formalExpression')
  if (said === undefined) return undefined
  // Those of Activiti take a bare name of an owner for a group, of a performer for a user.
  const text = textIn(source, said)
  if (text.length > mostLetters) return undefined
  const bare = performer.local === 'potentialOwner' ? 'role' : 'user'
  const named = text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): Named | undefined => {
      const [, kind, inner] = /^(user|group)\s*\(([^()]*)\)$/.exec(part) ?? []
      const name = (inner ?? part).trim()
      const variable = /^[$#]\{\s*([A-Za-z_]\w*)\s*\}$/.exec(name)?.[1]
      if (variable === 'initiator') return { kind: 'initiator', ref: '' }
      if (variable !== undefined) return { kind: 'variable', ref: variable }
      if (/[${}()]/.test(name) || name === '') return undefined
      return { kind: kind === undefined ? bare : kind === 'user' ? 'user' : 'role', ref: name }
    })
  return named.includes(undefined) ? undefined : named.flatMap((one) => one ?? [])
}

/** A name that nobody has, and who is probably meant by it: each of them is offered. */
export function planPerson(
  plan: Plan,
  { element, subject }: DefinitionProblem,
): readonly PlannedRepair[] {
  const { source, people } = plan
  const task = elementWithId(source, element)
  if (task === undefined || subject === undefined) return []
  const found = people.get(subject) ?? []
  return found.flatMap(({ username, displayName, isExact }) => {
    const edits = [task, ...within(task)].flatMap((one) => replacePerson(one, subject, username))
    if (edits.length === 0) return []
    const does = `ask ${displayName} (${username}) in place of ${subject}`
    const values = { from: subject, to: username, name: displayName }
    const isSafe = isExact && found.filter((one) => one.isExact).length === 1
    return [
      toRepair({
        kind: 'replace_person',
        element,
        choice: `${subject}>${username}`,
        does,
        values,
        isSafe,
        edits,
        touches: [`person ${element} ${subject}`],
      }),
    ]
  })
}

function replacePerson(element: SourceElement, from: string, to: string): readonly Edit[] {
  const isCandidate = element.local === 'candidate' && element.uri === OWN
  const isUser =
    isCandidate &&
    element.attributes.some(({ local, value }) => local === 'kind' && value === 'user')
  return element.attributes.flatMap(({ prefix, local, value, valueFrom, valueTo }) => {
    const isForeign =
      engineNamespaces.has(element.scope.get(prefix) ?? '') &&
      (local === 'assignee' || local === 'candidateUsers')
    const isOwn =
      prefix === '' && ((isUser && local === 'ref') || (element.uri === OWN && local === 'users'))
    if (!isForeign && !isOwn) return []
    const text = value
      .split(/(\s*[,]\s*)/)
      .map((part) => (part.trim() === from ? to : part))
      .join('')
    return text === value ? [] : [{ from: valueFrom, to: valueTo, text: escape(text) }]
  })
}
