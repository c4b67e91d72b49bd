import type { Path, Person, Task, TimelineItem } from './contract.ts'

/** Finds people of the tenant by part of a name; the host asks its own directory. */
export type FindPeople = (query: string, signal: AbortSignal) => Promise<readonly Person[]>

interface Sources {
  readonly task: Task | undefined
  readonly timeline: readonly TimelineItem[]
  readonly forecast: Path | undefined
}

/** Everybody whom this approval names, by name: whom one can choose without a directory. */
export function knownPeople({ task, timeline, forecast }: Sources): readonly Person[] {
  const actors = timeline.filter(({ actor }) => actor.kind === 'user').map(({ actor }) => actor)
  const all: readonly Person[] = [
    ...(task === undefined ? [] : [task.instance.initiator, ...task.candidates]),
    ...(task?.assignee ? [task.assignee] : []),
    ...actors,
    ...(forecast?.steps.flatMap(({ people }) => people) ?? []),
  ]
  const byId = new Map(all.map(({ id, name }) => [id, { id, name }]))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Those whom the holder of a task has added to it and not taken back. */
export function addedPeople(
  taskNo: string,
  timeline: readonly TimelineItem[],
  known: readonly Person[],
): readonly Person[] {
  const added = new Set<string>()
  for (const { action, task, details } of timeline) {
    if (task?.taskNo !== taskNo || !Array.isArray(details['users'])) continue
    const users = details['users'].filter((user) => typeof user === 'string')
    for (const user of users) {
      if (action === 'add-sign') added.add(user)
      if (action === 'remove-sign') added.delete(user)
    }
  }
  return [...added].map((id) => known.find((person) => person.id === id) ?? { id, name: id })
}

/** People whose names hold the text, in any case, without those already chosen. */
export function matchPeople(
  people: readonly Person[],
  query: string,
  chosen: readonly Person[],
): readonly Person[] {
  const wanted = query.trim().toLocaleLowerCase()
  const taken = new Set(chosen.map(({ id }) => id))
  return people.filter(
    ({ id, name }) => !taken.has(id) && name.toLocaleLowerCase().includes(wanted),
  )
}

/** Whom the field that sent an event now holds; its code is loaded apart. */
export function peopleOf({ currentTarget }: Event): readonly Person[] {
  const field = currentTarget as (EventTarget & { readonly value: readonly Person[] }) | null
  return field?.value ?? []
}
