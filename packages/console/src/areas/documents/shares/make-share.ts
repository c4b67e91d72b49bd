import { dms, unwrap } from '../../../api/clients.ts'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'

export const emptyShare = {
  name: '',
  watermark: false,
  password: '',
  validUntil: '',
  maxDownloads: '' as number | string,
  allowDownload: true,
}
export type ShareValues = typeof emptyShare

/** The body of a request for a share; what is marked cannot be downloaded as it is. */
export const toShareBody = (values: ShareValues) => ({
  allowPreview: true,
  watermark: values.watermark,
  allowDownload: values.allowDownload && !values.watermark,
  ...dropEmpty({
    name: values.name.trim(),
    password: values.password,
    validUntil: values.validUntil && new Date(values.validUntil).toISOString(),
    maxDownloads: Number(values.maxDownloads) || undefined,
  }),
})

export async function makeShare(documentId: string, values: ShareValues) {
  const body = toShareBody(values)
  const params = { path: { documentId } }
  const send = () => unwrap(dms.POST('/api/dms/documents/{documentId}/shares', { params, body }))
  const made = await send()
  if (made.token !== undefined) return made
  // It was made before, and its address was lost with that answer: nobody has it, so it may go.
  const path = { documentId, shareId: made.id }
  await unwrap(dms.DELETE('/api/dms/documents/{documentId}/shares/{shareId}', { params: { path } }))
  return send()
}
