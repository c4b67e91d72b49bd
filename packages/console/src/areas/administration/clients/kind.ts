import type { Client } from '../queries.ts'

export const CLIENT_KINDS = ['SPA', 'SERVICE', 'AGENT'] as const

/** What people tell apart: an agent is registered as pages are, and is something else to them. */
export type ClientKind = (typeof CLIENT_KINDS)[number]

export const kindOf = ({ type, agent }: Pick<Client, 'type' | 'agent'>): ClientKind =>
  agent ? 'AGENT' : type
