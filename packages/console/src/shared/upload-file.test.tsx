import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, json, noAnswer } from '../testing/network.ts'
import { askedOf, refuse } from '../testing/services.ts'
import { signInFirst } from '../testing/signed-in.ts'
import { aFile, offsetsSent, takeUploads } from '../testing/uploads.ts'
import { uploadFile } from './upload-file.ts'

signInFirst()

const piece = 4 * 1024 * 1024
const toFolder = { folderId: 'f-1' }
const content = '/api/dms/uploads/{id}/content'
const never = new AbortController().signal

beforeEach(() => sessionStorage.clear())

interface Options {
  readonly signal?: AbortSignal
  readonly tell?: (sentBytes: number) => unknown
}
const nobody = () => undefined

const send = (file: File, { signal = never, tell = nobody }: Options = {}) =>
  uploadFile(file, toFolder, tell, signal)

/** Sends a file of three pieces, and loses the network before the third. */
async function breakOff(file: File) {
  let pieces = 0
  const uploads = takeUploads()
  answer('post', content, ({ url, body }) => {
    pieces += 1
    if (pieces === 3) return noAnswer()
    const upload = [...uploads.values()].find(({ id }) => url.pathname.includes(id))
    if (upload === undefined) throw new Error('no upload')
    const receivedBytes = upload.receivedBytes + String(body).length
    uploads.set(upload.id, { ...upload, receivedBytes, status: 'RECEIVING' })
    return json({ receivedBytes })
  })
  await expect(send(file)).rejects.toMatchObject({ code: 'console.unreachable' })
  return uploads
}

describe('a file', () => {
  it('is sent in pieces, each where it belongs, and tells how far it is', async () => {
    takeUploads()
    const tell = vi.fn<(sent: number) => void>()
    const result = await send(aFile('plan.txt', 2 * piece + 5), { tell })
    expect(result).toMatchObject({ documentId: 'd-u-1', versionId: 'v-u-1' })
    expect(offsetsSent()).toEqual([0, piece, 2 * piece])
    expect(tell.mock.calls.flat()).toEqual([0, piece, 2 * piece, 2 * piece + 5])
  })

  it('says its name, size, type and place', async () => {
    takeUploads()
    await send(aFile('plan.txt', 5))
    expect(askedOf('post', '/api/dms/uploads/initiate')[0]?.body).toEqual({
      fileName: 'plan.txt',
      sizeBytes: 5,
      contentType: 'text/plain',
      folderId: 'f-1',
    })
  })

  it('without a type claims none', async () => {
    takeUploads()
    await send(new File(['abc'], 'notes'))
    expect(askedOf('post', '/api/dms/uploads/initiate')[0]?.body).not.toHaveProperty('contentType')
  })

  it('without content is a document as well', async () => {
    takeUploads()
    expect(await send(aFile('empty.txt', 0))).toMatchObject({ documentId: 'd-u-1' })
    expect(offsetsSent()).toEqual([0])
  })
})

describe('an upload that broke off', () => {
  it('goes on where it stands, with the same upload', async () => {
    const file = aFile('plan.txt', 2 * piece + 5)
    const uploads = await breakOff(file)
    const begun = new Map(uploads)
    takeUploads()
    const [upload] = begun.values()
    if (upload === undefined) throw new Error('nothing was begun')
    takeBegun(upload)
    const tell = vi.fn<(sent: number) => void>()
    await send(file, { tell })
    expect(askedOf('post', '/api/dms/uploads/initiate')).toHaveLength(1)
    expect(tell.mock.calls[0]).toEqual([2 * piece])
    expect(offsetsSent().at(-1)).toBe(2 * piece)
  })

  it.each([
    [
      'is known no more',
      () => refuse('get', '/api/dms/uploads/{id}', { code: 'dms.not_found', status: 404 }),
    ],
    ['was completed, or given up', () => undefined],
  ])('begins anew when it %s', async (_, forget) => {
    const file = aFile('plan.txt', 2 * piece + 5)
    const [upload] = (await breakOff(file)).values()
    if (upload === undefined) throw new Error('nothing was begun')
    takeUploads()
    answer('get', '/api/dms/uploads/{id}', () => json({ ...upload, status: 'EXPIRED' }))
    forget()
    await send(file)
    expect(askedOf('post', '/api/dms/uploads/initiate')).toHaveLength(2)
  })

  it('does not begin anew while nobody knows how it stands', async () => {
    const file = aFile('plan.txt', 2 * piece + 5)
    await breakOff(file)
    takeUploads()
    answer('get', '/api/dms/uploads/{id}', noAnswer)
    await expect(send(file)).rejects.toMatchObject({ code: 'console.unreachable' })
    expect(askedOf('post', '/api/dms/uploads/initiate')).toHaveLength(1)
  })

  it('is not gone on with for another file, or for another place', async () => {
    await breakOff(aFile('plan.txt', 2 * piece + 5))
    takeUploads()
    await send(aFile('other.txt', 5))
    await uploadFile(
      aFile('plan.txt', 2 * piece + 5),
      { documentId: 'd-9' },
      () => undefined,
      never,
    )
    expect(askedOf('post', '/api/dms/uploads/initiate')).toHaveLength(3)
  })

  /** The service still has what was begun. */
  function takeBegun(upload: { readonly id: string; readonly receivedBytes: number }) {
    answer('get', '/api/dms/uploads/{id}', () => json({ ...upload, status: 'RECEIVING' }))
    answer('post', content, () => json({ receivedBytes: 2 * piece + 5 }))
    answer('post', '/api/dms/uploads/{id}/complete', () =>
      json({ documentId: 'd', versionId: 'v' }),
    )
  }
})

describe('an upload that ended', () => {
  it('is not gone on with: the same file is sent again from its beginning', async () => {
    takeUploads()
    await send(aFile('plan.txt', 5))
    await send(aFile('plan.txt', 5))
    expect(offsetsSent()).toEqual([0, 0])
    expect(sessionStorage).toHaveLength(0)
  })

  it('by a refusal says which', async () => {
    takeUploads()
    refuse('post', '/api/dms/uploads/initiate', { code: 'dms.quota_exceeded', status: 413 })
    await expect(send(aFile('plan.txt', 5))).rejects.toMatchObject({ code: 'dms.quota_exceeded' })
  })

  it('because nobody wanted it any more sends nothing further', async () => {
    takeUploads()
    const abort = new AbortController()
    const sending = send(aFile('plan.txt', 2 * piece), {
      signal: abort.signal,
      tell: (sent) => sent === piece && abort.abort(),
    })
    await expect(sending).rejects.toThrow()
    expect(offsetsSent()).toEqual([0])
    expect(askedOf('post', '/api/dms/uploads/{id}/complete')).toHaveLength(0)
  })
})
