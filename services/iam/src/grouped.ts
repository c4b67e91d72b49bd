/** Most items of one group: what one statement carries without making the others wait for long. */
const maxGroup = 64

interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (out: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes one call of many that come together: while one group is on its way the next one gathers, so
 * a busy process asks the database once for dozens of requests, and an idle one answers at once. A
 * caller is answered when the group's work is done, never before.
 *
 * @param work Answers in the order of its items. When it fails for a group it is tried again for
 *   each item alone, so that one bad item does not fail the others; it must be repeatable.
 */
export function createGrouped<In, Out>(
  work: (items: readonly In[]) => Promise<readonly Out[]>,
): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = []
  let running = false

  async function run(): Promise<void> {
    while (queue.length > 0) await settle(work, queue.splice(0, maxGroup))
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (running) return
      running = true
      // After the other requests that the same turn of the event loop has read.
      setImmediate(() => void run())
    })
}

async function settle<In, Out>(
  work: (items: readonly In[]) => Promise<readonly Out[]>,
  group: readonly Waiting<In, Out>[],
): Promise<void> {
  try {
    const answers = await work(group.map(({ item }) => item))
    if (answers.length !== group.length) throw new Error('a group was not answered as a whole')
    answers.forEach((answer, i) => group[i]?.resolve(answer))
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error)
    else for (const one of group) await settle(work, [one])
  }
}
