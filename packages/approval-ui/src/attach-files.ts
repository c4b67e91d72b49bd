import { createRequest, type Send, type Transport } from './api.ts'
import type { Attach, AttachTarget } from './attach.ts'
import type { Attachment } from './contract.ts'

const base = '/api/dms'

/**
 * An `attach` for hosts that leave it to the component: the person chooses files of their own
 * computer, which are sent to the platform's document service. Those who take part in the approval
 * may read and download them; whoever joins later is let in by the owner of the document.
 *
 * @param transport As the panel's, for paths that begin with `/api/dms/`.
 */
export function attachFiles(transport: Transport): Attach {
  const send = createRequest(transport)
  return async (target) => {
    const files = await chooseFiles()
    return Promise.all(files.map((file) => upload(send, file, target)))
  }
}

/** Asks for files by the browser's own dialog; none when it is closed without a choice. */
function chooseFiles(): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

async function upload(send: Send, file: File, { people }: AttachTarget): Promise<Attachment> {
  const { id } = await send<{ id: string }>(`${base}/uploads/initiate`, {
    ...json({
      fileName: file.name,
      sizeBytes: file.size,
      ...(file.type === '' ? {} : { contentType: file.type }),
    }),
    method: 'POST',
  })
  await send(`${base}/uploads/${id}/content`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const { documentId, versionId } = await send<{ documentId: string; versionId: string }>(
    `${base}/uploads/${id}/complete`,
    { ...json({}), method: 'POST' },
  )
  const entries = people.map((person) => ({
    principal: { kind: 'user', id: person.id },
    allow: ['read', 'download'],
  }))
  await send(`${base}/documents/${documentId}/acl`, {
    ...json({ inherit: false, entries }),
    method: 'PUT',
  })
  return { documentId, versionId, name: file.name }
}

const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
