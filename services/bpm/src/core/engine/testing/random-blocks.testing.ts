import fc from 'fast-check'

/** A block of a well-structured process: it has one way in and one way out. */
export type Block =
  | { readonly kind: 'task'; readonly mode: string; readonly people: number; readonly more: string }
  /** A wait for a time, or for one that comes twice, each time with a task behind it. */
  | { readonly kind: 'wait'; readonly again: boolean }
  /** What is done outside, a message that is waited for, or a value, and whatever of a time or a message comes first. */
  | { readonly kind: 'pass'; readonly element: Passed }
  | { readonly kind: 'received'; readonly element: 'event' | 'task' }
  /** A call of a task of the document itself, which asks people or nobody. */
  | { readonly kind: 'calledTask'; readonly asks: boolean; readonly limited: boolean }
  /** What asks nobody, save `who`: a task whose people a decision table names. */
  | { readonly kind: 'served'; readonly element: Served }
  | { readonly kind: 'watched' }
  /** A signal of others. */
  | { readonly kind: 'heard' }
  /** A time, a message and a value, of which one is enough, or all have to come. */
  | { readonly kind: 'several'; readonly all: boolean }
  | { readonly kind: 'first'; readonly by: First; readonly behind: Block }
  /** A sub-process that throws, where a value says so, while somebody else is asked in it. */
  | { readonly kind: 'thrower'; readonly thrown: Thrown; readonly body: Block }
  | { readonly kind: 'limited'; readonly border: Border; readonly host: Host }
  /** A sub-process that a terminate end behind the body ends, where a value says so, while somebody else is asked in it. */
  | { readonly kind: 'ended'; readonly body: Block }
  /** A sub-process whose body is passed over to an end that rejects, where a value says so. */
  | { readonly kind: 'refusing'; readonly body: Block }
  /** A signal behind the body, heard on the border of a task in another branch. */
  | { readonly kind: 'told'; readonly interrupting: boolean; readonly body: Block }
  /** The application is asked for something, and answers with an error that is caught on its border or around it. */
  | { readonly kind: 'answered'; readonly caught: 'border' | 'around'; readonly body: Block }
  /** A call of another process, whose end comes from outside. */
  | {
      readonly kind: 'call'
      readonly onReject: 'end' | 'continue'
      readonly limited: boolean
      readonly caught: Caught
      readonly loop: Loop
    }
  | { readonly kind: 'row'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'split'
      readonly gateway: (typeof splits)[number]
      readonly branches: readonly Block[]
    }
  /** So many of the branches are enough; once the rest has come something more is done, where a value says so. */
  | {
      readonly kind: 'partial'
      readonly branches: readonly Block[]
      readonly needed: number
      readonly resets: boolean
    }
  /** A task sends so many tokens, each goes through the body, and a task waits for so many, as often as they come. */
  | {
      readonly kind: 'counted'
      readonly sent: number
      readonly needed: number
      readonly body: Block
    }
  | { readonly kind: 'loop'; readonly body: Block }
  /** Two ways that throw one link, which leads on to the body. */
  | { readonly kind: 'linked'; readonly body: Block }
  /** The application is asked for something, which is undone where a value says so. */
  | { readonly kind: 'undone'; readonly by: Undone; readonly body: Block }
  /** An activity that is repeated: a sub-process around the body, or a task instead of it. */
  | {
      readonly kind: 'again'
      readonly activity: 'userTask' | 'manualTask' | 'receiveTask' | 'subProcess'
      readonly repeat: Repeat
      readonly body: Block
    }
  /** All of these in any order, or one after the other; until a value says so. */
  | {
      readonly kind: 'adHoc'
      readonly sequential: boolean
      readonly until: boolean
      readonly cancels: boolean
      readonly bodies: readonly Block[]
    }
  | { readonly kind: 'subProcess'; readonly body: Block; readonly limited: boolean }
  /** A sub-process with an event sub-process in it. */
  | { readonly kind: 'handled'; readonly by: Begun; readonly alone: boolean; readonly body: Block }

/**
 * A time, a message, a value, a signal of others or a rejection that ends the activity, one that comes beside it, or a time
 * that comes three times.
 */
export type Border =
  | 'interrupting'
  | 'rejection'
  | 'beside'
  | 'cycle'
  | 'message'
  | 'messageBeside'
  | 'condition'
  | 'conditionBeside'
  | 'others'
  | 'othersBeside'
  | 'any'
  | 'all'
  | 'anyBeside'
  | 'allBeside'

/** What an event is on the border of. */
export type Host = 'userTask' | 'receiveTask' | 'subProcess'

/** What comes beside a time behind an event-based gateway. */
export type First = 'message' | 'task' | 'others' | 'condition'

export type Served = 'copy' | 'auto' | 'sendTask' | 'messageThrow' | 'table' | 'who'

/** Where ways part: at a gateway, or at a task whose flows have conditions. */
const splits = ['exclusive', 'inclusive', 'parallel', 'complex', 'task'] as const

/** By what an event sub-process begins: from outside, or thrown behind the body where a value says so. */
export type Begun =
  | 'time'
  | 'message'
  | 'error'
  | 'escalation'
  | 'signal'
  | 'condition'
  | 'others'
  | 'any'
  | 'all'
  | 'anyThrown'

/** The last tells all of the tenant. */
export type Passed = 'task' | 'manualTask' | 'intermediateThrowEvent' | 'announcement'

/** An error; an escalation that ends the sub-process, from an end or on the way; one that goes on beside. */
export type Thrown = 'error' | 'escalationEnd' | 'escalation' | 'escalationBeside'

/** A throw event, an end event, the cancellation of a transaction, or a throw that a sub-process inside undoes itself by. */
export type Undone = 'throw' | 'end' | 'cancel' | 'whole'

/**
 * As long as a value says so, also looked at before; so often; so many times in turn, or until one has ended; so many
 * or for each of a list at once, or until one has ended; each or the first with a signal, or those that a condition
 * holds for.
 */
export type Repeat =
  | 'while'
  | 'before'
  | 'most'
  | 'times'
  | 'until'
  | 'atOnce'
  | 'eachAtOnce'
  | 'enough'
  | 'tells'
  | 'tellsFirst'
  | 'tellsEnough'
  | 'tellsEnoughInTurn'

/** What is thrown in a called approval and caught on the border of its call, if anything. */
export type Caught = 'none' | 'error' | 'escalation' | 'escalationBeside'

/** Called once, or many times: all at once, in turn, or until enough have ended. */
export type Loop = 'none' | 'count' | 'each' | 'inturn' | 'until'

const repeats: readonly Repeat[] = [
  'while',
  'before',
  'most',
  'times',
  'until',
  'atOnce',
  'eachAtOnce',
  'enough',
  'tells',
  'tellsFirst',
  'tellsEnough',
  'tellsEnoughInTurn',
]

const borders: readonly Border[] = [
  'interrupting',
  'rejection',
  'beside',
  'cycle',
  'message',
  'messageBeside',
  'condition',
  'conditionBeside',
  'others',
  'othersBeside',
  'any',
  'all',
  'anyBeside',
  'allBeside',
]

/** The people are a group of which one has to agree, beside another group of which two have to. */
export const quorum = '<approval:decision mode="quorum"/>'

export const modes = [
  '',
  '<approval:decision mode="all"/>',
  '<approval:decision mode="any"/>',
  '<approval:decision mode="sequential"/>',
  '<approval:decision mode="ratio" threshold="0.5"/>',
  '<approval:decision mode="count" threshold="2"/>',
  '<approval:decision mode="weighted" threshold="2"/>',
  quorum,
]
const policies = [
  '',
  '<approval:policy duplicates="any"/>',
  '<approval:policy duplicates="consecutive"/>',
  '<approval:timeout in="PT1H" result="approved"/>',
  // Somebody who is asked nowhere else: nobody has two seats.
  '<approval:escalate in="PT1H"><approval:candidate kind="user" ref="boss"/></approval:escalate>',
]

const task = fc.record({
  kind: fc.constant('task' as const),
  mode: fc.constantFrom(...modes),
  people: fc.integer({ min: 1, max: 3 }),
  more: fc.constantFrom(...policies),
})

/** Calls of another process. */
export const calls = fc.record({
  kind: fc.constant('call' as const),
  onReject: fc.constantFrom('end' as const, 'continue' as const),
  limited: fc.boolean(),
  caught: fc.constantFrom<Caught>('none', 'none', 'error', 'escalation', 'escalationBeside'),
  loop: fc.constantFrom<Loop>('none', 'none', 'count', 'each', 'inturn', 'until'),
})

/** Blocks with none inside. */
const leaves = [
  task,
  fc.record({ kind: fc.constant('wait' as const), again: fc.boolean() }),
  fc.record({
    kind: fc.constant('pass' as const),
    element: fc.constantFrom<Passed>(
      'task',
      'manualTask',
      'intermediateThrowEvent',
      'announcement',
    ),
  }),
  fc.record({
    kind: fc.constant('received' as const),
    element: fc.constantFrom('event' as const, 'task' as const),
  }),
  fc.record({
    kind: fc.constant('served' as const),
    element: fc.constantFrom<Served>('copy', 'auto', 'sendTask', 'messageThrow'),
  }),
  fc.record({
    kind: fc.constant('calledTask' as const),
    asks: fc.boolean(),
    limited: fc.boolean(),
  }),
  fc.constant({ kind: 'watched' as const }),
  fc.constant({ kind: 'heard' as const }),
  fc.record({ kind: fc.constant('several' as const), all: fc.boolean() }),
  fc.record({
    kind: fc.constant('limited' as const),
    border: fc.constantFrom<Border>(...borders),
    host: fc.constantFrom<Host>('userTask', 'receiveTask', 'subProcess'),
  }),
  calls,
] as const

export const blocks: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    ...leaves,
    ...plainAround(tie('block')),
    ...eventsAround(tie('block')),
  ),
})).block

/** Blocks around others, of flows and repetition. */
function plainAround(block: fc.Arbitrary<Block>) {
  return [
    fc.record({
      kind: fc.constant('row' as const),
      blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('split' as const),
      gateway: fc.constantFrom(...splits),
      branches: fc.array(block, { minLength: 2, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('partial' as const),
      branches: fc.array(block, { minLength: 2, maxLength: 3 }),
      needed: fc.integer({ min: 1, max: 2 }),
      resets: fc.boolean(),
    }),
    fc.constantFrom([2, 2] as const, [3, 3] as const, [4, 2] as const).chain(([sent, needed]) =>
      fc.record({
        kind: fc.constant('counted' as const),
        sent: fc.constant(sent),
        needed: fc.constant(needed),
        body: block,
      }),
    ),
    fc.record({ kind: fc.constant('loop' as const), body: block }),
    fc.record({ kind: fc.constant('linked' as const), body: block }),
    fc.record({
      kind: fc.constant('again' as const),
      activity: fc.constantFrom(
        'userTask',
        'manualTask',
        'receiveTask',
        'subProcess',
        'subProcess',
      ),
      repeat: fc.constantFrom(...repeats),
      body: block,
    }),
    fc.record({
      kind: fc.constant('adHoc' as const),
      sequential: fc.boolean(),
      until: fc.boolean(),
      cancels: fc.boolean(),
      bodies: fc.array(block, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('subProcess' as const), body: block, limited: fc.boolean() }),
  ] as const
}

/** The same of events. */
function eventsAround(block: fc.Arbitrary<Block>) {
  return [
    fc.record({
      kind: fc.constant('first' as const),
      by: fc.constantFrom<First>('message', 'task', 'others', 'condition'),
      behind: block,
    }),
    fc.record({ kind: fc.constant('ended' as const), body: block }),
    fc.record({ kind: fc.constant('refusing' as const), body: block }),
    fc.record({ kind: fc.constant('told' as const), interrupting: fc.boolean(), body: block }),
    fc.record({
      kind: fc.constant('answered' as const),
      caught: fc.constantFrom('border' as const, 'around' as const),
      body: block,
    }),
    fc.record({
      kind: fc.constant('thrower' as const),
      thrown: fc.constantFrom<Thrown>('error', 'escalationEnd', 'escalation', 'escalationBeside'),
      body: block,
    }),
    fc.record({
      kind: fc.constant('undone' as const),
      by: fc.constantFrom<Undone>('throw', 'end', 'cancel', 'whole'),
      body: block,
    }),
    fc.record({
      kind: fc.constant('handled' as const),
      by: fc.constantFrom<Begun>(
        'time',
        'message',
        'error',
        'escalation',
        'signal',
        'condition',
        'others',
        'any',
        'all',
        'anyThrown',
      ),
      alone: fc.boolean(),
      body: block,
    }),
  ] as const
}
