import type { Holders, Seat } from './people/seat.ts'
import type { EngineTask } from './state.ts'

/**
 * The tasks of a board. They can be read by all, and written here alone: who holds one changes by a
 * {@link Seat}, which only the rule makes, so there is no other way into one.
 */
export interface TaskTable extends ReadonlyMap<number, EngineTask> {
  /** Adds a task with those who hold it. */
  readonly seat: (task: Omit<EngineTask, keyof Holders>, seat: Seat) => EngineTask
  /** Changes one that is there; those who hold it when a seat is given. */
  readonly change: (
    key: number,
    change: Partial<Omit<EngineTask, keyof Holders | 'key'>>,
    seat?: Seat,
  ) => EngineTask
  readonly empty: () => void
}

export function createTaskTable(stored: readonly EngineTask[]): TaskTable {
  const inOrder = stored.toSorted((a, b) => a.key - b.key)
  const tasks = new Map(inOrder.map((task) => [task.key, task] as const))
  const put = (task: EngineTask): EngineTask => {
    tasks.set(task.key, task)
    return task
  }
  return Object.assign(tasks, {
    seat: (task: Omit<EngineTask, keyof Holders>, seat: Seat) => put({ ...task, ...holders(seat) }),
    change: (key: number, change: Partial<EngineTask>, seat?: Seat) => {
      const before = tasks.get(key)
      if (before === undefined) throw new Error(`there is no task ${key}`)
      return put({ ...before, ...change, ...(seat === undefined ? {} : holders(seat)) })
    },
    empty: () => {
      tasks.clear()
    },
  })
}

const holders = ({ assignee, candidates, owner, onBehalf }: Seat): Holders => ({
  assignee,
  candidates,
  owner,
  onBehalf,
})
