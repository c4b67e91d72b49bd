import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { chooseLanguage } from '@countersign/service-kit/language'
import type { Semaphore } from '@countersign/service-kit/semaphore'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serviceOf, userOf } from '../../../callers.ts'
import { problems } from '../../../problems.ts'
import { InstanceParams } from '../schema.ts'
import { createPrintTurns } from './print/turns.ts'
import { OwnedRecordQuery, OwnedRecordView, RecordContents } from './schema.ts'
import { takeRecord, type RecordDeps } from './take.ts'

/** What an approval leaves behind: one signed document. */
export function addRecordRoutes(app: App, deps: RecordDeps): void {
  const turns = createPrintTurns()
  addRecord(app, deps, turns)
  addOwnedRecord(app, deps, turns)
}

function addRecord(app: App, deps: RecordDeps, turns: Semaphore): void {
  app.get(
    '/api/bpm/v1/process-instances/:id/record',
    {
      config: { caller: 'user', agents: true },
      schema: {
        operationId: 'getProcessInstanceRecord',
        summary: 'The signed record of an approval, or a print of it',
        tags: ['instances'],
        params: InstanceParams,
        response: { 200: RecordContents },
      },
    },
    async (request, reply) => {
      const gone = goneWith(reply)
      const taken = await takeRecord(deps, { user: userOf(request) }, request.params.id, {
        withDrawings: wantsPrint(request),
      })
      void reply
        .header('cache-control', 'no-store')
        .header('vary', 'accept, accept-language')
        .header(
          'content-disposition',
          `attachment; filename="record-${request.params.id}.${wantsPrint(request) ? 'pdf' : 'jose'}"`,
        )
      if (!wantsPrint(request))
        return reply.type('application/jose').send(Buffer.from(taken.signed))
      const language = chooseLanguage(undefined, request.headers['accept-language'])
      // Loaded with the first print: fonts and what draws them are not what this service is for.
      const { printRecord } = await import('./print/print.ts')
      const print = await turns.run(() => printRecord(taken, language), gone)
      return reply.type('application/pdf').send(print)
    },
  )
}

/** For the application that keeps the record with what it decided about: both forms, of one moment. */
function addOwnedRecord(app: App, deps: RecordDeps, turns: Semaphore): void {
  app.get(
    '/internal/v1/bpm/process-instances/:id/record',
    {
      config: { caller: 'service', scopes: [SCOPES.readInstances] },
      schema: {
        operationId: 'getOwnedProcessInstanceRecord',
        summary: 'The record of an approval that the caller owns, with what all who decide may see',
        tags: ['instances of an application'],
        params: InstanceParams,
        querystring: OwnedRecordQuery,
        response: { 200: OwnedRecordView },
      },
    },
    async (request, reply) => {
      const gone = goneWith(reply)
      const reader = { owner: serviceOf(request) }
      const taken = await takeRecord(deps, reader, request.params.id, { withDrawings: true })
      const { language = 'en' } = request.query
      const { printRecord } = await import('./print/print.ts')
      const print = await turns.run(() => printRecord(taken, language), gone)
      void reply.header('cache-control', 'no-store')
      return { record: taken.signed, print: print.toString('base64') }
    },
  )
}

/** Ends with the connection: nobody prints for who has gone. */
function goneWith(reply: FastifyReply): AbortController {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(problems.unavailable()))
  return gone
}

// The signed document unless a print is asked for by name: it is what proves something.
const wantsPrint = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').split(',').some((range) => /^\s*application\/pdf\s*(;|$)/i.test(range))
