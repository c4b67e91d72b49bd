// Documents without a fault, or with one at most: all that is looked for in a process is looked for.
import {
  documentOf,
  elements,
  ends,
  extended,
  flow,
  inARow,
  list,
  named,
  task,
  type Random,
  type Shape,
} from './adversarial-parts.testing.ts'

const signal = (name: string) => `<signalEventDefinition signalRef="${name}"/>`
const hour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'
const compensation = '<compensateEventDefinition/>'
const callback = (id: string, attributes = '') =>
  `<serviceTask id="${id}"${attributes}>${extended('<approval:callback name="c"/>')}</serviceTask>`
const border = (id: string, host: string, content: string, attributes = '') =>
  `<boundaryEvent id="${id}" attachedToRef="${host}"${attributes}>${content}</boundaryEvent>`
const thrown = (id: string, content: string) =>
  `<intermediateThrowEvent id="${id}">${content}</intermediateThrowEvent>`
const caught = (id: string, content: string) =>
  `<intermediateCatchEvent id="${id}">${content}</intermediateCatchEvent>`
const within = (at: number) =>
  `<startEvent id="i${at}"/>${task(`t${at}`)}<endEvent id="o${at}"/>` +
  flow(`g${at}`, `i${at}`, `t${at}`) +
  flow(`h${at}`, `t${at}`, `o${at}`)

/** From each to the next, and as many further ones as fit. */
function graph(
  share: number,
  random: Random,
  part: (id: string) => string,
  { back = false, reach = 8, before = '', begin = 'n0' } = {},
): string {
  const most = elements(share)
  const nodes = Math.max(2, Math.ceil(most / (2 + random(random(3) === 0 ? 40 : 6))))
  const row = list(nodes - 1, (at) => flow(`f${at}`, `n${at}`, `n${at + 1}`))
  const more = list(Math.max(0, most - 2 * nodes), (at) => {
    const from = random(nodes - 1)
    const to = back ? random(nodes) : Math.min(nodes - 1, from + 1 + random(reach))
    return flow(`g${at}`, `n${from}`, `n${to}`)
  })
  const parts = list(nodes, (at) => part(`n${at}`))
  return documentOf(`${before}${ends(begin, `n${nodes - 1}`)}${parts}${row}${more}`, named)
}

const quantity = (random: Random) =>
  `${random(2) === 0 ? '' : ` startQuantity="${1 + random(100)}"`}${random(2) === 0 ? '' : ` completionQuantity="${1 + random(100)}"`}`

/** Starts that all lead to the same. */
function manyStarts(share: number, random: Random, start: (id: string) => string): string {
  const count = Math.max(1, Math.floor((elements(share) * (1 + random(4))) / 10))
  const starts = list(count, (at) => start(`q${at}`) + flow(`p${at}`, `q${at}`, `n${at % 2}`))
  const rest = Math.max(0.02, share - (2 * count) / 1000)
  return graph(
    rest,
    random,
    (id) => (random(3) === 0 ? `<parallelGateway id="${id}"/>` : task(id)),
    {
      before: starts,
      reach: 40,
    },
  )
}

export const sound: Readonly<Record<string, Shape>> = {
  joins: (share, random) => graph(share, random, (id) => `<parallelGateway id="${id}"/>`),
  farJoins: (share, random) =>
    graph(share, random, (id) => (random(2) === 0 ? `<parallelGateway id="${id}"/>` : task(id)), {
      reach: 400,
    }),
  tangles: (share, random) =>
    graph(share, random, (id) => (random(4) === 0 ? `<parallelGateway id="${id}"/>` : task(id)), {
      back: true,
    }),
  choices: (share, random) => {
    const count = Math.max(1, Math.floor((elements(share) - 2) / 5))
    const kinds = ['inclusiveGateway', 'exclusiveGateway']
    const parts = list(count, (at) => {
      const further = `n${Math.min(count, at + 1 + random(12))}`
      const way = flow(`d${at}`, `n${at}`, `t${at}`) + flow(`f${at}`, `t${at}`, `n${at + 1}`)
      return `<${kinds[random(2)]} id="n${at}" default="d${at}"/>${task(`t${at}`)}${way}${flow(`g${at}`, `n${at}`, further, `amount &gt; ${random(10)}`)}`
    })
    return documentOf(`${ends('n0', `n${count}`)}${parts}${task(`n${count}`)}`)
  },
  quantities: (share, random) =>
    graph(share, random, (id) => task(id, quantity(random)), { back: random(2) === 0 }),
  counted: (share, random) =>
    graph(share, random, (id) => task(id, ' startQuantity="100"'), { back: true }),
  sending: (share, random) =>
    graph(share, random, (id) => callback(id, quantity(random)), { reach: 2 }),
  startsByTime: (share, random) =>
    manyStarts(share, random, (id) => {
      const timer = `<timerEventDefinition><timeCycle>R/P1D</timeCycle></timerEventDefinition>`
      return `<startEvent id="${id}">${extended('<approval:start initiator="u"/>')}${timer}</startEvent>`
    }),
  startsBySignal: (share, random) =>
    manyStarts(share, random, (id) => `<startEvent id="${id}">${signal('all')}</startEvent>`),
  startsByMessage: (share, random) =>
    manyStarts(
      share,
      random,
      (id) => `<startEvent id="${id}"><messageEventDefinition messageRef="m"/></startEvent>`,
    ),
  adHoc: (share, random) => {
    const ordering = random(2) === 0 ? 'Sequential' : 'Parallel'
    const count = Math.floor(elements(share) / 2) - 2
    const row =
      random(2) === 0 ? list(count - 1, (at) => flow(`g${at}`, `t${at}`, `t${at + 1}`)) : ''
    const inside = list(count, (at) => task(`t${at}`)) + row
    return documentOf(
      `${ends('n', 'n')}<adHocSubProcess id="n" ordering="${ordering}">${inside}</adHocSubProcess>`,
    )
  },
  adHocs: (share) =>
    inARow(
      share,
      5,
      (at) =>
        `<adHocSubProcess id="n${at}" ordering="Sequential">${task(`t${at}`)}${task(`u${at}`)}</adHocSubProcess>`,
    ),
  complexGateways: (share, random) =>
    graph(share, random, (id) => {
      const needed = `<activationCondition>activationCount &gt;= ${1 + random(4)}</activationCondition>`
      return random(2) === 0 ? task(id) : `<complexGateway id="${id}">${needed}</complexGateway>`
    }),
  wideComplex: (share) => {
    const count = Math.floor(elements(share) / 3) - 1
    const ways = list(
      count,
      (at) => task(`t${at}`) + flow(`g${at}`, 'n', `t${at}`) + flow(`h${at}`, `t${at}`, 'm'),
    )
    const needed = `<activationCondition>activationCount &gt;= ${count}</activationCondition>`
    return documentOf(
      `${ends('n', 'm')}<parallelGateway id="n"/>${ways}<complexGateway id="m">${needed}</complexGateway>`,
    )
  },
  complexMany: (share) =>
    inARow(share, 1, (at) => {
      const ending = list(
        3,
        (one) =>
          `<complexBehaviorDefinition><condition>nrOfCompletedInstances &gt; ${at + one}</condition><event id="v${at}x${one}">${signal('x')}</event></complexBehaviorDefinition>`,
      )
      const many = `<multiInstanceLoopCharacteristics behavior="Complex">${extended('<approval:each/>')}<loopCardinality>3</loopCardinality>${ending}</multiInstanceLoopCharacteristics>`
      return task(`n${at}`, '', many)
    }),
  repeats: (share) =>
    inARow(share, 1, (at) =>
      task(
        `n${at}`,
        '',
        `<standardLoopCharacteristics><loopCondition>amount &gt; ${at} &amp;&amp; loopCounter &lt; 3</loopCondition></standardLoopCharacteristics>`,
      ),
    ),
  links: (share, random) => {
    const count = Math.floor(elements(share) / 5) - 3
    const far = list(
      count,
      (at) =>
        task(`t${at}`) +
        flow(`g${at}`, 'n', `t${at}`) +
        thrown(`k${at}`, `<linkEventDefinition id="d${at}" name="l${random(3)}"/>`) +
        flow(`h${at}`, `t${at}`, `k${at}`),
    )
    const back = list(
      3,
      (at) =>
        caught(`c${at}`, `<linkEventDefinition id="b${at}" name="l${at}"/>`) +
        flow(`a${at}`, `c${at}`, 'm'),
    )
    return documentOf(
      `${ends('n', 'm')}<parallelGateway id="n"/>${task('m')}${flow('w', 'n', 'm')}${far}${back}`,
    )
  },
  handlers: (share, random) =>
    inARow(share, 6, (at) => {
      const start = `<startEvent id="i${at}" isInterrupting="${random(2) === 0}">${signal(random(2) === 0 ? 'x' : 'y')}</startEvent>`
      const handler = `<subProcess id="h${at}" triggeredByEvent="true">${start}<endEvent id="o${at}">${signal('x')}</endEvent>${flow(`w${at}`, `i${at}`, `o${at}`)}</subProcess>`
      return thrown(`n${at}`, signal(random(2) === 0 ? 'x' : 'y')) + handler
    }),
  undoing: (share) =>
    inARow(
      share,
      3,
      (at) =>
        callback(`n${at}`) +
        border(`b${at}`, `n${at}`, compensation) +
        callback(`u${at}`, ' isForCompensation="true"') +
        `<association id="a${at}" sourceRef="b${at}" targetRef="u${at}"/>`,
    ),
  undoingAround: (share) =>
    inARow(share, 12, (at) => {
      const start = `<startEvent id="y${at}">${compensation}</startEvent>`
      const row = `${start}${callback(`k${at}`)}<endEvent id="z${at}"/>${flow(`v${at}`, `y${at}`, `k${at}`)}${flow(`w${at}`, `k${at}`, `z${at}`)}`
      return `<subProcess id="n${at}">${within(at)}<subProcess id="j${at}" triggeredByEvent="true">${row}</subProcess></subProcess>`
    }),
  transactions: (share) =>
    inARow(share, 11, (at) => {
      const cancel = '<cancelEventDefinition/>'
      const away = `<endEvent id="z${at}">${cancel}</endEvent>${border(`j${at}`, `t${at}`, hour)}${flow(`w${at}`, `j${at}`, `z${at}`)}`
      const inside = `<transaction id="n${at}">${within(at)}${away}</transaction>`
      return inside + border(`b${at}`, `n${at}`, cancel) + flow(`c${at}`, `b${at}`, 'e')
    }),
  eventGateways: (share) =>
    inARow(share, 12, (at) => {
      const ways = list(
        3,
        (one) =>
          (one === 0
            ? caught(`k${at}x${one}`, hour)
            : caught(`k${at}x${one}`, '<messageEventDefinition messageRef="m"/>')) +
          flow(`g${at}x${one}`, `v${at}`, `k${at}x${one}`) +
          flow(`h${at}x${one}`, `k${at}x${one}`, `e`),
      )
      return `${task(`n${at}`)}<eventBasedGateway id="v${at}"/>${flow(`w${at}`, `n${at}`, `v${at}`)}${ways}`
    }),
  answers: (share) =>
    inARow(
      share,
      3,
      (at) =>
        callback(`n${at}`) +
        border(`b${at}`, `n${at}`, '<messageEventDefinition messageRef="m"/>') +
        flow(`c${at}`, `b${at}`, `n${Math.max(0, at - 1)}`),
    ),
  rejections: (share, random) =>
    inARow(share, 3, (at) => {
      const decision = extended(
        '<approval:candidates><approval:candidate kind="user" ref="manager"/></approval:candidates><approval:decision onReject="throw" error="r"/>',
      )
      const back = `n${random(at + 1)}`
      return (
        `<userTask id="n${at}">${decision}</userTask>` +
        border(`b${at}`, `n${at}`, '<errorEventDefinition errorRef="r"/>') +
        flow(`c${at}`, `b${at}`, back)
      )
    }),
  borders: (share, random) =>
    inARow(share, 3, (at) => {
      const on = random(2) === 0 ? hour : signal('all')
      const beside = random(2) === 0 ? ' cancelActivity="false"' : ''
      return (
        task(`n${at}`) +
        border(`b${at}`, `n${at}`, on, beside) +
        flow(`c${at}`, `b${at}`, `n${random(at + 1)}`)
      )
    }),
  besideOne: (share, random) => {
    const most = elements(share)
    const count = Math.max(1, Math.floor((most * (1 + random(9))) / 20))
    const cycle = '<timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition>'
    const over = random(3)
    const events = list(count, (at) =>
      random(3) < over
        ? border(`b${at}`, 'n', hour) + flow(`c${at}`, `b${at}`, 'e')
        : border(`b${at}`, 'n', random(2) === 0 ? hour : cycle, ' cancelActivity="false"') +
          flow(`c${at}`, `b${at}`, 'm'),
    )
    const sent = list(Math.max(1, most - 2 * count - 3), (at) => flow(`g${at}`, 'n', 'm'))
    return documentOf(`${ends('n', 'm')}${task('n')}<parallelGateway id="m"/>${events}${sent}`)
  },
  echoes: (share, random) => {
    const count = Math.max(1, Math.floor(elements(share) / 7))
    const rounds = list(
      count,
      (at) =>
        `<exclusiveGateway id="g${at}"/>${flow(`a${at}`, 'n', `g${at}`)}` +
        caught(`k${at}`, signal('xyz'.charAt(random(3)))) +
        flow(`b${at}`, `g${at}`, `k${at}`) +
        thrown(`t${at}`, signal('xyz'.charAt(random(3)))) +
        flow(`c${at}`, `k${at}`, `t${at}`) +
        flow(`d${at}`, `t${at}`, `g${at}`),
    )
    return documentOf(`${ends('n', 'n')}<parallelGateway id="n"/>${rounds}`, named)
  },
  tails: (share) => {
    const most = Math.max(6, elements(share))
    const count = Math.floor(most / 2) - 2
    const row = list(count, (at) => `<manualTask id="n${at}"/>`)
    const flows = list(count - 1, (at) => flow(`f${at}`, `n${at}`, `n${at + 1}`))
    const round = `<exclusiveGateway id="g" default="d"/><manualTask id="w"/>${flow('d', 'g', 'n0')}${flow('o', 'g', 'w', 'amount &gt; 1')}${flow('i', 'w', 'g')}`
    return documentOf(`${ends('g', `n${count - 1}`)}${round}${row}${flows}`)
  },
  rounds: (share, random) =>
    graph(share, random, (id) => `<manualTask id="${id}"/>`, { back: true }),
  apart: (share) => {
    const count = Math.floor(elements(share) / 2)
    const names = Array.from({ length: count }, (_, at) => `n${at}`).join(' ')
    const room = Math.floor((share * 400_000) / (names.length + 40))
    const separations = extended(list(room, () => `<approval:separation nodes="${names}"/>`))
    const flows = list(count - 1, (at) => flow(`f${at}`, `n${at}`, `n${at + 1}`))
    const row = list(count, (at) => task(`n${at}`))
    return documentOf(`${separations}${ends('n0', `n${count - 1}`)}${row}${flows}`)
  },
  foreignTasks: (share) =>
    inARow(
      share,
      1,
      (at) =>
        `<userTask id="n${at}" flowable:assignee="\${u${at}}" flowable:candidateUsers="a,b,c" flowable:dueDate="P1D" flowable:formKey="k" camunda:asyncBefore="true"/>`,
    ),
}
