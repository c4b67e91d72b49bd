import createClient from 'openapi-fetch'
import { unwrap } from '../api/clients.ts'
import type { paths } from '../api/generated/dms.d.ts'
import { ApiProblem } from '../api/problem.ts'

// Without a token: a visitor has none.
const dms = createClient<paths>()

const openShare = (token: string) =>
  unwrap(dms.GET('/api/dms/shares/{token}', { params: { path: { token } } }))
export type Shared = Awaited<ReturnType<typeof openShare>>

export const shareQuery = (token: string) => ({
  queryKey: ['share', token],
  queryFn: () => openShare(token),
})

/** Exchanges the password for a ticket, which opens the file for some minutes. */
export const unlockShare = (token: string, password: string) =>
  unwrap(
    dms.POST('/api/dms/shares/{token}/unlock', { params: { path: { token } }, body: { password } }),
  )

/** What opens the file: the token, and the ticket where there is a password. */
export interface Opened {
  readonly token: string
  readonly ticket: string | undefined
}

/** What is shown of the file; asked for again while it is being made. */
export const previewQuery = ({ token, ticket }: Opened) => ({
  queryKey: ['share', token, 'preview', ticket],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const blob = await unwrap(
      dms.GET('/api/dms/shares/{token}/preview', {
        params: { path: { token }, query: ticket === undefined ? {} : { ticket } },
        parseAs: 'blob',
        signal,
      }) as Promise<{ data?: Blob; error?: unknown; response: Response }>,
    )
    return { blob, text: blob.type.startsWith('text/') ? await blob.text() : undefined }
  },
  retry: (_failures: number, error: unknown) => isPending(error),
  retryDelay: 2_000,
  staleTime: Infinity,
})

export type Preview = Awaited<ReturnType<ReturnType<typeof previewQuery>['queryFn']>>

export const isPending = (error: unknown): boolean =>
  error instanceof ApiProblem && error.body['previewStatus'] === 'PENDING'

export function addressOf({ token, ticket }: Opened, part: 'content' | 'preview'): string {
  const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`
  return `/api/dms/shares/${token}/${part}${query}`
}

/**
 * Downloads the file, if that is still possible now: a link would leave this page for a problem.
 *
 * @throws ApiProblem as the answer to a download would be.
 */
export async function download(opened: Opened): Promise<void> {
  const { token, ticket } = opened
  const headers = ticket === undefined ? {} : { 'share-ticket': ticket }
  const answer = await fetch(addressOf({ token, ticket: undefined }, 'content'), {
    method: 'HEAD',
    headers,
  })
  // A HEAD has no body that could say more: what became of the share does.
  if (!answer.ok) await openShare(token)
  location.assign(addressOf(opened, 'content'))
}
