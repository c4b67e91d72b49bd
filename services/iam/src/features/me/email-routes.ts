import type { App } from '@countersign/service-kit/http'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { AskForEmailBody, ConfirmEmailBody, EmailView } from './email-schema.ts'
import { askForMyEmail, confirmMyEmail, readMyEmail } from './email.ts'

const path = '/api/iam/v1/me/email'
const config = { caller: 'user', stepUp: true } as const
const tags = ['me']

/** The mail address of the caller, and how they prove that it is theirs. */
export function addEmailRoutes(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getMyEmail',
        summary: 'My mail address, and whether it is proven',
        tags,
        response: { 200: EmailView },
      },
    },
    (request) => readMyEmail(deps, claimantOf(request)),
  )
  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'askForMyEmail',
        summary: 'Send a code to an address that is to be mine',
        tags,
        body: AskForEmailBody,
        response: { 202: EmailView },
      },
    },
    async (request, reply) => {
      const { email, currentPassword } = request.body
      const view = await askForMyEmail(deps, claimantOf(request), email, currentPassword)
      return reply.code(202).send(view)
    },
  )
  app.post(
    `${path}/confirmation`,
    {
      config,
      schema: {
        operationId: 'confirmMyEmail',
        summary: 'Prove the address by the code that was sent to it',
        tags,
        body: ConfirmEmailBody,
        response: { 200: EmailView },
      },
    },
    (request) => confirmMyEmail(deps, claimantOf(request), request.body.code),
  )
}
