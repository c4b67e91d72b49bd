import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { field, fill, press } from '../../testing/person.ts'
import { ann } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { PropertiesDialog } from './properties-dialog.tsx'
import { documentQuery, type DmsDocument } from './queries.ts'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const at = '2026-11-18T08:12:00.000Z'
const plan: DmsDocument = {
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
const path = '/api/dms/documents/{documentId}'

function Opened() {
  const { data } = useQuery(documentQuery('d-1'))
  return data && <PropertiesDialog document={data} onClose={() => undefined} />
}

it('a title that somebody else has changed meanwhile is not overwritten, and can be taken up', async () => {
  give('get', path, plan)
  await show(<Opened />)
  await screen.findByText('Edit title and tags')
  fill('Title', 'My plan')
  refuse('patch', path, { code: 'dms.revision_mismatch', status: 412 })
  give('get', path, { ...plan, title: 'Their plan', revision: 2 })
  await press('Save')
  await screen.findByText('Somebody was faster')
  await press('Save')
  await expect.poll(() => askedOf('patch', path).at(1)?.body.revision).toBe(1)
  expect(field('Title').value).toBe('My plan')

  await press('Drop mine and load theirs')
  expect(field('Title').value).toBe('Their plan')
  fill('Title', 'Our plan')
  give('patch', path, plan)
  await press('Save')
  await expect.poll(() => askedOf('patch', path).at(-1)?.body.revision).toBe(2)
})
