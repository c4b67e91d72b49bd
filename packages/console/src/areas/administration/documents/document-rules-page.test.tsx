import { act, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { callsOf } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { buttons, fill, press, says } from '../../../testing/person.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { DocumentRulesPage } from './document-rules-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const reading = '/api/dms/task-reading-policy'
const filing = '/api/dms/record-filing-policy'

let history: Awaited<ReturnType<typeof show>>['history']
beforeEach(async () => {
  give('get', reading, { keepSeconds: 86_400, revision: 3 })
  give('get', filing, { languages: ['en'], revision: 0 })
  ;({ history } = await show(<DocumentRulesPage />))
  await expect.poll(() => buttons('Save').length).toBe(2)
})

it('says in days how long people read on, over what was read', async () => {
  give('put', reading, { keepSeconds: 604_800, revision: 4 })
  fill('Days that they read on', '7')
  buttons('Save')[0]?.click()

  await expect
    .poll(() => callsOf('put', reading).map(({ body }) => body))
    .toEqual([{ keepSeconds: 604_800, revision: 3 }])
})

it('does not take an emptied field for no days', async () => {
  fill('Days that they read on', '')
  await expect.poll(() => buttons('Save')[0]?.disabled).toBe(true)
  buttons('Save')[0]?.click()
  fill('Days that they read on', '0')
  give('put', reading, { keepSeconds: 0, revision: 4 })
  await expect.poll(() => buttons('Save')[0]?.disabled).toBe(false)
  buttons('Save')[0]?.click()
  await expect
    .poll(() => callsOf('put', reading).map(({ body }) => body))
    .toEqual([{ keepSeconds: 0, revision: 3 }])
})

it('says in which languages records are filed', async () => {
  give('put', filing, { languages: ['en', 'zh-CN'], revision: 1 })
  screen.getByLabelText('Chinese').click()
  await expect.poll(() => (screen.getByLabelText('Chinese') as HTMLInputElement).checked).toBe(true)
  buttons('Save')[1]?.click()

  await expect
    .poll(() => callsOf('put', filing).map(({ body }) => body))
    .toEqual([{ languages: ['en', 'zh-CN'], revision: 0 }])
})

it('learns what somebody else has saved when they were first', async () => {
  refuse('put', reading, { code: 'dms.revision_mismatch', status: 409 })
  fill('Days that they read on', '7')
  give('get', reading, { keepSeconds: 172_800, revision: 4 })
  buttons('Save')[0]?.click()
  await expect.poll(() => buttons('Drop mine and load theirs').length).toBe(1)
})

it('is left without a question where what was taken away is chosen again', async () => {
  const both = { languages: ['en' as const, 'zh-CN' as const], revision: 1 }
  give('put', filing, both)
  give('get', filing, both)
  const toggle = (name: string) => act(async () => screen.getByLabelText(name).click())
  await toggle('Chinese')
  buttons('Save')[1]?.click()
  await expect.poll(() => callsOf('get', filing)).toHaveLength(2)
  const leave = () => act(async () => history.push('/away'))
  await toggle('English')
  await leave()
  expect(says('Leave without saving?')).toBe(true)
  await press('Stay')
  await toggle('English')
  await leave()
  await expect.poll(() => history.location.pathname).toBe('/away')
  expect(says('Leave without saving?')).toBe(false)
})
