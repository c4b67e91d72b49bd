import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { answer, callsOf, json } from '../../../testing/network.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { ann, aPerson } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { DmsDocument } from '../queries.ts'
import { ApprovalTab } from './approval-tab.tsx'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const at = '2026-11-18T08:12:00.000Z'
const document: DmsDocument = {
  id: 'd-1',
  title: 'Plan',
  status: 'ACTIVE',
  ownerId: ann.id,
  folderId: null,
  currentVersionId: 'v-1',
  versionCount: 1,
  tags: [],
  properties: {},
  revision: 1,
  trashedAt: null,
  createdAt: at,
  updatedAt: at,
  rights: ['read', 'write'],
}

it.each([
  ['its initiator', [], ann.id, 1],
  ['who manages the document', ['manage'] as const, 'u-9', 1],
  ['nobody else', [], 'u-9', 0],
] as const)(
  'an approval that decided nothing about its version is given up by %s',
  async (_, rights, initiatorId, offered) => {
    give('get', '/api/dms/documents/{documentId}/approval', {
      bindingId: 'b-1',
      documentId: 'd-1',
      versionId: 'v-1',
      status: 'BOUND',
      operation: 'START',
      requestKey: 'k-1',
      initiatorId,
      createdAt: at,
      cause: { code: 'dms.approval_without_effect' },
    })
    give('get', '/api/dms/documents/{documentId}/versions', { items: [], nextCursor: null })
    const cache = makeCache()
    cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['dms:document:write'] }))

    await show(<ApprovalTab document={{ ...document, rights: ['read', ...rights] }} />, cache)

    await expect.poll(() => says('In approval')).toBe(true)
    expect(buttons('Give it up')).toHaveLength(offered)
  },
)

it.each([
  ['a start', 'START', 1],
  ['a resubmission, which the service does not give up', 'RESUBMIT', 0],
] as const)(
  'what nobody knows of %s is asked again, or given up',
  async (_, operation, offered) => {
    give('get', '/api/dms/documents/{documentId}/approval', {
      bindingId: 'b-1',
      documentId: 'd-1',
      versionId: 'v-1',
      status: 'UNKNOWN',
      operation,
      requestKey: 'k-1',
      initiatorId: ann.id,
      createdAt: at,
    })
    give('get', '/api/dms/documents/{documentId}/versions', { items: [], nextCursor: null })
    const cache = makeCache()
    cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['dms:document:write'] }))

    await show(<ApprovalTab document={document} />, cache)

    await expect.poll(() => buttons('Ask again').length).toBe(1)
    expect(buttons('Give it up')).toHaveLength(offered)
  },
)

it('asks for no approval where the document says that there is none', async () => {
  give('get', '/api/dms/documents/{documentId}/versions', { items: [], nextCursor: null })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [] }))
  await show(<ApprovalTab document={{ ...document, hasApproval: false }} />, cache)
  const versions = '/api/dms/documents/{documentId}/versions'
  await expect.poll(() => callsOf('get', versions).length).toBe(1)
  expect(callsOf('get', '/api/dms/documents/{documentId}/approval')).toHaveLength(0)
})

describe('of several processes', () => {
  const several = {
    code: 'bpm.definition_required',
    status: 422,
    title: 'Name one of the processes',
    definitionIds: ['p-1', 'p-2'],
  }
  const approval = '/api/dms/documents/{documentId}/approval'
  const draft = {
    id: 'v-1',
    documentId: 'd-1',
    versionNo: 1,
    fileName: 'plan.txt',
    contentType: 'text/plain',
    sizeBytes: 5,
    sha256: '0'.repeat(64),
    status: 'DRAFT',
    scanStatus: 'CLEAN',
    revision: 1,
    note: null,
    createdBy: ann.id,
    createdAt: at,
    updatedAt: at,
  } as const

  async function showDraft(hasApproval: boolean) {
    give('get', '/api/dms/documents/{documentId}/versions', { items: [draft], nextCursor: null })
    const cache = makeCache()
    cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['dms:document:write'] }))
    await show(<ApprovalTab document={{ ...document, hasApproval }} />, cache)
    await expect.poll(() => buttons('Ask for approval').length).toBe(1)
  }

  async function chooseTheSecond() {
    await userEvent.click(await screen.findByRole('combobox', { name: /Process/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Process 2' }))
    await press('Ask for approval')
    await expect.poll(() => askedOf('post', approval).at(-1)?.body.definitionId).toBe('p-2')
  }

  it('one is chosen once the workflow service asks for it, in whose words it is said', async () => {
    refuse('post', approval, { code: 'dms.approval_refused', status: 422, cause: several })
    await showDraft(false)
    await press('Ask for approval')
    await expect.poll(() => says('Name one of the processes')).toBe(true)
    expect(askedOf('post', approval)[0]?.body).not.toHaveProperty('definitionId')
    await chooseTheSecond()
  })

  it('one is chosen at once by who comes back to a wish that was refused', async () => {
    give('get', approval, {
      bindingId: 'b-1',
      documentId: 'd-1',
      versionId: 'v-1',
      status: 'FAILED',
      operation: 'START',
      requestKey: 'k-1',
      initiatorId: ann.id,
      createdAt: at,
      cause: several,
    })
    refuse('post', approval, { code: 'dms.approval_refused', status: 422, cause: several })
    await showDraft(true)
    expect(says('Name one of the processes')).toBe(true)
    await chooseTheSecond()
  })

  it('none is left to choose that is published no more: they are asked for once more', async () => {
    const gone = { code: 'bpm.definition_not_published', status: 422, title: 'Published no more' }
    answer('post', approval, ({ body }) => {
      const cause = JSON.stringify(body).includes('definitionId') ? gone : several
      return json({ code: 'dms.approval_refused', status: 422, title: 'Refused', cause }, 422)
    })
    await showDraft(false)
    await press('Ask for approval')
    await chooseTheSecond()
    await expect.poll(() => says('Published no more')).toBe(true)
    await press('Ask for approval')
    await expect.poll(() => says('Name one of the processes')).toBe(true)
    expect(askedOf('post', approval).at(-1)?.body).not.toHaveProperty('definitionId')
  })
})
