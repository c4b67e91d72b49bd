import multipart from '@fastify/multipart'
import type { App } from '@countersign/service-kit/http'
import { tenantCaller } from '@countersign/service-kit/caller'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { readBytes } from './receiving/read-bytes.ts'
import { readForm } from './receiving/read-form.ts'
import { type IncomingContent, receiveContent } from './receiving/receive-content.ts'
import { receivePart } from './receiving/receive-part.ts'
import { ContentView, PartParams, ReceivedPartView, UploadParams } from './schema.ts'

const writing = {
  caller: 'user',
  agents: true,
  permission: 'dms:document:write',
  boundsItsBody: true,
} as const

const bytes = { 'application/octet-stream': { schema: {} } }
const file = { type: 'string', contentMediaType: 'application/octet-stream' }
const form = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file } },
  },
}

/**
 * The one route whose body is no JSON: bytes of any type are handed on as the stream they are.
 * Registered as a plugin of its own, because parsers belong to a plugin.
 */
export async function addContentRoutes(app: App, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: { files: 1, fields: 20, fileSize: Infinity } })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.post(
    '/api/dms/uploads/:id/content',
    {
      config: { ...writing, takes: { ...bytes, ...form } },
      schema: {
        operationId: 'sendUploadContent',
        summary: 'Send the bytes of an upload, whole or from an offset on',
        params: UploadParams,
        response: { 200: ContentView },
      },
    },
    async (request) => {
      const content = await readContent(request)
      return receiveContent(deps, tenantCaller(request), request.params.id, content)
    },
  )

  app.put(
    '/api/dms/uploads/:id/parts/:number',
    {
      config: { ...writing, takes: bytes },
      schema: {
        operationId: 'sendUploadPart',
        summary: 'Send one part of an upload; several at once, in any order',
        params: PartParams,
        response: { 200: ReceivedPartView },
      },
    },
    async (request) => {
      const { id, number } = request.params
      return receivePart(deps, tenantCaller(request), id, number, await readPart(request))
    },
  )
}

async function readPart(request: FastifyRequest): Promise<IncomingContent> {
  if (request.isMultipart()) throw problems.unsupported_media_type()
  return readContent(request)
}

async function readContent(request: FastifyRequest): Promise<IncomingContent> {
  const offset = readOffset(request.headers['upload-offset'])
  if (request.isMultipart()) {
    // The parts of a form are views of larger buffers.
    const source = { stream: await readForm(request), chunksOf: 'other' } as const
    return { source, offset, lengthBytes: undefined }
  }
  return { ...readBytes(request), offset }
}

function readOffset(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header)
  throw problems.invalid_request({
    errors: [{ pointer: '/headers/upload-offset', code: 'wrong_format', detail: 'is no number' }],
  })
}
