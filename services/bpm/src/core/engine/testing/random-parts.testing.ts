// What blocks of random processes are written with.
import { flows } from '../../testing.ts'
import type { Caught } from './random-blocks.testing.ts'

/** A written block: its elements, and the ids of the first and the last of them. */
export interface Written {
  readonly xml: string
  readonly first: string
  readonly last: string
}
export type Names = (kind: string) => string

export function userTask(id: string, people: readonly string[], extensions: string): string {
  const candidates = people.map((ref) => `<approval:candidate kind="user" ref="${ref}"/>`).join('')
  return `<userTask id="${id}"><extensionElements><approval:candidates>${candidates}</approval:candidates>${extensions}<approval:return to="any" resubmit="returner"/></extensionElements></userTask>`
}

export const anHour =
  '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'

/** A call with an event on its border for what is thrown in the called approval. */
export function withCatch(
  { id, called, caught }: { id: string; called: Written; caught: Exclude<Caught, 'none'> },
  name: Names,
): Written {
  const [event, beside, merge] = [name('caught'), name('task'), name('merge')]
  const interrupting = caught !== 'escalationBeside'
  const definition = `<${caught === 'error' ? 'error' : 'escalation'}EventDefinition/>`
  const border = `<boundaryEvent id="${event}" attachedToRef="${id}" cancelActivity="${interrupting}">${definition}</boundaryEvent>`
  const rest = interrupting
    ? flows(`${event} -> ${merge}`)
    : `<endEvent id="${beside}e"/>${userTask(beside, ['q'], '')}${flows(`${event} -> ${beside} -> ${beside}e`)}`
  const gateway = `<exclusiveGateway id="${merge}"/>${flows(`${called.last} -> ${merge}`)}`
  return { xml: called.xml + border + rest + gateway, first: called.first, last: merge }
}

/** An activity, with a time on its border that ends it and goes on behind it, or without. */
export function withLimit(
  { id, xml, limited }: { id: string; xml: string; limited: boolean },
  name: Names,
): Written {
  if (!limited) return { xml, first: id, last: id }
  const [late, merge] = [name('late'), name('merge')]
  const event = `<boundaryEvent id="${late}" attachedToRef="${id}">${anHour}</boundaryEvent>`
  const rest = `<exclusiveGateway id="${merge}"/>${flows(`${id} -> ${merge}`, `${late} -> ${merge}`)}`
  return { xml: xml + event + rest, first: id, last: merge }
}
