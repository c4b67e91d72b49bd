// Blocks of random processes with none inside.
import { flows } from '../../testing.ts'
import { quorum, type Block, type Host } from './random-blocks.testing.ts'
import {
  anHour,
  userTask,
  withCatch,
  withLimit,
  type Names,
  type Written,
} from './random-parts.testing.ts'
import { loops } from './random-repeats.testing.ts'

type Leaf = Extract<
  Block,
  {
    readonly kind:
      'task' | 'wait' | 'pass' | 'received' | 'watched' | 'heard' | 'several' | 'limited' | 'call'
  }
>

export function writeLeaf(block: Leaf, name: Names): Written {
  switch (block.kind) {
    case 'task':
      return writeTask(block, name)
    case 'wait':
      return writeWait(block, name)
    case 'pass':
      return writePassed(block, name)
    case 'received':
      return writeReceived(block, name)
    case 'watched': {
      const id = name('watched')
      return writeCatch(id, conditionOf(id))
    }
    case 'heard':
      return writeCatch(name('heard'), ofOthers)
    case 'several':
      return writeSeveral(block, name)
    case 'limited':
      return writeLimited(block, name)
    case 'call':
      return writeCall(block, name)
  }
}

function writeReceived({ element }: Extract<Block, { kind: 'received' }>, name: Names): Written {
  const id = name('received')
  if (element === 'event') return writeCatch(id, aMessage)
  return { xml: `<receiveTask id="${id}"/>`, first: id, last: id }
}

export const catching = (id: string, definition: string) =>
  `<intermediateCatchEvent id="${id}">${definition}</intermediateCatchEvent>`

const writeCatch = (id: string, definition: string): Written => ({
  xml: catching(id, definition),
  first: id,
  last: id,
})

/** What comes again has ends of its own: a merge would let the path after it run twice. */
function writeWait({ again }: Extract<Block, { kind: 'wait' }>, name: Names): Written {
  const id = name('wait')
  if (!again) return writeCatch(id, anHour)
  const [around, task] = [name('twice'), name('task')]
  const ends = `<startEvent id="${around}s"/><endEvent id="${around}e"/>`
  const ways = flows(`${around}s -> ${id} -> ${task} -> ${around}e`)
  const xml = `<subProcess id="${around}">${ends}${catching(id, twice)}${userTask(task, ['q'], '')}${ways}</subProcess>`
  return { xml, first: around, last: around }
}

const twice = '<timerEventDefinition><timeCycle>R2/PT1H</timeCycle></timerEventDefinition>'

function writeTask({ people, mode, more }: Extract<Block, { kind: 'task' }>, name: Names): Written {
  const id = name('task')
  const xml = userTask(id, ['p', 'q', 'r'].slice(0, people), mode + more)
  return { xml: mode === quorum ? inGroups(xml) : xml, first: id, last: id }
}

/** `p` is found in both groups, and counts for one of them. */
const inGroups = (xml: string): string =>
  xml
    .replaceAll(/(<approval:candidate kind="user" ref="[pqr]")\/>/g, '$1 atLeast="1"/>')
    .replace(
      '</approval:candidates>',
      `<approval:candidate kind="expression" value="['p', 's', 't']" atLeast="2"/>$&`,
    )

function writeSeveral({ all }: Extract<Block, { kind: 'several' }>, name: Names): Written {
  const id = name('several')
  const xml = `<intermediateCatchEvent id="${id}"${together(all)}>${several(id)}</intermediateCatchEvent>`
  return { xml, first: id, last: id }
}

/** One of the values, by the number in a name. */
export const conditionOf = (id: string) =>
  `<conditionalEventDefinition><condition>v${Number(id.replace(/\D/g, '')) % 8}</condition></conditionalEventDefinition>`

export const aMessage = '<messageEventDefinition/>'

/** A signal that goes to all of the tenant, or comes from there. */
export const ofOthers = '<signalEventDefinition signalRef="T"/>'

export const several = (id: string) => anHour + aMessage + conditionOf(id)
export const together = (all: boolean) => (all ? ' parallelMultiple="true"' : '')

const anError = '<errorEventDefinition/>'
const threeHours = '<timerEventDefinition><timeCycle>R3/PT1H</timeCycle></timerEventDefinition>'

const hosts: Readonly<Record<Host, (id: string) => string>> = {
  userTask: (id) => userTask(id, ['p'], '<approval:remind in="PT1H" times="2"/>'),
  receiveTask: (id) => `<receiveTask id="${id}"/>`,
  subProcess: (id) =>
    `<subProcess id="${id}"><startEvent id="${id}s"/>${userTask(`${id}t`, ['p'], '')}<endEvent id="${id}e"/>${flows(`${id}s -> ${id}t -> ${id}e`)}</subProcess>`,
}

function writeLimited({ border, host }: Extract<Block, { kind: 'limited' }>, name: Names): Written {
  const [id, late, beside, merge] = [name('task'), name('late'), name('task'), name('merge')]
  const interrupting = [
    'interrupting',
    'rejection',
    'message',
    'condition',
    'others',
    'any',
    'all',
  ].includes(border)
  const throws = border === 'rejection' ? '<approval:decision onReject="throw"/>' : ''
  const time = border === 'cycle' ? threeHours : throws === '' ? anHour : anError
  const named = border.startsWith('condition') ? conditionOf(late) : time
  const sent = border.startsWith('message') ? aMessage : named
  const single = border.startsWith('others') ? ofOthers : sent
  const inside = /^a(?:ny|ll)/.test(border) ? several(late) : single
  const event = `<boundaryEvent id="${late}" attachedToRef="${id}" cancelActivity="${interrupting}"${together(border.startsWith('all'))}>${inside}</boundaryEvent>`
  // What is started beside ends by itself; a merge would let the path after it run twice.
  const rest = interrupting
    ? flows(`${late} -> ${merge}`)
    : `${userTask(beside, ['q'], '')}<endEvent id="${beside}e"/>${flows(`${late} -> ${beside} -> ${beside}e`)}`
  // A person rejects a user task alone.
  const hosted =
    throws === ''
      ? hosts[host](id)
      : userTask(id, ['p'], `${throws}<approval:remind in="PT1H" times="2"/>`)
  const xml = `${hosted}${event}<exclusiveGateway id="${merge}"/>${rest}`
  return { xml: xml + flows(`${id} -> ${merge}`), first: id, last: merge }
}

export function writeRow(parts: readonly Written[]): Written {
  const links = parts
    .slice(1)
    .map(({ first }, index) => flows(`${parts[index]?.last ?? ''} -> ${first}`))
  return {
    xml: parts.map(({ xml }) => xml).join('') + links.join(''),
    first: parts[0]?.first ?? '',
    last: parts.at(-1)?.last ?? '',
  }
}

function writeCall(
  { onReject, limited, caught, loop }: Extract<Block, { kind: 'call' }>,
  name: Names,
): Written {
  const id = name(`call${loop}`)
  const rule = `<extensionElements><approval:call onReject="${onReject}"/></extensionElements>`
  const xml = `<callActivity id="${id}" calledElement="another">${rule}${loops[loop]}</callActivity>`
  const called = withLimit({ id, xml, limited }, name)
  return caught === 'none' ? called : withCatch({ id, called, caught }, name)
}

function writePassed({ element }: Extract<Block, { kind: 'pass' }>, name: Names): Written {
  const id = name('pass')
  const xml =
    element === 'announcement'
      ? `<intermediateThrowEvent id="${id}">${ofOthers}</intermediateThrowEvent>`
      : `<${element} id="${id}"/>`
  return { xml, first: id, last: id }
}
