import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdapterPayload } from 'oidc-provider'
import type { Deps } from '../../deps.ts'
import { handOver } from '../provider/handed-over.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import type { UsableClient } from '../store/client-queries.ts'
import { unbindFlow, type Flow, type Result } from './flow.ts'

// The published types leave this method of the models out.
interface Storable {
  getValueAndPayload(): Promise<{ payload: AdapterPayload }>
}

interface Outcome {
  readonly flow: Flow
  /** As the form was answered for; the library need not look it up once more. */
  readonly client: UsableClient | undefined
  readonly result: Result
}

/**
 * Hands the outcome of a form to the library in the same request, which answers it: with the code, or with the page that
 * is still missing. To send the browser there would cost it a request, and us to store what the next request reads and
 * deletes. Of a form that is sent twice at once one goes on.
 *
 * Kept by: services/iam/src/oidc/sign-in/sign-in.test.ts "goes on once where the form is sent twice at once"
 */
export async function goOn(
  deps: Pick<Deps, 'issuer'>,
  host: ProviderHost,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { flow, client, result }: Outcome,
): Promise<FastifyReply> {
  const { interaction, id: uid } = flow
  interaction.result = { ...interaction.lastSubmission, ...result }
  const { payload } = await (interaction as unknown as Storable).getValueAndPayload()
  const answer = await host.handler()
  void reply.header('set-cookie', unbindFlow(deps, flow))
  const { raw } = reply
  raw.setHeader('set-cookie', reply.getHeader('set-cookie') as string[])
  raw.setHeader('x-request-id', request.id)
  raw.setHeader('x-content-type-options', 'nosniff')
  reply.hijack()
  const given = { uid, payload: structuredClone(payload), client }
  await answer(handOver(request.raw, interaction.returnTo, given), raw, request.ip)
  return reply
}
