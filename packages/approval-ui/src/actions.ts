import type { Attachment, Field, Person, ResubmitMode, Task } from './contract.ts'

/** What people do with a task, in the order in which it is offered. */
export const actionNames = [
  'approve',
  'reject',
  'return',
  'resolve',
  'claim',
  'transfer',
  'delegate',
  'add-sign',
  'remove-sign',
  'unclaim',
  'take-back',
  'read',
] as const
export type ActionName = (typeof actionNames)[number]

const immediate: ReadonlySet<ActionName> = new Set(['claim', 'unclaim', 'read'])

/** One press does it: nothing is asked before it is sent. */
export const isImmediate = (action: ActionName): boolean => immediate.has(action)

/** Those of the task's allowed actions that this component knows, in its order. */
export function offeredActions(
  task: Pick<Task, 'allowedActions'>,
  added: readonly Person[],
): readonly ActionName[] {
  return actionNames.filter(
    (action) =>
      task.allowedActions.includes(action) && (action !== 'remove-sign' || added.length > 0),
  )
}

export type SignPosition = 'before' | 'after' | 'parallel'

/** What a person has entered in the form of an action; members that it does not ask are unset. */
export interface Entries {
  readonly comment?: string
  readonly attachments?: readonly Attachment[]
  readonly values?: Readonly<Record<string, unknown>>
  readonly targets?: readonly string[]
  readonly resubmitMode?: ResubmitMode
  readonly people?: readonly Person[]
  /** Whom the next nodes are given to, by their ids. */
  readonly selections?: Readonly<Record<string, readonly Person[]>>
  readonly position?: SignPosition
  /** Whom it is shown to besides. */
  readonly cc?: readonly Person[]
}

/** What was entered for actions and is not sent. */
export type Kept = { [A in ActionName]?: Entries | undefined }

/** Why a form cannot be sent yet, by the part that is missing. */
export type Missing = 'people' | 'targets' | 'comment'

/**
 * Whether an action's comment has to be given: as the node says, and where it says nothing a refusal
 * and a return say why.
 */
export function asksComment(
  action: ActionName,
  { comment }: Pick<Task['form'], 'comment'>,
): boolean {
  const unsaid = action === 'reject' || action === 'return' ? 'required' : 'optional'
  const rules: Readonly<Record<string, 'required' | 'optional'>> = comment
  return (rules[action === 'add-sign' ? 'addSign' : action] ?? unsaid) === 'required'
}

/** Whether others can be shown the approval along with it. */
export const takesCopies = (action: ActionName): boolean =>
  action === 'approve' || action === 'reject' || action === 'return'

/** The first thing that an action's form still lacks. */
export function findMissing(
  action: ActionName,
  entries: Entries,
  form: Pick<Task['form'], 'comment'>,
): Missing | undefined {
  const people = entries.people ?? []
  if (asksPeople(action) && people.length === 0) return 'people'
  if (action === 'return' && (entries.targets ?? []).length === 0) return 'targets'
  const said = entries.comment?.trim() ?? ''
  if (asksComment(action, form) && said === '') return 'comment'
  return undefined
}

const toPeople: ReadonlySet<ActionName> = new Set([
  'transfer',
  'delegate',
  'add-sign',
  'remove-sign',
])

export const asksPeople = (action: ActionName): boolean => toPeople.has(action)

/**
 * The request body of an action, with the hash of what the person was shown. Of values only those
 * that they have changed are part of it.
 */
export function toBody(action: ActionName, entries: Entries, task: Task): object {
  const { comment, attachments = [], people = [], cc = [] } = entries
  const ids = people.map(({ id }) => id)
  const said = {
    ...(task.contentHash === null ? {} : { contentHash: task.contentHash }),
    ...(comment === undefined || comment.trim() === '' ? {} : { comment: comment.trim() }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(takesCopies(action) && cc.length > 0 ? { cc: cc.map(({ id }) => id) } : {}),
  }
  switch (action) {
    case 'approve':
      return { ...said, ...toVariables(entries, task), ...toSelections(entries) }
    case 'reject':
      return { ...said, ...toVariables(entries, task) }
    case 'return':
      return { ...said, ...toReturn(entries) }
    case 'transfer':
    case 'delegate':
      return { ...said, to: ids[0] }
    case 'add-sign':
      return { ...said, position: entries.position ?? 'after', users: ids }
    case 'remove-sign':
      return { ...said, users: ids }
    case 'resolve':
    case 'claim':
    case 'unclaim':
    case 'take-back':
      return said
    case 'read':
      return {}
  }
}

function toVariables({ values = {} }: Entries, { fields, instance }: Task): object {
  const variables = changedValues(fields, instance.variables, values)
  return Object.keys(variables).length === 0 ? {} : { variables }
}

function toSelections({ selections = {} }: Entries): object {
  const chosen = Object.entries(selections).flatMap(([node, people]) =>
    people.length === 0 ? [] : [[node, people.map(({ id }) => id)] as const],
  )
  return chosen.length === 0 ? {} : { selections: Object.fromEntries(chosen) }
}

function toReturn({ targets = [], resubmitMode }: Entries): object {
  const returnTo = targets.length === 1 ? targets[0] : targets
  // Several nodes are always decided again.
  const mode = targets.length > 1 ? undefined : resubmitMode
  return { returnTo, ...(mode === undefined ? {} : { resubmitMode: mode }) }
}

function changedValues(
  fields: readonly Field[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const writable = fields.filter(({ access, name }) => access === 'write' && name in after)
  const changed = writable.filter(({ name }) => differ(before[name], after[name]))
  return Object.fromEntries(changed.map(({ name }) => [name, after[name] ?? null]))
}

/** Whether two values are others; one that is not given is null. */
export const differ = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

/** The value that a text input of a field stands for; null when it is empty. */
export function readValue({ type }: Field, text: string): unknown {
  if (text === '') return null
  return type === 'number' ? Number(text) : text
}
