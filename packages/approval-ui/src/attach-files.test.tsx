import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Transport } from './api.ts'
import { attachFiles } from './attach-files.ts'
import { ids, people } from './testing/answers.ts'

interface Sent {
  readonly request: string
  readonly body: unknown
}

/** The document service, which says no to what `refuse` names. */
function aService(refuse = '') {
  const sent: Sent[] = []
  let number = 0
  const transport: Transport = async (path, { method = '', body }) => {
    const isBytes = body instanceof Blob
    sent.push({
      request: `${method} ${path}${isBytes ? ` ${body.type}` : ''}`,
      body: isBytes ? await body.text() : JSON.parse(String(body)),
    })
    if (refuse !== '' && path.includes(refuse)) {
      return new Response(JSON.stringify({ code: 'dms.refused', title: 'No' }), { status: 422 })
    }
    number += path.includes('/uploads') ? 1 : 0
    const answer = { documentId: `d${number}`, versionId: `v${number}` }
    return new Response(JSON.stringify(answer))
  }
  return { sent, transport }
}

/** What the person does with the browser's dialog. */
let answerDialog: (input: HTMLInputElement) => void = () => undefined
beforeEach(() => {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    answerDialog(this)
  })
})
afterEach(() => vi.restoreAllMocks())

const choose = (...files: readonly File[]) => {
  answerDialog = (input) => {
    Object.defineProperty(input, 'files', { value: files })
    input.dispatchEvent(new Event('change'))
  }
}
const target = { instanceId: ids.instance, people: [people.employee, people.manager] }

describe('a file of this computer', () => {
  it('becomes a document that those may read who take part, and nobody else', async () => {
    const { sent, transport } = aService()
    choose(new File(['hello'], 'plan a.txt', { type: 'text/plain' }))
    expect(await attachFiles(transport)(target)).toEqual([
      { documentId: 'd1', versionId: 'v1', name: 'plan a.txt' },
    ])
    expect(sent).toEqual([
      { request: 'POST /api/dms/uploads?fileName=plan%20a.txt text/plain', body: 'hello' },
      {
        request: 'PUT /api/dms/documents/d1/acl',
        body: {
          inherit: false,
          entries: [people.employee, people.manager].map(({ id }) => ({
            principal: { kind: 'user', id },
            allow: ['read', 'download'],
          })),
        },
      },
    ])
  })

  it('of a type that nobody knows claims none', async () => {
    const { sent, transport } = aService()
    choose(new File(['x'], 'notes'))
    await attachFiles(transport)(target)
    expect(sent[0]?.request).toBe('POST /api/dms/uploads?fileName=notes ')
  })

  it.each(['uploads', 'acl'])('is not attached when the service says no at %s', async (step) => {
    const { transport } = aService(step)
    choose(new File(['x'], 'plan.txt'))
    await expect(attachFiles(transport)(target)).rejects.toMatchObject({ code: 'dms.refused' })
  })
})

it('attaches nothing when the dialog is closed without a choice', async () => {
  const { sent, transport } = aService()
  answerDialog = (input) => void input.dispatchEvent(new Event('cancel'))
  expect(await attachFiles(transport)(target)).toEqual([])
  expect(sent).toEqual([])
})
