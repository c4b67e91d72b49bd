// Blocks of random processes that ask nobody, or whom a decision table names, and what ends or is told beside a body.
import type { DecisionTable } from '../../decision/table.ts'
import { flows } from '../../testing.ts'
import type { Block, Served } from './random-blocks.testing.ts'
import { userTask, withLimit, type Names, type Written } from './random-parts.testing.ts'

const extended = (element: string, id: string, extensions: string) =>
  `<${element} id="${id}"><extensionElements>${extensions}</extensionElements></${element}>`

const services: Readonly<Record<Served, (id: string) => string>> = {
  copy: (id) =>
    extended(
      'serviceTask',
      id,
      '<approval:copy/><approval:candidates><approval:candidate kind="user" ref="q"/></approval:candidates>',
    ),
  auto: (id) =>
    extended(
      'serviceTask',
      id,
      '<approval:auto otherwise="approved"><approval:rule when="v1 &amp;&amp; !v1" result="rejected"/></approval:auto>',
    ),
  sendTask: (id) => extended('sendTask', id, '<approval:callback name="tell"/>'),
  messageThrow: (id) =>
    `<intermediateThrowEvent id="${id}"><messageEventDefinition messageRef="M"/></intermediateThrowEvent>`,
  table: (id) => extended('businessRuleTask', id, '<approval:decisionTable ref="level"/>'),
  who: (id) =>
    extended(
      'userTask',
      id,
      '<approval:candidates><approval:candidate kind="decision" ref="who"/></approval:candidates><approval:return to="any" resubmit="returner"/>',
    ),
}

const looked = { inputs: [{ variable: 'v0', type: 'boolean' }], otherwise: null } as const

/** The tables that such processes ask: a value that others look at, and who is asked, how many of them, in what order. */
export const tables: Readonly<Record<string, DecisionTable>> = {
  level: {
    ...looked,
    hitPolicy: 'UNIQUE',
    outputs: [{ name: 'v7', type: 'boolean' }],
    rows: [
      { inputs: [{ oneOf: [true] }], outputs: [false] },
      { inputs: [{ oneOf: [false] }], outputs: [true] },
    ],
  },
  who: {
    ...looked,
    hitPolicy: 'FIRST',
    outputs: [
      { name: 'who', type: 'people' },
      { name: 'howMany', type: 'approvals' },
      { name: 'order', type: 'order' },
      { name: 'due', type: 'due' },
    ],
    rows: [
      { inputs: [{ oneOf: [true] }], outputs: [named('p', 'q'), 2, 'inTurn', 'P2D'] },
      { inputs: [null], outputs: [named('p', 'q', 'r'), 1, 'together', null] },
    ],
  },
}

function named(...names: readonly string[]) {
  return names.map((ref) => ({ kind: 'user' as const, ref }))
}

/** The same with a decision table before it, and one behind it that names who is asked. */
export const withTables = (block: Block): Block => ({
  kind: 'row',
  blocks: [{ kind: 'served', element: 'table' }, block, { kind: 'served', element: 'who' }],
})

export function writeServed({ element }: Extract<Block, { kind: 'served' }>, name: Names): Written {
  const id = name(element === 'who' ? 'task' : 'served')
  return { xml: services[element](id), first: id, last: id }
}

const valueOf = (id: string) => `v${Number(id.replace(/\D/g, '')) % 8}`

/** @param write Writes what is within. */
export function writeEnded(
  { body }: Extract<Block, { kind: 'ended' }>,
  name: Names,
  write: (block: Block, name: Names) => Written,
): Written {
  const [id, fork, other, choose] = [name('sub'), name('fork'), name('task'), name('choose')]
  const { xml, first, last } = write(body, name)
  const inside =
    `<startEvent id="${id}s"/><endEvent id="${id}e"/><parallelGateway id="${fork}"/>` +
    `<exclusiveGateway id="${choose}" default="${choose}_${id}e"/>` +
    `<endEvent id="${id}x"><terminateEventDefinition/></endEvent>${xml}${userTask(other, ['r'], '')}` +
    flows(
      `${id}s -> ${fork} -> ${first}`,
      `${fork} -> ${other} -> ${id}e`,
      `${last} -> ${choose} -> ${id}e`,
      `${choose} -> ${id}x : ${valueOf(choose)}`,
    )
  return { xml: `<subProcess id="${id}">${inside}</subProcess>`, first: id, last: id }
}

/** @param write Writes what is within. */
export function writeRefusing(
  { body }: Extract<Block, { kind: 'refusing' }>,
  name: Names,
  write: (block: Block, name: Names) => Written,
): Written {
  const [id, choose, refused] = [name('sub'), name('choose'), name(REFUSED)]
  const { xml, first, last } = write(body, name)
  const result = '<extensionElements><approval:result value="rejected"/></extensionElements>'
  const inside =
    `<startEvent id="${id}s"/><endEvent id="${id}e"/><endEvent id="${refused}">${result}</endEvent>` +
    `<exclusiveGateway id="${choose}" default="${choose}_${first}"/>${xml}` +
    flows(
      `${id}s -> ${choose} -> ${first}`,
      `${choose} -> ${refused} : ${valueOf(choose)}`,
      `${last} -> ${id}e`,
    )
  return { xml: `<subProcess id="${id}">${inside}</subProcess>`, first: id, last: id }
}

/** How the ids of ends that reject begin. */
export const REFUSED = 'refused'

/** The tasks of the document itself. */
export const calledTasks =
  userTask('CalledUserTask', ['p', 'q'], '<approval:decision mode="all"/>').replaceAll(
    'userTask',
    'globalUserTask',
  ) + '<globalTask id="CalledTask"/>'

export function writeCalledTask(
  { asks, limited }: Extract<Block, { kind: 'calledTask' }>,
  name: Names,
): Written {
  const id = name('shared')
  const xml = `<callActivity id="${id}" calledElement="${asks ? 'CalledUserTask' : 'CalledTask'}"/>`
  // What asks nobody does not wait for a time.
  return withLimit({ id, xml, limited: asks && limited }, name)
}

/** @param write Writes what is within. */
export function writeTold(
  { interrupting, body }: Extract<Block, { kind: 'told' }>,
  name: Names,
  write: (block: Block, name: Names) => Written,
): Written {
  const [fork, asked, heard, beside] = [name('fork'), name('task'), name('heard'), name('task')]
  const [merge, throws, close] = [name('merge'), name('throws'), name('join')]
  const { xml, first, last } = write(body, name)
  const signal = '<signalEventDefinition signalRef="S"/>'
  const border = `<boundaryEvent id="${heard}" attachedToRef="${asked}" cancelActivity="${interrupting}">${signal}</boundaryEvent>`
  const rest = interrupting
    ? flows(`${heard} -> ${merge}`)
    : `${userTask(beside, ['q'], '')}<endEvent id="${beside}e"/>${flows(`${heard} -> ${beside} -> ${beside}e`)}`
  const gateways = `<parallelGateway id="${fork}"/><exclusiveGateway id="${merge}"/><parallelGateway id="${close}"/>`
  const event = `<intermediateThrowEvent id="${throws}">${signal}</intermediateThrowEvent>`
  const ways = flows(
    `${fork} -> ${asked} -> ${merge} -> ${close}`,
    `${fork} -> ${first}`,
    `${last} -> ${throws} -> ${close}`,
  )
  return {
    xml: gateways + userTask(asked, ['p'], '') + border + rest + event + xml + ways,
    first: fork,
    last: close,
  }
}
