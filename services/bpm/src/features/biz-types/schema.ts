import { closed, Nullable, Revision, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { EVENT_TYPES, KEY_FIELD_FORMATS } from '@countersign/contracts'
import { MOST_EVENTS_TOGETHER } from '../../core/delivery.ts'
import { BIZ_TYPE_STARTS } from '../../core/start-permit.ts'
import { VARIABLE_TYPES } from '../../core/variables.ts'

const Code = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9._-]{0,63}$' })

export const BizTypeParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) })

const textIn = (maxLength: number, description?: string) => {
  const text = Type.String({ minLength: 1, maxLength })
  return closed({ en: text, 'zh-CN': text }, description === undefined ? {} : { description })
}

// A name is used in conditions (CEL), so it is an identifier there.
export const VariableDeclaration = closed({
  name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
  type: Type.Enum([...VARIABLE_TYPES]),
  required: Type.Optional(Type.Boolean()),
  label: Type.Optional(Type.String({ maxLength: 200 })),
  labels: Type.Optional(
    textIn(200, 'The label in each language; `label` is for who knows one alone.'),
  ),
})
export type VariableDeclaration = Static<typeof VariableDeclaration>

const LocalText = textIn(50)

const Names = textIn(200, 'The name in each language. Left out it stays as it was.')

const KeyFieldDeclaration = closed({
  variable: Type.String({ maxLength: 64, description: 'One that is declared.' }),
  label: LocalText,
  format: Type.Enum([...KEY_FIELD_FORMATS], {
    description:
      'text of a string; money and quantity of a number; date and dateTime of a date; person of a user or users.',
  }),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'Of money: ISO 4217.', examples: ['CNY'] }),
  ),
  currencyVariable: Type.Optional(
    Type.String({ maxLength: 64, description: 'Of money: the string variable that says it.' }),
  ),
  unit: Type.Optional(LocalText),
})

const KeyFields = Type.Array(KeyFieldDeclaration, {
  maxItems: 5,
  description:
    'The values that tell at a glance what is to be decided, in their order. Left out they stay as they were.',
})

const EventNames = Type.Array(Type.Enum([...EVENT_TYPES]), {
  uniqueItems: true,
  description:
    'Event types to send; when left out, all but task.assigned and incident.*. The instance.* ones are always sent.',
})

const MaxEventsPerRequest = Type.Integer({
  minimum: 1,
  maximum: MOST_EVENTS_TOGETHER,
  description:
    'How many events of one approval the receiver takes in one request (CloudEvents, batched mode), where several wait. Left out it is 1.',
})

const Start = Type.Enum([...BIZ_TYPE_STARTS], {
  description:
    'permit: a start carries a permit of the owning application; open: it needs none. Left out it stays as it was, and is open at first.',
})

const StartsByTime = Type.Boolean({
  description:
    'Whether processes of the type may start approvals by time, without a permit. Left out it stays as it was, and at first is so where starts are open.',
})

const StartsBySignal = Type.Boolean({
  description:
    'The same of signals that are thrown to the tenant: whether they may start approvals of the type, without a permit.',
})

export const RegisterBizTypeBody = closed({
  code: Code,
  version: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$' }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  names: Type.Optional(Names),
  variables: Type.Array(VariableDeclaration, { maxItems: 200 }),
  detailPath: Type.String({ maxLength: 500 }),
  callback: closed({
    origin: Type.String({ maxLength: 300 }),
    // Optional here, so that leaving it out is answered as the rule it breaks and not as a shape.
    path: Type.Optional(Type.String({ maxLength: 500 })),
    events: Type.Optional(EventNames),
    maxEventsPerRequest: Type.Optional(MaxEventsPerRequest),
  }),
  initiatePermission: Type.String({ minLength: 1, maxLength: 200 }),
  start: Type.Optional(Start),
  startsByTime: Type.Optional(StartsByTime),
  startsBySignal: Type.Optional(StartsBySignal),
  keyFields: Type.Optional(KeyFields),
})
export type RegisterBizTypeBody = Static<typeof RegisterBizTypeBody>

const common = {
  code: Type.String(),
  version: Type.String(),
  name: Type.String(),
  names: Type.Optional(Names),
  variables: Type.Array(VariableDeclaration),
  detailPath: Type.String(),
  initiatePermission: Type.String(),
  start: Start,
  startsByTime: StartsByTime,
  startsBySignal: StartsBySignal,
  keyFields: Type.Optional(KeyFields),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

/** As users see it: where callbacks go is the owner's business. */
export const BizTypeView = closed(common, { title: 'BizType' })
export type BizTypeView = Static<typeof BizTypeView>

export const OwnedBizTypeView = closed(
  {
    ...common,
    callback: closed({
      origin: Type.String(),
      path: Type.String(),
      events: Type.Optional(Type.Array(Type.String())),
      maxEventsPerRequest: MaxEventsPerRequest,
    }),
  },
  { title: 'OwnedBizType' },
)
export type OwnedBizTypeView = Static<typeof OwnedBizTypeView>

const Origin = Type.String({
  maxLength: 300,
  pattern: String.raw`^https?://(?:[a-z0-9_*-]+(?:\.[a-z0-9_*-]+)*\.?|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$`,
  examples: ['https://app.example'],
  description:
    'As browsers write it: no path, no usual port, lower case, other scripts in Punycode.',
})

export const ReplaceOriginsBody = closed({
  origins: Type.Array(Origin, { maxItems: 200, uniqueItems: true }),
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
})

export const OriginsView = closed(
  {
    origins: Type.Array(Type.String(), { description: 'What the tenant allows.' }),
    deploymentOrigins: Type.Array(Type.String(), { description: 'Allowed in every tenant.' }),
    revision: Type.Integer({ minimum: 0, description: '0 until the list is first written.' }),
    updatedAt: Nullable(Timestamp),
  },
  { title: 'CallbackOrigins' },
)
export type OriginsView = Static<typeof OriginsView>
