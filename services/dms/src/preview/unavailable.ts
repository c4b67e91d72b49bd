import { problems } from '../problems.ts'

const RETRY_SECONDS = 2

/** `dms.preview_unavailable` (409), with what became of the preview. */
export const unavailable = (status: string) =>
  problems.preview_unavailable({
    members: { previewStatus: status },
    ...(status === 'PENDING' ? { headers: { 'retry-after': String(RETRY_SECONDS) } } : {}),
  })
