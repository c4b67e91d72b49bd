import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionEnded } from '../auth/session.ts'
import { tokensOf } from '../testing/identity.ts'
import { answer, json, noAnswer } from '../testing/network.ts'
import { askedOf, refuse } from '../testing/services.ts'
import { signInFirst } from '../testing/signed-in.ts'
import { aFile, begun, part, partBytes, partsSent, takeUploads } from '../testing/uploads.ts'
import { uploadFile } from './upload-file.ts'

signInFirst()

const initiate = '/api/dms/uploads/initiate'
const complete = '/api/dms/uploads/{id}/complete'
const toFolder = { folderId: 'f-1' }
const never = new AbortController().signal
const threeParts = 2 * partBytes + 5

beforeEach(() => sessionStorage.clear())

interface Options {
  readonly signal?: AbortSignal
  readonly tell?: (sentBytes: number) => unknown
}
const nobody = () => undefined

const send = (file: File, { signal = never, tell = nobody }: Options = {}) =>
  uploadFile(file, toFolder, tell, signal)

/** Sends a file of three parts, and has no network for the third. Gives what was stored by then. */
async function breakOff(file: File) {
  const [parts] = [takeUploads()]
  answer('put', part, ({ url, body }) => {
    const number = url.pathname.split('/').at(-1) ?? ''
    if (number === '3') return noAnswer()
    parts.get('u-1')?.set(number, String(body))
    return json({ number: Number(number) })
  })
  await expect(send(file)).rejects.toMatchObject({ code: 'console.unreachable' })
  return new Map(parts.get('u-1'))
}

/** The service still has what was begun. */
function takeBegun(file: File, stored: ReadonlyMap<string, string>, status = 'RECEIVING') {
  const parts = takeUploads()
  parts.set('u-1', new Map(stored))
  answer('get', '/api/dms/uploads/{id}', () =>
    json({ ...begun('u-1', file.name, file.size), status }),
  )
  answer('post', complete, () => json({ documentId: 'd', versionId: 'v' }))
}

describe('a file', () => {
  it('is sent in parts, and tells how far it is', async () => {
    const parts = takeUploads()
    const tell = vi.fn<(sent: number) => void>()
    const result = await send(aFile('plan.txt', threeParts), { tell })
    expect(result).toMatchObject({ documentId: 'd-u-1', versionId: 'v-u-1' })
    expect(partsSent().toSorted()).toEqual([1, 2, 3])
    expect(parts.get('u-1')?.get('3')).toBe('xxxxx')
    expect(tell.mock.calls).toHaveLength(3)
    expect(tell.mock.calls.at(-1)).toEqual([threeParts])
  })

  it('says its name, size, type and place', async () => {
    takeUploads()
    await send(aFile('plan.txt', 5))
    expect(askedOf('post', initiate)[0]?.body).toEqual({
      fileName: 'plan.txt',
      sizeBytes: 5,
      contentType: 'text/plain',
      folderId: 'f-1',
    })
  })

  it('without a type claims none', async () => {
    takeUploads()
    await send(new File(['abc'], 'notes'))
    expect(askedOf('post', initiate)[0]?.body).not.toHaveProperty('contentType')
  })

  it('without content is a document as well', async () => {
    takeUploads()
    expect(await send(aFile('empty.txt', 0))).toMatchObject({ documentId: 'd-u-1' })
    expect(partsSent()).toEqual([])
  })

  it('is begun once, and sent on, while the line is down for a moment', async () => {
    takeUploads()
    const fails = new Set(['initiate', 'part', 'complete'])
    const keys = () =>
      askedOf('post', initiate).map(({ headers }) => headers.get('idempotency-key'))
    const failOnce = (name: string) => {
      if (fails.delete(name)) noAnswer()
    }
    answer('post', initiate, () => {
      failOnce('initiate')
      return json(begun('u-1', 'plan.txt', 5), 201)
    })
    answer('put', part, () => {
      failOnce('part')
      return json({ number: 1 })
    })
    answer('post', complete, () => {
      failOnce('complete')
      return json({ documentId: 'd', versionId: 'v' })
    })
    expect(await send(aFile('plan.txt', 5))).toMatchObject({ documentId: 'd' })
    expect(fails.size).toBe(0)
    expect(keys()).toEqual([expect.any(String), keys()[0]])
  })
})

describe('what the storage has lost when all was sent', () => {
  it('is sent again by itself, and it is told how far that is', async () => {
    const parts = takeUploads()
    const isLost = new Set<string>()
    const tell = vi.fn((sent: number) => {
      if (sent < threeParts || isLost.has('2')) return
      isLost.add('2')
      parts.get('u-1')?.delete('2')
    })
    const result = await send(aFile('plan.txt', threeParts), { tell })
    expect(result).toMatchObject({ documentId: 'd-u-1' })
    expect(partsSent().slice(3)).toEqual([2])
    expect(tell.mock.calls.slice(3).at(-1)).toEqual([threeParts])
    expect(tell.mock.calls[3]?.[0]).toBeLessThan(threeParts)
    expect(askedOf('post', initiate)).toHaveLength(1)
  })

  it('is said to who sent it, when it is lost each time; the upload can be gone on with', async () => {
    const parts = takeUploads()
    const file = aFile('plan.txt', threeParts)
    const tell = (sent: number) => sent === threeParts && parts.get('u-1')?.delete('2')
    await expect(send(file, { tell })).rejects.toMatchObject({ code: 'dms.size_mismatch' })
    expect(await send(file)).toMatchObject({ documentId: 'd-u-1' })
    expect(askedOf('post', initiate)).toHaveLength(1)
  })
})

describe('an upload that broke off', () => {
  it('goes on with the same upload, and what is stored is not sent again', async () => {
    const file = aFile('plan.txt', threeParts)
    const stored = await breakOff(file)
    expect([...stored.keys()].toSorted()).toEqual(['1', '2'])
    const before = partsSent().length
    takeBegun(file, stored)
    await send(file)
    expect(askedOf('post', initiate)).toHaveLength(1)
    expect(partsSent().slice(before)).toEqual([3])
  })

  it.each([
    ['is known no more', 404],
    ['has expired', 410],
  ])('begins anew when it %s', async (_, status) => {
    const file = aFile('plan.txt', threeParts)
    await breakOff(file)
    takeUploads()
    refuse('get', '/api/dms/uploads/{id}', { code: 'dms.refused', status })
    await send(file)
    expect(askedOf('post', initiate)).toHaveLength(2)
  })

  it('begins anew when it was given up', async () => {
    const file = aFile('plan.txt', threeParts)
    takeBegun(file, await breakOff(file), 'ABORTED')
    await send(file)
    expect(askedOf('post', initiate)).toHaveLength(2)
  })

  it('begins anew when the file is another by now, under the same name', async () => {
    const stored = await breakOff(aFile('plan.txt', threeParts))
    const file = new File(['y'.repeat(threeParts)], 'plan.txt', { lastModified: 1 })
    takeBegun(file, stored)
    await send(file)
    expect(askedOf('post', initiate)).toHaveLength(2)
  })

  it('does not begin anew while nobody knows how it stands', async () => {
    const file = aFile('plan.txt', threeParts)
    await breakOff(file)
    takeUploads()
    answer('get', '/api/dms/uploads/{id}', noAnswer)
    await expect(send(file)).rejects.toMatchObject({ code: 'console.unreachable' })
    expect(askedOf('post', initiate)).toHaveLength(1)
  })

  it('is not gone on with for another file, or for another place', async () => {
    await breakOff(aFile('plan.txt', threeParts))
    takeUploads()
    await send(aFile('other.txt', 5))
    await uploadFile(aFile('plan.txt', threeParts), { documentId: 'd-9' }, nobody, never)
    expect(askedOf('post', initiate)).toHaveLength(3)
  })
})

describe('an upload that ended', () => {
  it('is not gone on with: the same file is sent again from its beginning', async () => {
    takeUploads()
    await send(aFile('plan.txt', 5))
    await send(aFile('plan.txt', 5))
    expect(partsSent()).toEqual([1, 1])
    expect(sessionStorage).toHaveLength(0)
  })

  it('by a refusal says which', async () => {
    takeUploads()
    refuse('post', initiate, { code: 'dms.quota_exceeded', status: 413 })
    await expect(send(aFile('plan.txt', 5))).rejects.toMatchObject({ code: 'dms.quota_exceeded' })
  })

  it('because nobody wanted it any more sends nothing further', async () => {
    takeUploads()
    const abort = new AbortController()
    const sending = send(aFile('plan.txt', 9 * partBytes), {
      signal: abort.signal,
      tell: () => abort.abort(),
    })
    await expect(sending).rejects.toThrow()
    expect(partsSent().length).toBeLessThan(9)
    expect(askedOf('post', complete)).toHaveLength(0)
  })

  it('with the session of its person is not tried again', async () => {
    takeUploads()
    refuse('put', part, { code: 'auth.invalid_token', status: 401 })
    answer('post', '/oauth2/token', () => json({ error: 'invalid_grant' }, 400))
    await expect(send(aFile('plan.txt', 5))).rejects.toThrow(SessionEnded)
    expect(partsSent()).toEqual([1])
    // Whoever signs in again goes on.
    answer('post', '/oauth2/token', () => json(tokensOf({ sub: 'ann' })))
  })
})
