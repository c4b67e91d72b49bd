import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { call } from './support/api.ts'
import { sendContent } from './support/documents.ts'
import { platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

it('[DMS-07] [DMS-16] a document is found by its words, by those alone who may see it', async () => {
  const token = await tokenOf('employee')
  const word = `word${randomUUID().slice(0, 8)}`
  const bytes = Buffer.from(`合同 ${word}\nsecond`)
  const asked = { fileName: 'agreement.txt', sizeBytes: bytes.length, contentType: 'text/plain' }
  const { body: upload } = await call('POST', '/api/dms/uploads/initiate', { token, json: asked })
  const uploadId = String(upload['id'])
  await sendContent(token, uploadId, bytes)
  const complete = `/api/dms/uploads/${uploadId}/complete`
  const { body: made } = await call('POST', complete, { token, json: {} })
  const [documentId, versionId] = [String(made['documentId']), String(made['versionId'])]
  const search = async (user: string, query: string) => {
    const path = `/api/dms/documents?q=${encodeURIComponent(query)}`
    const { body } = await call('GET', path, { token: await tokenOf(user) })
    return (body['items'] as unknown as { id: string; snippet?: string }[]).map(({ id }) => id)
  }

  await expect.poll(() => search('employee', word)).toEqual([documentId])
  expect(await search('outsider', word)).toEqual([])
  expect(await search('manager', word)).toEqual([])

  const manager = { kind: 'user', id: userNamed('manager').id }
  const entries = [{ principal: manager, allow: ['read'], watermark: true }]
  const list = `/api/dms/documents/${documentId}/acl`
  expect((await call('PUT', list, { token, json: { inherit: true, entries } })).status).toBe(200)
  expect(await search('manager', '合同')).toContain(documentId)
  const shown = await fetch(`${platform().baseUrl}/api/dms/versions/${versionId}/preview`, {
    headers: { authorization: `Bearer ${await tokenOf('manager')}` },
  })
  expect(shown.status).toBe(200)
  // The name of the reader, which iam knows, and their id.
  expect((await shown.text()).split('\n')[0]).toMatch(
    new RegExp(`^--- .+ · ${userNamed('manager').id} · .* UTC ---$`),
  )
})
