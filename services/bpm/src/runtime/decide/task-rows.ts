import type { Applied, Effect } from '../../core/engine/command.ts'
import { isActive, type ActingParty, type TaskChange } from './task-changes.ts'
import type { TaskRow } from '../load/instances.ts'
import type { InboxRow, Recording } from './recording.ts'

interface Context {
  /** The tasks as they were read, by their key. */
  readonly rows: ReadonlyMap<number, TaskRow>
  readonly actor: ActingParty
  readonly actedOn: string | undefined
  readonly at: Date
}

/** The rows of tasks and of people's boxes that an action comes to. */
export function toTaskRows(
  changes: readonly TaskChange[],
  { effects }: Pick<Applied, 'effects'>,
  context: Context,
): Pick<Recording, 'tasks' | 'inbox'> {
  const tasks = new Map(changes.map(({ after }) => [after.id, after]))
  const inbox = toInbox(changes, context)
  if (effects.some(({ kind }) => kind === 'variablesChanged')) {
    // Those who have read a task learn that what it asks about has changed since.
    for (const row of context.rows.values()) {
      const touched = row.ended_at === null && !tasks.has(row.id)
      if (touched) tasks.set(row.id, { ...row, revision: row.revision + 1 })
    }
  }
  for (const row of remindedOf(effects, context)) {
    const reminded = { ...(tasks.get(row.id) ?? row), reminded_at: context.at }
    tasks.set(row.id, reminded)
    for (const entry of todoOf(reminded, context.at)) inbox.set(keyOf(entry), entry)
  }
  return { tasks: [...tasks.values()], inbox: [...inbox.values()] }
}

/** The tasks whose time to be marked as urgent has come. */
function remindedOf(effects: readonly Effect[], { rows }: Context): TaskRow[] {
  const keys = effects.flatMap((effect) => (effect.kind === 'reminded' ? effect.tasks : []))
  return keys.flatMap((key) => rows.get(key) ?? [])
}

/** A person has a task in one box at a time: what they still have to do comes last. */
function toInbox(
  changes: readonly TaskChange[],
  { actor, actedOn, at }: Context,
): Map<string, InboxRow> {
  const entries = new Map<string, InboxRow>()
  const put = (entry: InboxRow) => entries.set(keyOf(entry), entry)
  for (const { before, after } of changes) {
    if (after.kind === 'copy') {
      if (after.assignee_id === null) continue
      put(toEntry(after, after.assignee_id, 'cc', after.created_at))
      continue
    }
    if (before !== undefined) {
      for (const holder of holdersOf(before)) put(toEntry(after, holder, 'past', at))
    }
    if (after.id === actedOn && actor.kind === 'user') put(toEntry(after, actor.id, 'done', at))
    for (const entry of todoOf(after, at)) put(entry)
  }
  return entries
}

const todoOf = (row: TaskRow, at: Date): InboxRow[] =>
  holdersOf(row).map((holder) => toEntry(row, holder, 'todo', row.opened_at ?? at))

/** Who has a task to do now. */
function holdersOf({ status, assignee_id: assignee, candidate_ids: candidates }: TaskRow) {
  if (!isActive(status)) return []
  return assignee === null ? candidates : [assignee]
}

const toEntry = (row: TaskRow, userId: string, box: InboxRow['box'], at: Date): InboxRow => ({
  tenant_id: row.tenant_id,
  task_id: row.id,
  instance_id: row.instance_id,
  user_id: userId,
  box,
  at,
  due_at: row.due_at,
  read_at: row.read_at,
})

const keyOf = ({ task_id: taskId, user_id: userId }: InboxRow) => `${taskId}/${userId}`
