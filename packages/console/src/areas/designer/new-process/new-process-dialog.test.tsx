import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { field, fill, press, says } from '../../../testing/person.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { NewProcessDialog } from './new-process-dialog.tsx'

signInFirst()
beforeAll(() => speak('en', 'designer'))
beforeEach(() => {
  give('get', '/api/bpm/v1/biz-types', { items: [], nextCursor: null })
  give('get', '/api/bpm/v1/definitions', { items: [], nextCursor: null })
})

const input = () => {
  const found = document.querySelector<HTMLInputElement>('input[type=file]')
  if (found === null) throw new Error('no file can be chosen')
  return found
}
const choose = async (model: object) =>
  userEvent.upload(input(), new File([JSON.stringify(model)], 'model.json'))

async function open() {
  await show(<NewProcessDialog onClose={() => undefined} />)
  await userEvent.click(screen.getByText('From a file'))
}

it('is called as the file calls it, until somebody writes a name', async () => {
  await open()
  await choose({ name: 'Travel', nodeConfig: {} })
  await waitFor(() => expect(field('Name').value).toBe('Travel'))
  expect(field('Key').value).toBe('travel')
  await choose({ flowName: 'Leave', nodeList: [] })
  await waitFor(() => expect(field('Name').value).toBe('Leave'))
  expect(field('Key').value).toBe('leave')
  expect(input().value).toBe('')
  fill('Name', 'Mine')
  await choose({ name: 'Travel', nodeConfig: {} })
  expect(field('Name').value).toBe('Mine')
})

it('says at the file why it is not taken', async () => {
  refuse('post', '/api/bpm/v1/definitions/import', {
    code: 'bpm.definition_invalid',
    status: 422,
    problems: [{ element: '', code: 'source_unknown', message: 'no model is known' }],
  })
  await open()
  await choose({ name: 'Travel' })
  await press('Make the draft')
  expect(await screen.findByText(/No tool that is known writes files like this/)).toBeDefined()
  await choose({ name: 'Trip' })
  await waitFor(() => expect(field('Name').value).toBe('Trip'))
  expect(says('No tool that is known')).toBe(false)
})
