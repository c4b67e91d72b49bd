import type { FastifyRequest } from 'fastify'

/** Headers of a call that is made with the token of a user. */
export interface UserCredentials extends Record<string, string> {
  readonly authorization: string
}

/**
 * The token of the user, to be passed on and not kept. One that is bound to a key goes with a proof
 * that the application made for the onward call and sent along as `DPoP-Onward`: the proof of this
 * request is for this address, and used up (RFC 9449 section 4.3).
 */
export function credentialsOf({ headers }: FastifyRequest): UserCredentials {
  const { authorization = '', 'dpop-onward': proof } = headers
  return typeof proof === 'string' ? { authorization, dpop: proof } : { authorization }
}
