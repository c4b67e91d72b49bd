import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { WorkflowEvent } from '@countersign/contracts'
import type { Answered, Sender, SendOptions } from './sender.ts'

/** One thing that an endpoint must do. */
export interface Check {
  readonly name: string
  /** Why it matters to the application's owner. */
  readonly why: string
  /** Undefined when it does; else what it did. Gets a sender for an instance of its own. */
  readonly run: (sender: Sender) => Promise<string | undefined>
}

const accepted = ({ status }: Answered) => status >= 200 && status < 300

const described = ({ status, body }: Answered) =>
  status === 0
    ? `did not answer ${body === '' ? '' : `(${body})`}`.trim()
    : `answered ${status} ${body.slice(0, 100)}`.trim()

const mustAccept = (answer: Answered, what: string) =>
  accepted(answer) ? undefined : `${described(answer)} to ${what}`

const mustRefuse = (answer: Answered, statuses: readonly number[]) =>
  statuses.includes(answer.status)
    ? undefined
    : `${described(answer)}, expected ${statuses.join(' or ')}`

/** Sends a first event with a fault; it must be refused, and the right one accepted after it. */
function refusal(
  name: string,
  why: string,
  fault: (sender: Sender, event: WorkflowEvent) => SendOptions,
  statuses: readonly number[] = [401, 403],
): Check {
  return {
    name,
    why,
    async run(sender) {
      const event = sender.event(1)
      const answer = await sender.send(event, fault(sender, event))
      return (
        mustRefuse(answer, statuses) ??
        mustAccept(await sender.send(event), 'the right event that came after it')
      )
    },
  }
}

const EVENTS_LOST = 'the workflow service takes a 2xx for good: what was not stored by then is lost'
const FORGERY = 'whoever reaches the address could make approvals come true'

const order: readonly Check[] = [
  {
    name: 'accepts an event',
    why: 'without a 2xx the event comes again for three days, and then its instance is blocked',
    run: async (sender) => mustAccept(await sender.send(sender.event(1)), 'a first event'),
  },
  {
    name: 'accepts a repeated event',
    why: 'an answer can get lost; a repeated event that is refused blocks its instance',
    async run(sender) {
      const event = sender.event(1)
      await sender.send(event)
      return mustAccept(await sender.send(event), 'the same event again')
    },
  },
  {
    name: 'accepts an event that arrives five times at once',
    why: 'a repeat can arrive while the first is still being applied',
    async run(sender) {
      const event = sender.event(1)
      await Promise.all(Array.from({ length: 5 }, () => sender.send(event)))
      return mustAccept(await sender.send(event), 'the event after five at once')
    },
  },
  {
    name: 'reports a gap with the number it expects',
    why: `it is how an event that was acknowledged and lost is found: ${EVENTS_LOST}`,
    async run(sender) {
      await sender.send(sender.event(1))
      const answer = await sender.send(sender.event(3))
      if (answer.status !== 409) return `${described(answer)} to number 3 after number 1`
      return readExpected(answer) === 2 ? undefined : `${described(answer)}, expected number 2`
    },
  },
  {
    name: 'goes on after a gap was filled',
    why: 'delivery goes back to the expected number and continues from there',
    async run(sender) {
      const third = sender.event(3)
      await sender.send(sender.event(1))
      await sender.send(third)
      return (
        mustAccept(await sender.send(sender.event(2)), 'the missing number 2') ??
        mustAccept(await sender.send(third), 'number 3 after it')
      )
    },
  },
  {
    name: 'accepts what is repeated after its answer got lost',
    why: 'a connection can break between the commit and the answer',
    async run(sender) {
      const event = sender.event(1)
      await sender.send(event, { cut: 'before the answer' })
      return mustAccept(await sender.send(event), 'the event whose answer was not awaited')
    },
  },
]

const LATER = 'a later version of the platform sends more; refusing it blocks the instance'

const versions: readonly Check[] = [
  {
    name: 'accepts members and states that it does not know',
    why: LATER,
    async run(sender) {
      const event = { ...sender.event(1), status: 'UNHEARD_OF', unheardOf: { of: true } }
      return mustAccept(await sender.send(event), 'an event with another status and member')
    },
  },
  {
    name: 'accepts an event of a type that it does not know',
    why: LATER,
    async run(sender) {
      const event = { ...sender.event(1), type: 'instance.unheard-of' }
      return (
        mustAccept(await sender.send(event), 'an event of another type') ??
        mustAccept(await sender.send(sender.event(2)), 'number 2 after it')
      )
    },
  },
]

const token = (name: string, faults: (sender: Sender) => string | null): Check =>
  refusal(name, FORGERY, (sender) => ({ token: faults(sender) }))

const tokens: readonly Check[] = [
  token('refuses an event without a token', () => null),
  token('refuses a token that is none', () => 'abc'),
  token('refuses a token signed by somebody else', (sender) => sender.forgedToken()),
  token('refuses a token with an unknown kid', (sender) =>
    sender.token({ header: { kid: 'unknown' } }),
  ),
  token('refuses an expired token', (sender) => sender.token({ expiresInSeconds: -60 })),
  token('refuses a token of another issuer', (sender) =>
    sender.token({ claims: { iss: 'https://other.example' } }),
  ),
  token('refuses a token of another client', (sender) =>
    sender.token({ clientId: 'another-client' }),
  ),
  token('refuses a user token', (sender) =>
    sender.token({ claims: { grant_type: 'authorization_code' } }),
  ),
  token('refuses a token without the scope bpm.events', (sender) =>
    sender.token({ scopes: ['bpm.instance.read'] }),
  ),
  token('refuses a token for another tenant', (sender) =>
    sender.token({ claims: { tenant_id: randomUUID() } }),
  ),
  refusal(
    'refuses a token for another receiver',
    'whoever runs another application of the platform could send you what it was sent',
    (sender) => ({ token: sender.token({ claims: { aud: ['https://other.example'] } }) }),
    [401, 403],
  ),
]

const types: readonly Check[] = [
  {
    name: 'refuses an event of a business type that is not its own',
    why: 'an approval about somebody else’s business would decide about yours by its id',
    async run(sender) {
      const event = { ...sender.event(1), bizType: 'somebody.elses' }
      return (
        mustRefuse(await sender.send(event), [403]) ??
        mustAccept(await sender.send(sender.event(1)), 'an event of its own type after it')
      )
    },
  },
]

const UNBOUND =
  'a bearer token does not bind the body: whoever sees one could send another body with it'

const RECORDED = 'a request that was recorded could be sent again'

const tenMinutesAgo = () => new Date(Date.now() - 600_000)

const signatures: readonly Check[] = [
  refusal('refuses a body that is not signed', UNBOUND, () => ({ signature: null })),
  refusal('refuses a signature by another key', UNBOUND, ({ platform }, event) => ({
    signature: platform.sign(event.eventId, JSON.stringify(event), { forged: true }),
  })),
  refusal('refuses a body that was changed', UNBOUND, ({ platform }, event) => ({
    signature: platform.sign(event.eventId, JSON.stringify(event)),
    body: JSON.stringify({ ...event, bizId: 'another' }),
  })),
  refusal('refuses a signature that is ten minutes old', RECORDED, ({ platform }, event) => ({
    signature: platform.sign(event.eventId, JSON.stringify(event), { at: tenMinutesAgo() }),
  })),
]

const FIRST_HALF_ARRIVES_MS = 100
// Less than an attempt may take: the slow one has to end after it.
const OTHERS_WAIT_MS = 8_000

const bodies: readonly Check[] = [
  refusal(
    'refuses a body that is no event',
    'a 2xx would acknowledge what cannot have been applied',
    () => ({ body: '{"hello":"world"}' }),
    [400, 401, 422],
  ),
  {
    name: 'survives a body of 20 MB',
    why: 'one sender must not be able to take the memory of the application',
    async run(sender) {
      const event = { ...sender.event(1), comment: 'x'.repeat(20_000_000) }
      const answer = await sender.send(event)
      if (accepted(answer)) return `${described(answer)}: no limit on the body`
      return mustAccept(await sender.send(sender.event(1)), 'an event after it')
    },
  },
  {
    name: 'survives a body that breaks off',
    why: 'half an event must not be applied, nor keep the whole one out',
    async run(sender) {
      const event = sender.event(1)
      await sender.send(event, { cut: 'in the body' })
      return mustAccept(await sender.send(event), 'the whole event after it')
    },
  },
  {
    name: 'serves others while a body comes slowly',
    why: 'one slow sender must not hold up every approval',
    async run(sender) {
      let meanwhile: Promise<string | undefined> = Promise.resolve(undefined)
      const slow = await sender.send(sender.event(1), {
        betweenHalves: () => (meanwhile = sendOthers(sender)),
      })
      const fault = await meanwhile
      if (fault !== undefined) return fault
      return mustAccept(slow, 'the event that came slowly')
    },
  },
]

async function sendOthers(sender: Sender): Promise<string | undefined> {
  await pause(FIRST_HALF_ARRIVES_MS)
  // Other instances: in the same one they would rightly wait.
  const others = [sender.another(), sender.another()]
  const answers = await Promise.race([
    Promise.all(others.map((other) => other.send(other.event(1)))),
    pause(OTHERS_WAIT_MS, undefined, { ref: false }),
  ])
  if (answers === undefined) return 'answered no other event meanwhile'
  const kept = answers.find((answer) => !accepted(answer))
  return kept && `${described(kept)} to another event meanwhile`
}

const SEVERAL =
  'a type with callback.maxEventsPerRequest gets several events of an instance in one request'

type Two = readonly [WorkflowEvent, WorkflowEvent]

/** Sends two events with a fault; neither may be taken, and the right ones must be accepted after them. */
function refusalOfSeveral(
  which: string,
  why: string,
  fault: (
    sender: Sender,
    events: Two,
    body: string,
  ) => SendOptions & { readonly events?: readonly WorkflowEvent[] },
): Check {
  return {
    name: `refuses several events ${which}`,
    why,
    async run(sender) {
      const events: Two = [sender.event(1), sender.event(2)]
      const { events: wrong = events, ...options } = fault(sender, events, sender.together(events))
      return (
        mustRefuse(await sender.sendTogether(wrong, options), [401, 403]) ??
        mustAccept(await sender.sendTogether(events), 'the right events that came after them')
      )
    },
  }
}

/** Of an endpoint that asks for several events in one request. */
export const checksOfSeveral: readonly Check[] = [
  {
    name: 'accepts several events in one request',
    why: SEVERAL,
    async run(sender) {
      const events = [1, 2, 3].map((sequence) => sender.event(sequence))
      return (
        mustAccept(await sender.sendTogether(events), 'numbers 1 to 3 in one request') ??
        mustAccept(await sender.send(sender.event(4)), 'number 4 after them')
      )
    },
  },
  {
    name: 'accepts several events of which it has some',
    why: 'an answer can get lost, and what is new by then goes with what is repeated',
    async run(sender) {
      const events = [1, 2, 3].map((sequence) => sender.event(sequence))
      await sender.sendTogether(events.slice(0, 2))
      return (
        mustAccept(await sender.sendTogether(events), 'numbers 1 to 3 after 1 and 2') ??
        mustAccept(await sender.send(sender.event(4)), 'number 4 after them')
      )
    },
  },
  {
    name: 'reports a gap before several events with the number it expects',
    why: `it is how an event that was acknowledged and lost is found: ${EVENTS_LOST}`,
    async run(sender) {
      await sender.send(sender.event(1))
      const answer = await sender.sendTogether([sender.event(3), sender.event(4)])
      if (answer.status !== 409) return `${described(answer)} to numbers 3 and 4 after number 1`
      return readExpected(answer) === 2 ? undefined : `${described(answer)}, expected number 2`
    },
  },
  refusalOfSeveral('that are not signed', UNBOUND, () => ({ signature: null })),
  refusalOfSeveral('signed by another key', UNBOUND, ({ platform }, [, last], body) => ({
    signature: platform.sign(last.eventId, body, { forged: true }),
  })),
  refusalOfSeveral('signed ten minutes ago', RECORDED, ({ platform }, [, last], body) => ({
    signature: platform.sign(last.eventId, body, { at: tenMinutesAgo() }),
  })),
  refusalOfSeveral('signed under the id of the first', UNBOUND, ({ platform }, [first], body) => ({
    signature: platform.sign(first.eventId, body),
  })),
  refusalOfSeveral('of which the last is of another tenant', FORGERY, (_, [first, last]) => ({
    events: [first, { ...last, tenantId: randomUUID() }],
  })),
  refusalOfSeveral(
    'of which the last is of another business type',
    FORGERY,
    (_, [first, last]) => ({
      events: [first, { ...last, bizType: 'somebody.elses' }],
    }),
  ),
]

/** Every check, in the order in which a developer would want to make them pass. */
export const checks: readonly Check[] = [
  ...order,
  ...versions,
  ...tokens,
  ...types,
  ...signatures,
  ...bodies,
]

function readExpected({ body }: Answered): unknown {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && 'expected' in parsed
      ? parsed.expected
      : undefined
  } catch {
    return undefined
  }
}
