import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { type Answer, readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { closed, Uuid } from '@countersign/service-kit/schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { TokenUser } from '../../../access/access.ts'
import type { UploadAnswer } from '../../../db/upload-tables.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { abortUpload } from '../end.ts'
import { readBytes } from '../receiving/read-bytes.ts'
import { CompletedView, InitiateBody, UploadParams } from '../schema.ts'
import { sendWhole } from '../send-whole.ts'
import { type Answered, locationOf } from './answer.ts'
import { beginByDraft, beginByTus } from './begin.ts'
import { appendByDraft, limitsOf, lookByDraft, takeFirstByDraft } from './draft.ts'
import {
  fieldOf,
  PARTIAL_UPLOAD,
  readContentDigest,
  readDraftUpload,
  required,
  TUS_BYTES,
  type UploadQuery,
} from './fields.ts'
import { informs } from './informational.ts'

import { appendByTus, lookByTus, takeFirstByTus, TUS_VERSION, tusOffer } from './tus.ts'

const config = { caller: 'user', permission: 'dms:document:write', boundsItsBody: true } as const

const bytes = { schema: {} }
const takes = { [TUS_BYTES]: bytes, [PARTIAL_UPLOAD]: bytes }

const { fileName, title, note } = InitiateBody.properties
const CreateQuery = closed({
  fileName: Type.Optional(fileName),
  title,
  folderId: Type.Optional(Uuid),
  documentId: Type.Optional(Uuid),
  note,
})

/**
 * The doors of tus 1.0 and of the IETF draft to the sessions that there are: an upload resource of
 * theirs is the session itself. A creation that names neither protocol is the whole file.
 */
export async function addResumableRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Parsers and hooks belong to a plugin, whose type forgets how schemas are read.
    const own = scope as unknown as App
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    addDescribe(own, deps)
    addCreate(own, deps)
    addLook(own, deps)
    addAppend(own, deps)
    addAbortUpload(own, deps)
  })
}

const speaksTus = (request: FastifyRequest) => fieldOf(request, 'tus-resumable') !== undefined

const ofProtocols = [
  'tus-resumable',
  'upload-complete',
  'upload-incomplete',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-draft-interop-version',
  'content-range',
]

/** Nothing speaks of a part: of one whose protocol is not understood a file would be cut short. */
const isWhole = (request: FastifyRequest) => {
  const type = fieldOf(request, 'content-type')
  const isPart = type === PARTIAL_UPLOAD || type === TUS_BYTES
  return !isPart && ofProtocols.every((name) => fieldOf(request, name) === undefined)
}

/** The version that a request must be of, and what every answer has, also a refusal. */
const hooks = (deps: Deps) => ({
  onRequest: async (request: FastifyRequest) => {
    const version = fieldOf(request, 'tus-resumable')
    if (version === undefined || version === TUS_VERSION) return
    throw problems.tus_version({ headers: { 'tus-version': TUS_VERSION } })
  },
  onSend: async (request: FastifyRequest, reply: FastifyReply) => {
    if (speaksTus(request)) void reply.header('tus-resumable', TUS_VERSION)
    else if (reply.statusCode === 413) void reply.header('upload-limit', limitsOf(deps))
  },
})

function addDescribe(app: App, deps: Deps): void {
  app.options(
    '/api/dms/uploads',
    {
      // A page's own question comes here as well as its browser's before a request.
      config: { caller: 'anyone', cors: { preflightContinue: true, strictPreflight: false } },
      schema: {
        operationId: 'describeUploads',
        summary: 'What of tus and of the IETF draft is offered',
        response: { 204: Type.Null() },
      },
    },
    async (_request, reply) =>
      reply
        .headers({ ...tusOffer(deps), 'upload-limit': limitsOf(deps) })
        .header('accept-patch', `${PARTIAL_UPLOAD}, ${TUS_BYTES}`)
        .code(204)
        .send(null),
  )
}

function addCreate(app: App, deps: Deps): void {
  app.post(
    '/api/dms/uploads',
    {
      ...hooks(deps),
      config: { ...config, takes: { ...takes, '*/*': bytes }, mayBeEmpty: true },
      schema: {
        operationId: 'createUpload',
        summary:
          'Upload a file by this one request, or begin an upload by tus 1.0 or the IETF draft',
        description:
          'Without a header of either protocol the body is the file, and the answer its version. Sent again with the same `Idempotency-Key`, it gets that answer; what an earlier request has left unfinished is given up, and the file is taken anew.\n\nBy a protocol it begins an upload, with or without its first bytes. Sent again with the same `Idempotency-Key`, it finds the upload that it began and where that stands now, also one whose file is whole, until its `expiresAt`. The key is free for another upload from then on, and as soon as the upload is given up or has failed.',
        querystring: CreateQuery,
        response: { 200: CompletedView, 201: Type.Null() },
      },
    },
    async (request, reply) => {
      const [caller, { query }] = [tenantCaller(request), request]
      if (isWhole(request)) return sendAnswer(reply, await takeWhole(deps, caller, request, query))
      const byTus = speaksTus(request)
      const begun = await (byTus ? beginByTus : beginByDraft)(deps, caller, request, query)
      const { id, hasKey, replayed } = begun
      // A refusal of the first bytes tells of the upload, too.
      void reply.header('location', locationOf(id))
      if (replayed) void reply.header('idempotency-replayed', 'true')
      const take = byTus ? takeFirstByTus : takeFirstByDraft
      // Asked for now: of a connection that is gone it cannot be said any more.
      const isTold = hasKey || (!byTus && informs(request, reply) !== undefined)
      const answered = take(deps, caller, id, request, reply).catch(async (error: unknown) => {
        if (request.raw.socket.destroyed && !isTold) await abortUpload(deps, caller, id)
        throw error
      })
      return send(reply, await answered)
    },
  )
}

function addLook(app: App, deps: Deps): void {
  app.head(
    '/api/dms/uploads/:id',
    {
      ...hooks(deps),
      config: { ...config, swagger: { exposeHeadRoute: true } },
      schema: {
        operationId: 'findUploadOffset',
        summary: 'Where an upload stands, by tus 1.0 or the IETF draft',
        params: UploadParams,
        response: { 200: Type.Null(), 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const look = speaksTus(request) ? lookByTus : lookByDraft
      return send(reply, await look(deps, tenantCaller(request), request.params.id))
    },
  )
}

function addAppend(app: App, deps: Deps): void {
  app.patch(
    '/api/dms/uploads/:id',
    {
      ...hooks(deps),
      config: { ...config, takes },
      schema: {
        operationId: 'appendToUpload',
        summary: 'Send the next bytes by tus 1.0 or the IETF draft; the last ones make the version',
        params: UploadParams,
        response: { 200: CompletedView, 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const [caller, { id }] = [tenantCaller(request), request.params]
      if (speaksTus(request)) return send(reply, await appendByTus(deps, caller, id, request))
      return send(reply, await appendByDraft(deps, caller, id, request, reply))
    },
  )
}

function addAbortUpload(app: App, deps: Deps): void {
  app.delete(
    '/api/dms/uploads/:id',
    {
      ...hooks(deps),
      config: { caller: 'user', agents: true, permission: 'dms:document:write' },
      schema: {
        operationId: 'abortUpload',
        summary: 'Give an upload up',
        params: UploadParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await abortUpload(deps, tenantCaller(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

const send = (reply: FastifyReply, { status, headers, body }: Answered) =>
  reply
    .headers({ ...headers })
    .code(status)
    .send(body)

/** Takes a file whose bytes are the body: its fields are those of the draft, which are of any HTTP. */
async function takeWhole(
  deps: Deps,
  caller: TokenUser,
  request: FastifyRequest,
  query: UploadQuery,
): Promise<Answer<UploadAnswer>> {
  // A form is no file, but has some.
  if (/^multipart\/form-data\b/i.test(fieldOf(request, 'content-type') ?? '')) {
    throw problems.unsupported_media_type()
  }
  const { source, lengthBytes } = readBytes(request)
  // Quota is reserved by it.
  const body = readDraftUpload(request, query, required(lengthBytes, 'content-length'))
  const content = { source, checksum: readContentDigest(request) }
  const key = readIdempotency(request, undefined, ['whole', query, body])
  return sendWhole(deps, caller, body, content, key)
}
