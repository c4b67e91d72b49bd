// Blocks of events around others.
import { flows } from '../../testing.ts'
import type { Begun, Block, First } from './random-blocks.testing.ts'
import {
  aMessage,
  catching,
  conditionOf,
  ofOthers,
  several,
  together,
} from './random-leaves.testing.ts'
import { anHour, userTask, type Names, type Written } from './random-parts.testing.ts'

const asks = (id: string, request: string, attributes = '') =>
  `<serviceTask id="${id}"${attributes}><extensionElements><approval:callback name="${request}"/></extensionElements></serviceTask>`

export function writeUndone(
  { by }: Extract<Block, { kind: 'undone' }>,
  part: Written,
  name: Names,
): Written {
  const [id, choose, thrower, merge] = [name('sub'), name('choose'), name('thrower'), name('merge')]
  const { xml, first, last } = by === 'whole' ? writeWhole(part, name) : writeBooked(part, name)
  const definition = `<${by === 'cancel' ? 'cancel' : 'compensate'}EventDefinition/>`
  const isOnTheWay = by === 'throw' || by === 'whole'
  const event = isOnTheWay ? 'intermediateThrowEvent' : 'endEvent'
  const inside =
    `<startEvent id="${id}s"/><endEvent id="${id}e"/><exclusiveGateway id="${choose}" default="${choose}_${id}e"/>` +
    `<${event} id="${thrower}">${definition}</${event}>${xml}` +
    flows(
      `${id}s -> ${first}`,
      `${last} -> ${choose} -> ${id}e`,
      `${choose} -> ${thrower} : v${Number(choose.replace(/\D/g, '')) % 8}`,
      ...(isOnTheWay ? [`${thrower} -> ${id}e`] : []),
    )
  const element = by === 'cancel' ? 'transaction' : 'subProcess'
  const whole = `<${element} id="${id}">${inside}</${element}>`
  if (by !== 'cancel') return { xml: whole, first: id, last: id }
  const border = `<boundaryEvent id="${id}c" attachedToRef="${id}">${definition}</boundaryEvent>`
  const rest = `<exclusiveGateway id="${merge}"/>${flows(`${id} -> ${merge}`, `${id}c -> ${merge}`)}`
  return { xml: whole + border + rest, first: id, last: merge }
}

/** The application is asked for something that can be undone, then the body. */
function writeBooked(part: Written, name: Names): Written {
  const book = name('book')
  const { xml, first, last } = part
  const undoing =
    `<boundaryEvent id="${book}b" attachedToRef="${book}"><compensateEventDefinition/></boundaryEvent>` +
    `<association id="${book}l" sourceRef="${book}b" targetRef="${book}u"/>` +
    asks(`${book}u`, 'unbook', ' isForCompensation="true"')
  return {
    xml: asks(book, 'book') + undoing + xml + flows(`${book} -> ${first}`),
    first: book,
    last,
  }
}

/** The same in a sub-process that says itself what undoes it. */
function writeWhole(part: Written, name: Names): Written {
  const id = name('whole')
  const { xml, first, last } = writeBooked(part, name)
  const undoes =
    `<subProcess id="${id}u" triggeredByEvent="true"><startEvent id="${id}us"><compensateEventDefinition/></startEvent>` +
    `<intermediateThrowEvent id="${id}ut"><compensateEventDefinition/></intermediateThrowEvent><endEvent id="${id}ue"/>` +
    `${asks(`${id}ua`, 'told')}${flows(`${id}us -> ${id}ut -> ${id}ua -> ${id}ue`)}</subProcess>`
  const ends = `<startEvent id="${id}s"/><endEvent id="${id}e"/>`
  const inner = flows(`${id}s -> ${first}`, `${last} -> ${id}e`)
  return {
    xml: `<subProcess id="${id}">${ends}${xml}${inner}${undoes}</subProcess>`,
    first: id,
    last: id,
  }
}

const firsts: Readonly<Record<First, (id: string) => string>> = {
  message: (id) => catching(id, aMessage),
  task: (id) => `<receiveTask id="${id}"/>`,
  others: (id) => catching(id, ofOthers),
  condition: (id) => catching(id, conditionOf(id)),
}

/** A time and something else behind a gateway, of which the first leads on; behind the other there is more. */
export function writeFirst(
  { by }: Extract<Block, { kind: 'first' }>,
  part: Written,
  name: Names,
): Written {
  const [open, time, other, merge] = [name('first'), name('wait'), name('received'), name('merge')]
  const { xml, first, last } = part
  const events = catching(time, anHour) + firsts[by](other)
  const gateways = `<eventBasedGateway id="${open}"/><exclusiveGateway id="${merge}"/>`
  const links = flows(
    `${open} -> ${time} -> ${merge}`,
    `${open} -> ${other} -> ${first}`,
    `${last} -> ${merge}`,
  )
  return { xml: gateways + events + xml + links, first: open, last: merge }
}

/** A callback, then the body; the error leads past the body. What is on the border of the callback lets it wait. */
export function writeAnswered(
  { caught }: Extract<Block, { kind: 'answered' }>,
  part: Written,
  name: Names,
): Written {
  const [id, asked, failed, merge] = [name('sub'), name('asked'), name('failed'), name('merge')]
  const { xml, first, last } = part
  const event = (host: string, definition: string) =>
    `<boundaryEvent id="${failed}${host}" attachedToRef="${host}">${definition}</boundaryEvent>`
  const error = '<errorEventDefinition/>'
  const gateway = `<exclusiveGateway id="${merge}"/>`
  if (caught === 'border') {
    const ways = flows(
      `${asked} -> ${first}`,
      `${last} -> ${merge}`,
      `${failed}${asked} -> ${merge}`,
    )
    return {
      xml: asks(asked, asked) + event(asked, error) + xml + gateway + ways,
      first: asked,
      last: merge,
    }
  }
  const inside =
    `<startEvent id="${id}s"/><endEvent id="${id}e"/>${asks(asked, asked)}${event(asked, anHour)}${xml}` +
    flows(`${id}s -> ${asked} -> ${first}`, `${last} -> ${id}e`, `${failed}${asked} -> ${id}e`)
  const whole = `<subProcess id="${id}">${inside}</subProcess>${event(id, error)}${gateway}`
  return {
    xml: whole + flows(`${id} -> ${merge}`, `${failed}${id} -> ${merge}`),
    first: id,
    last: merge,
  }
}

export function writeThrower(
  { thrown }: Extract<Block, { kind: 'thrower' }>,
  part: Written,
  name: Names,
): Written {
  const [id, fork, other, choose, thrower] = [
    name('sub'),
    name('fork'),
    name('task'),
    name('choose'),
    name('thrower'),
  ]
  const { xml, first, last } = part
  const definition = `<${thrown === 'error' ? 'error' : 'escalation'}EventDefinition/>`
  const isEnd = thrown === 'error' || thrown === 'escalationEnd'
  const event = isEnd ? 'endEvent' : 'intermediateThrowEvent'
  const inside =
    `<startEvent id="${id}s"/><endEvent id="${id}e"/><parallelGateway id="${fork}"/>` +
    `<exclusiveGateway id="${choose}" default="${choose}_${id}e"/>` +
    `<${event} id="${thrower}">${definition}</${event}>${xml}${userTask(other, ['r'], '')}` +
    flows(
      `${id}s -> ${fork} -> ${first}`,
      `${fork} -> ${other} -> ${id}e`,
      `${last} -> ${choose} -> ${id}e`,
      `${choose} -> ${thrower} : v${Number(choose.replace(/\D/g, '')) % 8}`,
      ...(isEnd ? [] : [`${thrower} -> ${id}e`]),
    )
  const [caught, beside, merge] = [name('caught'), name('task'), name('merge')]
  const interrupting = thrown !== 'escalationBeside'
  const border = `<boundaryEvent id="${caught}" attachedToRef="${id}" cancelActivity="${interrupting}">${definition}</boundaryEvent>`
  const rest = interrupting
    ? flows(`${caught} -> ${merge}`)
    : `<endEvent id="${beside}e"/>${userTask(beside, ['q'], '')}${flows(`${caught} -> ${beside} -> ${beside}e`)}`
  const outside = `<exclusiveGateway id="${merge}"/>${flows(`${id} -> ${merge}`)}`
  return {
    xml: `<subProcess id="${id}">${inside}</subProcess>${border}${rest}${outside}`,
    first: id,
    last: merge,
  }
}

export function writeHandled(
  { by, alone }: Extract<Block, { kind: 'handled' }>,
  part: Written,
  name: Names,
): Written {
  const [id, handler, asked, choose, thrower] = [
    name('sub'),
    name('handler'),
    name('task'),
    name('choose'),
    name('thrower'),
  ]
  const { xml, first, last } = part
  const outside: Partial<Record<Begun, string>> = {
    time: anHour,
    condition: conditionOf(id),
    message: aMessage,
    others: ofOthers,
    any: several(id),
    all: several(id),
  }
  const escalation = '<escalationEventDefinition/>'
  const aSignal = '<signalEventDefinition signalRef="S"/>'
  const signal =
    outside[by] ??
    (by === 'signal'
      ? aSignal
      : by === 'anyThrown'
        ? escalation + aSignal
        : `<${by}EventDefinition/>`)
  const begins = `<startEvent id="${handler}s"${together(by === 'all')} isInterrupting="${alone || by === 'error'}">${signal}</startEvent>`
  const handles = `<subProcess id="${handler}" triggeredByEvent="true">${begins}${userTask(asked, ['q'], '')}<endEvent id="${handler}e"/>${flows(`${handler}s -> ${asked} -> ${handler}e`)}</subProcess>`
  const isThrown = outside[by] === undefined
  const throws = isThrown ? `<endEvent id="${thrower}">${signal}</endEvent>` : ''
  const inside =
    `<startEvent id="${id}s"/><endEvent id="${id}e"/><exclusiveGateway id="${choose}" default="${choose}_${id}e"/>` +
    throws +
    xml +
    handles +
    flows(
      `${id}s -> ${first}`,
      `${last} -> ${choose} -> ${id}e`,
      ...(isThrown ? [`${choose} -> ${thrower} : v${Number(choose.replace(/\D/g, '')) % 8}`] : []),
    )
  return { xml: `<subProcess id="${id}">${inside}</subProcess>`, first: id, last: id }
}
