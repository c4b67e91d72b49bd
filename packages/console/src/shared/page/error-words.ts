import { ApiProblem } from '../../api/problem.ts'
import { SessionEnded } from '../../auth/session.ts'
import { textOf } from '../../text/i18n.ts'
import { problemTitle } from '../../text/problem-titles.ts'

export type ErrorKind =
  | 'unreachable'
  | 'notFound'
  | 'forbidden'
  | 'conflict'
  | 'server'
  | 'ended'
  | 'unconfirmed'
  | 'lost'
  | 'refused'
  | 'fault'

/** What kind of trouble it is: it decides the words and the way on. */
export function kindOf(error: unknown): ErrorKind {
  if (error instanceof SessionEnded) return 'ended'
  if (!(error instanceof ApiProblem)) return 'fault'
  const { status } = error
  if (status === 0) return 'unreachable'
  if (error.code === 'auth.insufficient_authentication') return 'unconfirmed'
  if (status === 401) return 'ended'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'notFound'
  if (status === 409 || status === 412) return 'conflict'
  if (error.code === 'dms.content_lost') return 'lost'
  if (status >= 500 || status === 429) return 'server'
  return 'refused'
}

/** The same where a page is read: a request that it cannot even make has a wrong address. */
export function kindOfRead(error: unknown): ErrorKind {
  return error instanceof ApiProblem && error.status === 400 ? 'notFound' : kindOf(error)
}

/** Whether asking again may help; a refusal stays one. */
export function mayRetry(error: unknown): boolean {
  return ['unreachable', 'server', 'conflict', 'unconfirmed', 'fault'].includes(kindOf(error))
}

/** What it is called: as the service says, in the reader's language, and in our words where that says too little. */
export function titleOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return textOf('error.title')
  const kind = kindOf(error)
  if (kind !== 'lost' && !error.code.startsWith('console.')) return problemTitle(error.body)
  return textOf(kind === 'refused' || kind === 'fault' ? 'error.title' : `error.${kind}`)
}

/** What the service says of it; in the reader's language where that is no more than what it is called. */
export function detailOf(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  const { title, detail } = error.body
  return detail === title ? problemTitle(error.body) : detail
}
