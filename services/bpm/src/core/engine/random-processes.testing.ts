import fc from 'fast-check'
import { bpmn, flows } from '../testing.ts'
import type { Begun, Block, First } from './random-blocks.testing.ts'
import {
  aMessage,
  catching,
  conditionOf,
  ofOthers,
  several,
  together,
  writeCall,
  writeCatch,
  writeLimited,
  writePassed,
  writeSeveral,
  writeRow,
  writeTask,
  writeWait,
} from './random-leaves.testing.ts'
import { writeCounted, writePartial, writeSplit } from './random-joins.testing.ts'
import { anHour, userTask, withLimit, type Names, type Written } from './random-parts.testing.ts'
import { repeats } from './random-repeats.testing.ts'
import { writeEnded, writeServed, writeTold } from './random-services.testing.ts'

/**
 * Writes a block as BPMN. Conditions read the boolean variables `v0` … `v7`; a loop goes round as
 * long as the check task behind its body is rejected.
 *
 * @param also `message`: another start event, {@link SENT}, begins the same by a message. `handler` and `alone`: a
 *   message begins an event sub-process of the process itself, beside the rest or in place of it.
 */
export function toBpmn(block: Block, also?: Also): string {
  let count = 0
  const { xml, first, last } = write(block, (kind) => `${kind}${(count += 1)}`)
  const ends = '<startEvent id="start"/><endEvent id="end"/>'
  const sent = `<startEvent id="${SENT}"><messageEventDefinition/></startEvent><exclusiveGateway id="meet0"/>`
  const isSent = also === 'message'
  const ways = isSent ? ['start -> meet0', `${SENT} -> meet0 -> ${first}`] : [`start -> ${first}`]
  const begun = also === undefined || isSent ? '' : handlerOf(also === 'alone')
  const drawn = bpmn(
    `${ends}${isSent ? sent : ''}${begun}${xml}${flows(...ways, `${last} -> end`)}`,
  )
  return drawn.replace(
    '<process',
    '<message id="M" name="M"/><signal id="S" name="S"/><signal id="T" name="T" approval:scope="tenant"/><signalEventDefinition id="SD" signalRef="S"/><process',
  )
}

/** What else a random process has beside its block. */
export type Also = 'message' | 'handler' | 'alone'

const handlerOf = (alone: boolean) =>
  `<subProcess id="handler0" triggeredByEvent="true"><startEvent id="handler0s" isInterrupting="${alone}">${aMessage}</startEvent>${userTask('task0', ['q'], '')}<endEvent id="handler0e"/>${flows('handler0s -> task0 -> handler0e')}</subProcess>`

/** The start event that a message begins an approval at. */
export const SENT = 'sent0'

function write(block: Block, name: Names): Written {
  switch (block.kind) {
    case 'task':
      return writeTask(block, name)
    case 'wait':
      return writeWait(block, name)
    case 'pass':
      return writePassed(block, name)
    case 'received':
      return writeReceived(block, name)
    case 'served':
      return writeServed(block, name)
    case 'ended':
      return writeEnded(block, name, write)
    case 'told':
      return writeTold(block, name, write)
    case 'watched': {
      const id = name('watched')
      return writeCatch(id, conditionOf(id))
    }
    case 'heard':
      return writeCatch(name('heard'), ofOthers)
    case 'several':
      return writeSeveral(block, name)
    case 'first':
      return writeFirst(block, name)
    case 'answered':
      return writeAnswered(block, name)
    case 'thrower':
      return writeThrower(block, name)
    case 'limited':
      return writeLimited(block, name)
    case 'call':
      return writeCall(block, name)
    case 'row':
      return writeRow(block.blocks.map((part) => write(part, name)))
    case 'split':
      return writeSplit(block, partsOf(block.branches, name), name)
    case 'partial':
      return writePartial(block, partsOf(block.branches, name), name)
    case 'counted':
      return writeCounted(block, writeApart(block.body, name), name)
    case 'loop':
      return writeLoop(block.body, name)
    case 'linked':
      return writeLinked(block.body, name)
    case 'undone':
      return writeUndone(block, name)
    case 'again':
      return writeAgain(block, name)
    case 'adHoc':
      return writeAdHoc(block, name)
    case 'subProcess':
      return writeSubProcess(block, name)
    case 'handled':
      return writeHandled(block, name)
  }
}

const partsOf = (branches: readonly Block[], name: Names): readonly Written[] =>
  branches.map((branch) => write(branch, name))

function writeSubProcess(
  { body, limited }: Extract<Block, { kind: 'subProcess' }>,
  name: Names,
): Written {
  const id = name('sub')
  const { xml, first, last } = write(body, name)
  const inner = flows(`${id}s -> ${first}`, `${last} -> ${id}e`)
  // Every other one tells the application as it ends.
  const tells = Number(id.replace(/\D/g, '')) % 2 === 0 ? '' : tellsApplication
  const ends = `<startEvent id="${id}s"/><endEvent id="${id}e">${tells}</endEvent>`
  const whole = `<subProcess id="${id}">${ends}${xml}${inner}</subProcess>`
  return withLimit({ id, xml: whole, limited }, name)
}

const tellsApplication = '<messageEventDefinition messageRef="M"/>'

/** A task stands for itself, anything else has a run of its own in a sub-process. */
const writeApart = (body: Block, name: Names): Written =>
  body.kind === 'task'
    ? write(body, name)
    : writeSubProcess({ kind: 'subProcess', body, limited: false }, name)

/** There is no end within. */
function writeAdHoc(
  { sequential, until, cancels, bodies }: Extract<Block, { kind: 'adHoc' }>,
  name: Names,
): Written {
  const id = name('adhoc')
  const parts = bodies.map((body) => writeApart(body, name))
  const value = `v${Number(id.replace(/\D/g, '')) % 8}`
  const condition = until ? `<completionCondition>${value}</completionCondition>` : ''
  const xml = `<adHocSubProcess id="${id}" ordering="${sequential ? 'Sequential' : 'Parallel'}" cancelRemainingInstances="${cancels}">${parts.map((part) => part.xml).join('')}${condition}</adHocSubProcess>`
  return { xml, first: id, last: id }
}

function writeAgain(
  { activity, repeat, body }: Extract<Block, { kind: 'again' }>,
  name: Names,
): Written {
  const id = name('again')
  const loop = repeats[repeat]
  if (activity === 'subProcess') {
    const { xml, first, last } = write(body, name)
    const inner = flows(`${id}s -> ${first}`, `${last} -> ${id}e`)
    const ends = `<startEvent id="${id}s"/><endEvent id="${id}e"/>`
    const whole = `<subProcess id="${id}">${loop}${ends}${xml}${inner}</subProcess>`
    return withLimit({ id, xml: whole, limited: repeat === 'most' || repeat === 'atOnce' }, name)
  }
  const task =
    activity === 'userTask'
      ? userTask(id, ['p', 'q'], '').replace('</userTask>', `${loop}</userTask>`)
      : `<${activity} id="${id}">${loop}</${activity}>`
  return { xml: task, first: id, last: id }
}

const asks = (id: string, request: string, attributes = '') =>
  `<serviceTask id="${id}"${attributes}><extensionElements><approval:callback name="${request}"/></extensionElements></serviceTask>`

function writeUndone({ by, body }: Extract<Block, { kind: 'undone' }>, name: Names): Written {
  const [id, choose, thrower, merge] = [name('sub'), name('choose'), name('thrower'), name('merge')]
  const { xml, first, last } = by === 'whole' ? writeWhole(body, name) : writeBooked(body, name)
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
function writeBooked(body: Block, name: Names): Written {
  const book = name('book')
  const { xml, first, last } = write(body, name)
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
function writeWhole(body: Block, name: Names): Written {
  const id = name('whole')
  const { xml, first, last } = writeBooked(body, name)
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

function writeReceived({ element }: Extract<Block, { kind: 'received' }>, name: Names): Written {
  const id = name('received')
  if (element === 'event') return writeCatch(id, aMessage)
  return { xml: `<receiveTask id="${id}"/>`, first: id, last: id }
}

const firsts: Readonly<Record<First, (id: string) => string>> = {
  message: (id) => catching(id, aMessage),
  task: (id) => `<receiveTask id="${id}"/>`,
  others: (id) => catching(id, ofOthers),
  condition: (id) => catching(id, conditionOf(id)),
}

/** A time and something else behind a gateway, of which the first leads on; behind the other there is more. */
function writeFirst({ by, behind }: Extract<Block, { kind: 'first' }>, name: Names): Written {
  const [open, time, other, merge] = [name('first'), name('wait'), name('received'), name('merge')]
  const { xml, first, last } = write(behind, name)
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
function writeAnswered(
  { caught, body }: Extract<Block, { kind: 'answered' }>,
  name: Names,
): Written {
  const [id, asked, failed, merge] = [name('sub'), name('asked'), name('failed'), name('merge')]
  const { xml, first, last } = write(body, name)
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

function writeThrower({ thrown, body }: Extract<Block, { kind: 'thrower' }>, name: Names): Written {
  const [id, fork, other, choose, thrower] = [
    name('sub'),
    name('fork'),
    name('task'),
    name('choose'),
    name('thrower'),
  ]
  const { xml, first, last } = write(body, name)
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

function writeHandled(
  { by, alone, body }: Extract<Block, { kind: 'handled' }>,
  name: Names,
): Written {
  const [id, handler, asked, choose, thrower] = [
    name('sub'),
    name('handler'),
    name('task'),
    name('choose'),
    name('thrower'),
  ]
  const { xml, first, last } = write(body, name)
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

function writeLoop(body: Block, name: Names): Written {
  const [enter, leave, check, behind] = [
    name('enter'),
    name('leave'),
    name('check'),
    name('behind'),
  ]
  const { xml, first, last } = write(body, name)
  const gateways = `<exclusiveGateway id="${enter}"/><exclusiveGateway id="${leave}" default="${leave}_${behind}"/>`
  const tasks =
    userTask(check, ['c'], '<approval:decision onReject="continue"/>') + userTask(behind, ['x'], '')
  const links = flows(
    `${enter} -> ${first}`,
    `${last} -> ${check} -> ${leave} -> ${behind}`,
    `${leave} -> ${enter} : outcomes.${check} == "rejected"`,
  )
  return { xml: gateways + xml + tasks + links, first: enter, last: behind }
}

function writeLinked(body: Block, name: Names): Written {
  const [choose, one, other, caught] = [name('choose'), name('link'), name('link'), name('caught')]
  const { xml, first, last } = write(body, name)
  const link = `<linkEventDefinition name="${choose}"/>`
  const throws = [one, other]
    .map((id) => `<intermediateThrowEvent id="${id}">${link}</intermediateThrowEvent>`)
    .join('')
  const events = `${throws}<intermediateCatchEvent id="${caught}">${link}</intermediateCatchEvent>`
  const gateway = `<exclusiveGateway id="${choose}" default="${choose}_${other}"/>`
  const links = flows(
    `${choose} -> ${one} : v${Number(choose.replace(/\D/g, '')) % 8}`,
    `${choose} -> ${other}`,
    `${caught} -> ${first}`,
  )
  return { xml: gateway + events + xml + links, first: choose, last }
}

export const variablesArbitrary = fc
  .array(fc.boolean(), { minLength: 8, maxLength: 8 })
  .map((values) => Object.fromEntries(values.map((value, index) => [`v${index}`, value])))
