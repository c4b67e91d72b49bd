import { readFile } from 'node:fs/promises'
import { findBreaks } from './event-compatibility.ts'

/** The part of packages/contracts that the document is made of. */
interface Contracts {
  readonly EVENT_TYPES: readonly string[]
  readonly EVENT_EXAMPLES: Readonly<Record<string, unknown>>
  readonly INSTANCE_EVENT_TYPES: readonly string[]
  readonly TASK_EVENT_TYPES: readonly string[]
  readonly InstanceEvent: object
  readonly TaskEvent: object
  readonly VariablesEvent: object
  readonly CallbackEvent: object
  readonly IncidentEvent: object
  readonly SequenceExpected: object
  readonly WorkflowEvent: object
}

const MEANINGS: Readonly<Record<string, string>> = {
  'instance.started': 'An approval began.',
  'instance.returned': 'It went back to the initiator, who may change the document and resubmit.',
  'instance.resubmitted':
    'It goes on after a return: the initiator submitted it again, and `round` has grown by one; or an administrator moved it on by a jump, and `round` is what it was.',
  'instance.approved': 'It ended: everybody who had to agree has agreed.',
  'instance.rejected': 'It ended: it was refused.',
  'instance.withdrawn': 'It ended: the initiator took it back.',
  'instance.terminated': 'It ended: an administrator stopped it.',
  'instance.restored':
    'The platform was restored to an earlier moment: what it is again. What was told since that moment counts no more.',
  'variables.updated': 'The owning application changed variables; all values after it are sent.',
  'task.created': 'Somebody has something to decide.',
  'task.assigned':
    'Somebody else has it now, or may take it; also of each open task once a business type begins to ask. Sent to those alone who do.',
  'task.completed': 'Somebody decided, returned or handed on a task.',
  'task.cancelled': 'A task need not be decided any more.',
  'incident.raised': 'It cannot go on by itself; sent to those alone who ask for it.',
  'incident.resolved': 'What was stuck is so no more; sent to those alone who ask for it.',
  'callback.requested': 'The process asks the application to do what the definition names.',
}

const ref = (path: string) => ({ $ref: `#/${path}` })

/** What of a document is compared with the one before it. */
interface Published {
  readonly info: { readonly version: string }
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

/**
 * The AsyncAPI 3 document of the events, from the schemas and examples of packages/contracts.
 *
 * @throws Error when it breaks applications that follow the committed one, and the major version of
 *   the package is still the same.
 */
export async function generateAsyncApi(root: URL): Promise<string> {
  const folder = new URL('packages/contracts/', root)
  const readJson = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(path, folder), 'utf8'))
  const { version } = (await readJson('package.json')) as { version: string }
  const document = asyncApi(await readContracts(root), version)
  const breaks = findDocumentBreaks((await readJson('asyncapi.json')) as Published, document)
  if (breaks.length > 0) {
    throw new Error(`Events change incompatibly within a major version:\n${breaks.join('\n')}`)
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The JSON Schema of the body of a callback, for receivers that are not in TypeScript. */
export async function generateEventSchema(root: URL): Promise<string> {
  const { WorkflowEvent } = await readContracts(root)
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:countersign:schema:workflow-event:1',
    title: 'WorkflowEvent',
    description: 'The body of a callback. Ignore members and acknowledge types you do not know.',
    ...WorkflowEvent,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

const readContracts = async (root: URL) =>
  (await import(new URL('packages/contracts/src/index.ts', root).href)) as Contracts

/** Within a major version, schemas stay compatible; a new major version may do as it likes. */
export function findDocumentBreaks(before: Published, after: Published): string[] {
  if (majorOf(before) !== majorOf(after)) return []
  return Object.entries(before.components.schemas)
    .filter(([name]) => !name.endsWith('Headers'))
    .flatMap(([name, schema]) => findBreaks(schema, after.components.schemas[name], name))
}

const majorOf = ({ info }: Published) => info.version.split('.')[0]

function asyncApi(contracts: Contracts, version: string) {
  const { EVENT_TYPES: types } = contracts
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Workflow events',
      version,
      description:
        'What becomes of approvals, told to the applications that own the documents: one HTTP ' +
        'request per event, or per several of an instance where the business type asks for that, ' +
        'in order per instance, until it is answered 2xx. Members may be added ' +
        'within a major version; ignore those you do not know.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      callback: {
        address: '{callbackPath}',
        description: 'The origin and path that a business type declares as its `callback`.',
        parameters: { callbackPath: { description: 'For instance `/internal/bpm-events`.' } },
        messages: Object.fromEntries(
          [...types, 'several', 'gap'].map((name) => [name, ref(`components/messages/${name}`)]),
        ),
      },
    },
    operations: {
      receiveEvent: {
        action: 'receive',
        summary: 'Take an event; 2xx acknowledges it for good.',
        channel: ref('channels/callback'),
        messages: [...types, 'several'].map((name) => ref(`channels/callback/messages/${name}`)),
        security: [ref('components/securitySchemes/serviceToken')],
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        reply: {
          channel: ref('channels/callback'),
          messages: [ref('channels/callback/messages/gap')],
        },
      },
    },
    components: {
      messages: {
        ...Object.fromEntries(types.map((type) => [type, message(contracts, type)])),
        several: several(types),
        gap,
      },
      schemas: schemasOf(contracts),
      securitySchemes: { serviceToken },
    },
  }
}

const schemasOf = (contracts: Contracts): Readonly<Record<string, object>> => ({
  Headers: headers,
  SeveralHeaders: severalHeaders,
  InstanceEvent: contracts.InstanceEvent,
  VariablesEvent: contracts.VariablesEvent,
  TaskEvent: contracts.TaskEvent,
  CallbackEvent: contracts.CallbackEvent,
  IncidentEvent: contracts.IncidentEvent,
  SequenceExpected: contracts.SequenceExpected,
})

const serviceToken = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'A client_credentials token of the workflow client with scope `bpm.events`.',
}

function message(contracts: Contracts, type: string) {
  const meaning = MEANINGS[type]
  if (meaning === undefined) throw new Error(`nobody has said what ${type} means`)
  const example = contracts.EVENT_EXAMPLES[type]
  return {
    name: type,
    title: type,
    summary: meaning,
    contentType: 'application/json',
    headers: ref('components/schemas/Headers'),
    payload: {
      allOf: [
        ref(`components/schemas/${schemaOf(contracts, type)}`),
        { type: 'object', properties: { type: { const: type } } },
      ],
    },
    correlationId: { location: '$message.payload#/instanceId' },
    examples: [{ name: type, payload: example }],
  }
}

function schemaOf(contracts: Contracts, type: string): string {
  if (type === 'callback.requested') return 'CallbackEvent'
  if (type.startsWith('incident.')) return 'IncidentEvent'
  if (contracts.INSTANCE_EVENT_TYPES.includes(type)) return 'InstanceEvent'
  return contracts.TASK_EVENT_TYPES.includes(type) ? 'TaskEvent' : 'VariablesEvent'
}

/** CloudEvents 1.0 in batched mode, in JSON (section 4 of the JSON format). */
const several = (types: readonly string[]) => ({
  name: 'several',
  title: 'Several events of an instance',
  summary:
    'In order, where `callback.maxEventsPerRequest` is more than 1. Answered with `409 { expected }` ' +
    'those before it are acknowledged, and that one comes again alone.',
  contentType: 'application/cloudevents-batch+json',
  headers: ref('components/schemas/SeveralHeaders'),
  payload: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['specversion', 'id', 'type', 'source', 'subject', 'data'],
      properties: {
        ...attributes(''),
        datacontenttype: { const: 'application/json' },
        data: { anyOf: types.map((type) => ref(`components/messages/${type}/payload`)) },
      },
    },
  },
})

const gap = {
  name: 'gap',
  title: 'A number is missing',
  summary: 'Answered with status 409 to an event that is ahead; delivery goes back to `expected`.',
  contentType: 'application/json',
  payload: ref('components/schemas/SequenceExpected'),
  examples: [{ name: 'gap', payload: { expected: 2 } }],
}

const text = (description: string) => ({ type: 'string', description })

const attributes = (prefix: string) => {
  const texts = {
    specversion: { const: '1.0' },
    id: text('The eventId.'),
    type: text('The type.'),
    source: text('The platform, e.g. `https://platform.example/api/bpm/v1`.'),
    subject: text('The instanceId.'),
    time: text('When it happened (RFC 3339).'),
    sequence: text('The sequence.'),
    traceparent: text(
      'The trace in which it happened (W3C Trace Context), where the platform keeps traces.',
    ),
  }
  const named = Object.entries(texts).map(([name, schema]) => [prefix + name, schema])
  return Object.fromEntries(named) as Readonly<Record<string, object>>
}

/** Standard Webhooks. */
const signed = {
  traceparent: text('This attempt, in the same trace.'),
  'webhook-id': text('The eventId; of several events, that of the last.'),
  'webhook-timestamp': text('When this attempt was signed, in seconds since the epoch.'),
  'webhook-signature': text(
    '`v1a,` and the ed25519 signature over `<webhook-id>.<webhook-timestamp>.<body>` in base64; ' +
      'the keys are at `/api/bpm/v1/event-keys`.',
  ),
}

/** CloudEvents 1.0 in binary mode. */
const headers = {
  type: 'object',
  required: ['ce-specversion', 'ce-id', 'ce-type', 'ce-source', 'ce-subject', 'webhook-signature'],
  properties: { ...attributes('ce-'), ...signed },
}

const severalHeaders = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: signed,
}
