import type { Api } from './api.ts'
import type { Attachment } from './expenses.ts'

/** Who decides on expenses here, and so has to read what is attached: roles of the tenant. */
const readers = ['manager', 'finance']

/** Three steps, each of which may be repeated: say what comes, send it, have it checked and kept. */
export async function uploadFile(api: Api, file: File): Promise<Attachment> {
  const upload = await api.platform<{ id: string }>('/api/dms/uploads/initiate', {
    method: 'POST',
    json: {
      fileName: file.name,
      sizeBytes: file.size,
      ...(file.type === '' ? {} : { contentType: file.type }),
    },
  })
  const path = `/api/dms/uploads/${upload.id}`
  await api.platform(`${path}/content`, { method: 'POST', bytes: file })
  const { documentId, versionId } = await api.platform<{ documentId: string; versionId: string }>(
    `${path}/complete`,
    { method: 'POST' },
  )
  await api.platform(`/api/dms/documents/${documentId}/acl`, {
    method: 'PUT',
    json: {
      inherit: false,
      entries: readers.map((id) => ({
        principal: { kind: 'role', id },
        allow: ['read', 'download'],
      })),
    },
  })
  return { documentId, versionId, name: file.name }
}

/** Keeps the documents from being purged while the expense needs them. The same twice is one. */
export async function referToDocuments(
  api: Api,
  expenseId: string,
  attachments: readonly Attachment[],
): Promise<void> {
  const json = { application: 'expense', type: 'expense', refId: expenseId }
  await Promise.all(
    attachments.map(({ documentId }) =>
      api.platform(`/api/dms/documents/${documentId}/references`, { method: 'POST', json }),
    ),
  )
}

/** An address for exactly this version that works for some minutes, for this user to open. */
export async function addressOf(api: Api, { versionId }: Attachment): Promise<string> {
  const path = `/api/dms/versions/${versionId}/address`
  const { url } = await api.platform<{ url: string }>(path, {
    method: 'POST',
    json: { purpose: 'download' },
  })
  return url
}
