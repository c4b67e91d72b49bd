import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { unwrap } from '../api/clients.ts'
import type { paths } from '@countersign/client/dms'
import { dropEmpty } from '../shared/form/drop-empty.ts'

// Without a token: a visitor has none.
const dms = createClient<paths>()

/** What opens a share: its token, and the ticket where there is a password. */
export interface Opened {
  readonly token: string
  readonly ticket: string | undefined
}

const openShare = ({ token, ticket }: Opened) =>
  unwrap(
    dms.GET('/api/dms/shares/{token}', {
      params: { path: { token }, query: dropEmpty({ ticket }) },
    }),
  )
export type Shared = Awaited<ReturnType<typeof openShare>>

export const shareQuery = (opened: Opened) =>
  queryOptions({
    queryKey: ['share', opened.token, opened.ticket ?? ''],
    queryFn: () => openShare(opened),
    placeholderData: keepPreviousData,
    // Made by a worker, usually within seconds of the upload.
    refetchInterval: ({ state }) => (state.data?.preview?.status === 'PENDING' ? 2_000 : false),
  })

/** Exchanges the password for a ticket, which opens the file for some minutes. */
export const unlockShare = ({ token, ticket }: Opened, password: string) =>
  unwrap(
    dms.POST('/api/dms/shares/{token}/unlock', {
      params: { path: { token } },
      body: { password },
      headers: dropEmpty({ 'share-ticket': ticket }),
    }),
  )

/** What is shown of the file: a page of it as a picture, or all of it. */
export const previewQuery = ({ token, ticket }: Opened, page: number | undefined) =>
  queryOptions({
    queryKey: ['share', token, ticket ?? '', 'preview', page ?? 0],
    queryFn: async ({ signal }) => {
      const blob = await unwrap(
        dms.GET('/api/dms/shares/{token}/preview', {
          params: { path: { token }, query: dropEmpty({ ticket, page }) },
          parseAs: 'blob',
          signal,
        }) as Promise<{ data?: Blob; error?: unknown; response: Response }>,
      )
      return { blob, text: blob.type.startsWith('text/') ? await blob.text() : undefined }
    },
    staleTime: Infinity,
  })

/**
 * Downloads the file, if that is still possible now: a link would leave this page for a problem.
 *
 * @throws ApiProblem as the answer to a download would be.
 */
export async function download(opened: Opened): Promise<void> {
  const { token, ticket } = opened
  const query = ticket === undefined ? '' : `?ticket=${encodeURIComponent(ticket)}`
  const address = `/api/dms/shares/${token}/content${query}`
  const answer = await fetch(address, { method: 'HEAD' })
  // A HEAD has no body that could say more: what became of the share does.
  if (!answer.ok) await openShare(opened)
  location.assign(address)
}
