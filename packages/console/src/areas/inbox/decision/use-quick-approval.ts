import type { components } from '@countersign/client/bpm'
import { useMemo, useRef, useState } from 'react'
import { bpm, unwrap } from '../../../api/clients.ts'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import type { TaskListItem } from '../queries.ts'
import type { Decided } from './after-decision.ts'

type Task = components['schemas']['Task']

interface Pressed {
  readonly taskNo: string
  /** As it is at the service; absent while it is read, or decided. */
  readonly task?: Task
}

/** The same object until something is pressed: every row reads it. */
export interface QuickApproval {
  /** The title of what the next press would approve. */
  readonly ready: string | undefined
  readonly phaseOf: (row: TaskListItem) => 'idle' | 'busy' | 'ready'
  readonly press: (row: TaskListItem | undefined) => void
  /** Nothing is about to be approved any more. */
  readonly leave: () => void
}

interface Around {
  /** Approving it asks for something, or it is no longer what the row shows: its own form is the place. */
  readonly openForm: (row: TaskListItem) => void
  readonly onDecided: (detail: Decided) => void
  readonly onRefused: () => void
}

/**
 * Approves a task without opening it, by two presses. The first reads the task: what is decided then is
 * what the service has, and bound to it, only where that is what the row shows and nothing is asked.
 */
export function useQuickApproval(around: Around): QuickApproval {
  const [pressed, setPressed] = useState<Pressed>()
  const latest = useRef(around)
  latest.current = around
  const acts = useMemo(() => makeActs(() => latest.current, setPressed), [])
  return useMemo(
    () => ({
      ready: pressed?.task?.instance.title,
      phaseOf: ({ taskNo }) => {
        if (pressed?.taskNo !== taskNo) return 'idle'
        return pressed.task === undefined ? 'busy' : 'ready'
      },
      ...acts,
    }),
    [pressed, acts],
  )
}

/** @param around Gives what is around the rows now. */
function makeActs(
  around: () => Around,
  show: (pressed: Pressed | undefined) => void,
): Pick<QuickApproval, 'press' | 'leave'> {
  // Two presses may come before the page is drawn again: what was drawn cannot tell.
  let latest: Pressed | undefined
  const set = (next: Pressed | undefined) => {
    latest = next
    show(next)
  }
  const read = async (row: TaskListItem) => {
    const reading = { taskNo: row.taskNo }
    set(reading)
    const task = await getTask(row.taskNo)
    if (latest !== reading) return
    if (asksNothing(task) && isAsShown(row, task)) return set({ taskNo: row.taskNo, task })
    set(undefined)
    around().openForm(row)
  }
  const approve = async (task: Task) => {
    // It stays so until its row has gone: it is not to be pressed again.
    set({ taskNo: task.taskNo })
    around().onDecided(toDecided(await approveTask(task)))
  }
  const failed = (error: unknown) => {
    set(undefined)
    notifyProblem(error)
    around().onRefused()
  }
  return {
    press: (row) => {
      if (row === undefined) return
      if (latest?.taskNo !== row.taskNo) return void read(row).catch(failed)
      if (latest.task !== undefined) void approve(latest.task).catch(failed)
    },
    leave: () => set(undefined),
  }
}

const getTask = (taskNo: string): Promise<Task> =>
  unwrap(bpm.GET('/api/bpm/v1/tasks/{taskNo}', { params: { path: { taskNo } } }))

const approveTask = ({ taskNo, revision, contentHash }: Task): Promise<Task> =>
  unwrap(
    bpm.POST('/api/bpm/v1/tasks/{taskNo}/approve', {
      params: { path: { taskNo } },
      body: { revision, ...(contentHash === null ? {} : { contentHash }) },
    }),
  )

/** Whether the reader may approve it, and need say nothing about it. */
const asksNothing = ({ allowedActions, form, fields }: Task): boolean =>
  allowedActions.includes('approve') &&
  form.comment.approve !== 'required' &&
  form.selections.length === 0 &&
  fields.every(({ access }) => access !== 'write')

/** Whether the task is about what its row says. */
const isAsShown = ({ instance, round }: TaskListItem, task: Task): boolean =>
  task.round === round &&
  task.instance.title === instance.title &&
  JSON.stringify(task.instance.keyFields) === JSON.stringify(instance.keyFields)

const toDecided = ({ taskNo, status, instance, allowedActions }: Task): Decided => ({
  action: 'approve',
  taskNo,
  taskStatus: status,
  instanceId: instance.id,
  instanceStatus: instance.status,
  title: instance.title,
  allowedActions,
})
