import fc from 'fast-check'
import { bpmn, flows } from '../../testing.ts'
import type { Block } from './random-blocks.testing.ts'
import {
  writeAnswered,
  writeFirst,
  writeHandled,
  writeThrower,
  writeUndone,
} from './random-events.testing.ts'
import { aMessage, writeLeaf, writeRow } from './random-leaves.testing.ts'
import { writeCounted, writePartial, writeSplit } from './random-joins.testing.ts'
import { userTask, withLimit, type Names, type Written } from './random-parts.testing.ts'
import { repeats } from './random-repeats.testing.ts'
import {
  calledTasks,
  writeCalledTask,
  writeEnded,
  writeRefusing,
  writeServed,
  writeTold,
} from './random-services.testing.ts'

/**
 * Writes a block as BPMN. Conditions read the boolean variables `v0` … `v7`; a loop goes round as
 * long as the check task behind its body is rejected.
 *
 * @param also `message` and `time`: another start event, {@link SENT} or {@link TIMED}, begins the same by it. `handler` and
 *   `alone`: a message begins an event sub-process of the process itself, beside the rest or in place of it.
 */
export function toBpmn(block: Block, also?: Also): string {
  let count = 0
  const { xml, first, last } = write(block, (kind) => `${kind}${(count += 1)}`)
  const ends = '<startEvent id="start"/><endEvent id="end"/>'
  const { begun, at } = besides[also ?? 'none']
  const ways =
    at === undefined ? [`start -> ${first}`] : ['start -> meet0', `${at} -> meet0 -> ${first}`]
  const drawn = bpmn(`${ends}${begun}${xml}${flows(...ways, `${last} -> end`)}`)
  return drawn.replace(
    '<process',
    `<message id="M" name="M"/><signal id="S" name="S"/><signal id="T" name="T" approval:scope="tenant"/><signalEventDefinition id="SD" signalRef="S"/>${calledTasks}<process`,
  )
}

/** What else a random process has beside its block. */
export type Also = 'message' | 'time' | 'handler' | 'alone'

/** The start events that a message and a time begin an approval at. */
export const SENT = 'sent0'
export const TIMED = 'timed0'

const handlerOf = (alone: boolean) =>
  `<subProcess id="handler0" triggeredByEvent="true"><startEvent id="handler0s" isInterrupting="${alone}">${aMessage}</startEvent>${userTask('task0', ['q'], '')}<endEvent id="handler0e"/>${flows('handler0s -> task0 -> handler0e')}</subProcess>`

const meet = '<exclusiveGateway id="meet0"/>'
const monthly =
  '<extensionElements><approval:start initiator="ann"/></extensionElements><timerEventDefinition><timeCycle>R/P1M</timeCycle></timerEventDefinition>'

const besides: Readonly<Record<Also | 'none', { readonly begun: string; readonly at?: string }>> = {
  none: { begun: '' },
  message: { begun: `<startEvent id="${SENT}">${aMessage}</startEvent>${meet}`, at: SENT },
  time: { begun: `<startEvent id="${TIMED}">${monthly}</startEvent>${meet}`, at: TIMED },
  handler: { begun: handlerOf(false) },
  alone: { begun: handlerOf(true) },
}

function write(block: Block, name: Names): Written {
  switch (block.kind) {
    case 'ended':
      return writeEnded(block, name, write)
    case 'refusing':
      return writeRefusing(block, name, write)
    case 'calledTask':
      return writeCalledTask(block, name)
    case 'told':
      return writeTold(block, name, write)
    case 'first':
      return writeFirst(block, write(block.behind, name), name)
    case 'answered':
      return writeAnswered(block, write(block.body, name), name)
    case 'thrower':
      return writeThrower(block, write(block.body, name), name)
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
      return writeUndone(block, write(block.body, name), name)
    case 'again':
      return writeAgain(block, name)
    case 'adHoc':
      return writeAdHoc(block, name)
    case 'subProcess':
      return writeSubProcess(block, name)
    case 'handled':
      return writeHandled(block, write(block.body, name), name)
    case 'served':
      return writeServed(block, name)
    default:
      return writeLeaf(block, name)
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
