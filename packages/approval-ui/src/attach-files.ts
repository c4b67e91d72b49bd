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
  const { documentId, versionId } = await send<{ documentId: string; versionId: string }>(
    `${base}/uploads?fileName=${encodeURIComponent(file.name)}`,
    // A file says its own type; of one that nobody knows nothing is claimed.
    { method: 'POST', body: file, headers: { 'idempotency-key': crypto.randomUUID() } },
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
