import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Declared, declaredBy } from './declared.ts'
import { findAnswerFaults } from './find-faults.ts'

/** Published by Fastify for each application, before anything is added to it. */
export const CHANNEL = 'fastify.initialization'

/** Who looks on; the latest is told. */
const watchers: Set<string>[] = []

/** Looks at each answer of each application that is made in this process from now on, until its end. */
export function watchAnswers(): {
  /** What was found since the last time. */
  readonly takeFaults: () => readonly string[]
  readonly end: () => void
} {
  const faults = new Set<string>()
  if (watchers.length === 0) subscribe(CHANNEL, watchApp)
  watchers.push(faults)
  return {
    takeFaults: () => {
      const taken = [...faults]
      faults.clear()
      return taken
    },
    end: () => {
      watchers.splice(watchers.indexOf(faults), 1)
      if (watchers.length === 0) unsubscribe(CHANNEL, watchApp)
    },
  }
}

function watchApp(message: unknown): void {
  const { fastify: app } = message as { readonly fastify: FastifyInstance }
  const bodies = new WeakMap<FastifyRequest, unknown>()
  app.addHook('onRequest', (request, reply, done) => {
    keepRawBody(reply, (body) => bodies.set(request, body))
    // Before it is answered: what is found must not come after the end of the test.
    const docs = docsOf(app)
    if (docs === undefined || documents.has(docs)) return done()
    app
      .openApi()
      .then((document) => documents.set(docs, declaredBy(document)))
      .then(() => done(), done)
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    bodies.set(request, payload)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const declared = findDeclared(app, request)
    if (declared !== undefined) note(declared, request, reply, bodies.get(request))
    done()
  })
}

/** What a library answers past Fastify, at once. */
function keepRawBody({ raw }: FastifyReply, keep: (body: unknown) => void): void {
  const end = raw.end.bind(raw) as (...parts: readonly unknown[]) => typeof raw
  raw.end = (...parts: readonly unknown[]) => {
    const [body] = parts
    if (typeof body === 'string' || Buffer.isBuffer(body)) keep(body)
    return end(...parts)
  }
}

/** The document that an answer is held against. The small applications of tests declare little. */
function findDeclared(app: FastifyInstance, request: FastifyRequest): Declared | undefined {
  const docs = docsOf(app)
  if (docs === undefined) return undefined
  if (isPublished(request)) return documents.get(docs)
  const protocols = app.protocolDocument
  const declared = protocols === undefined ? undefined : declaredBy(protocols)
  return declared?.has(operationOf(request)) === true ? declared : undefined
}

// The applications of a service have their docs in common, and what they say of their routes with them.
const documents = new WeakMap<object, Declared>()

const docsOf = (app: FastifyInstance) => ('loadRouteDocs' in app ? app.loadRouteDocs : undefined)

/** Routes that the document leaves out say so. */
export function isPublished({ is404, routeOptions }: FastifyRequest): boolean {
  const { schema, url } = routeOptions
  const isHidden = schema !== undefined && 'hide' in schema && schema.hide
  return !is404 && url !== undefined && !isHidden
}

function note(
  declared: Declared,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): void {
  const operation = declaredOperationOf(declared, request)
  const isHead = request.method === 'HEAD'
  const answer = { status: reply.statusCode, headers: reply.getHeaders(), body, isHead }
  for (const fault of findAnswerFaults(declared, operation, answer)) {
    watchers.at(-1)?.add(`${operation}: ${fault}`)
  }
}

/** A HEAD is answered like the GET of the same address, without the body, unless it has a route of its own. */
function declaredOperationOf(declared: Declared, request: FastifyRequest): string {
  const operation = operationOf(request)
  const isHead = request.method === 'HEAD' && !declared.has(operation)
  return isHead ? operation.replace('HEAD', 'GET') : operation
}

/** As `POST /api/bpm/v1/tasks/{taskNo}/approve`. */
export const operationOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
