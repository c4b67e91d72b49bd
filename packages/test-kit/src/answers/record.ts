import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CHANNEL, isPublished, operationOf } from './watch.ts'

/** A call that went well: what was sent as JSON, and what came back as JSON. */
export interface RecordedCall {
  /** Like `POST /api/bpm/v1/tasks/{taskNo}/approve`. */
  readonly operation: string
  readonly status: number
  readonly request?: unknown
  readonly answer?: unknown
}

/** What is longer shows nobody anything. */
const MOST_CHARACTERS = 16_000
const MOST_MEMBERS = 2

/**
 * Writes down the calls of each service that is made in this process from now on, for the examples
 * of the documents (packages/repo-checks/src/examples): one of each shape, as a line of JSON.
 *
 * @param folder Gets a file of this process.
 */
export function recordCalls(folder: string): { readonly end: () => void } {
  const lines = new Map<string, string>()
  const watch = (message: unknown): void => {
    const { fastify: app } = message as { readonly fastify: FastifyInstance }
    watchCalls(app, (call) => {
      const line = JSON.stringify(call)
      if (line.length > MOST_CHARACTERS) return
      const shape = `${call.operation} ${call.status} ${shapeOf([call.request, call.answer])}`
      if (!lines.has(shape)) lines.set(shape, line)
    })
  }
  subscribe(CHANNEL, watch)
  return {
    end: () => {
      unsubscribe(CHANNEL, watch)
      mkdirSync(folder, { recursive: true })
      const text = [...lines.values()].map((line) => `${line}\n`).join('')
      appendFileSync(join(folder, `${process.pid}.jsonl`), text)
    },
  }
}

function watchCalls(app: FastifyInstance, record: (call: RecordedCall) => void): void {
  const sent = new WeakMap<FastifyRequest, unknown>()
  app.addHook('preValidation', (request, _reply, done) => {
    // The validator fills defaults in: the example shows what was sent.
    const isRead = isJson(request.headers['content-type']) && !(request.body instanceof Readable)
    if (isRead) sent.set(request, structuredClone(request.body))
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWanted = reply.statusCode < 300 && request.method !== 'HEAD'
    if (isWanted && isPublished(request)) record(callOf(request, reply, payload, sent))
    done(null, payload)
  })
}

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  sent: WeakMap<FastifyRequest, unknown>,
): RecordedCall {
  const hasAnswer = typeof payload === 'string' && isJson(reply.getHeader('content-type'))
  const body = sent.get(request)
  return {
    operation: operationOf(request),
    status: reply.statusCode,
    ...(body === undefined || body === null ? {} : { request: shorten(body) }),
    ...(hasAnswer ? { answer: shorten(JSON.parse(payload)) } : {}),
  }
}

const isJson = (type: unknown): boolean =>
  typeof type === 'string' && /^application\/([\w-]+\+)?json/.test(type)

/** Of a list the first members are enough. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]))
}

/** The same for two values that differ in nothing but texts and numbers. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([name, member]) => `${name}:${shapeOf(member)}`)
  return `{${members.toSorted().join()}}`
}
