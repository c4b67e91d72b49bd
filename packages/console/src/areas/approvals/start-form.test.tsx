import { Link } from '@tanstack/react-router'
import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { answer, callsOf, json, noAnswer } from '../../testing/network.ts'
import { makeCache, open, speak } from '../../testing/page.tsx'
import { field, fill, press, says } from '../../testing/person.ts'
import { aBizType, anInstance, aPerson, bob } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { StartForm } from './start-form.tsx'
import { StartPage } from './start-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'approvals'))
// Of whom one may show it to.
beforeEach(() => give('get', '/api/iam/v1/people', { items: [] }))

const start = '/api/bpm/v1/process-instances'
const preview = '/api/bpm/v1/process-instances/preview'

const bizType = aBizType({
  variables: [
    { name: 'reason', label: 'Reason', type: 'string', required: true },
    { name: 'urgent', label: 'Urgent', type: 'boolean' },
  ],
})

/** The form, filled in as far as is required, with a path of one step. */
async function openFilled() {
  give('post', preview, {
    steps: [
      {
        node: { id: 'manager', name: 'Manager approval' },
        kind: 'task',
        mode: 'single',
        state: 'expected',
        people: [bob],
      },
    ],
    selections: [],
    complete: true,
    openQuestion: null,
  })
  const opened = await open('/start', {
    '/start': () => (
      <>
        <Link to="/inbox">Inbox</Link>
        <StartForm bizType={bizType} />
      </>
    ),
    '/approvals/$id': () => <p>Its page</p>,
  })
  fill('Title', 'Trip')
  fill('Number', 'EX-1')
  fill('Reason', 'Fair')
  return opened
}

const keysSent = () => askedOf('post', start).map(({ body: { idempotencyKey } }) => idempotencyKey)

describe('starting an approval', () => {
  it('shows who will decide once enough is said, and leads to its page when it is on its way', async () => {
    const { history } = await openFilled()
    await screen.findByText(bob.name)
    give('post', start, anInstance({ id: 'i-7' }))
    await press('Start the approval')
    await expect.poll(() => history.location.pathname).toBe('/approvals/i-7')
    expect(says('The approval is on its way')).toBe(true)
    expect(askedOf('post', start)[0]?.body).toMatchObject({
      bizType: 'expense',
      title: 'Trip',
      bizId: 'EX-1',
      variables: { reason: 'Fair' },
    })
  })

  it('calls type and values what every list calls them, in the language of the person', async () => {
    await speak('zh-CN', 'approvals')
    onTestFinished(() => speak('en', 'approvals'))
    const label = { en: 'Why', 'zh-CN': '事由' }
    const labels = { en: 'Urgent', 'zh-CN': '加急' }
    const declared = aBizType({
      names: { en: 'Trip', 'zh-CN': '出差' },
      keyFields: [{ variable: 'reason', label, format: 'text' }],
      variables: [
        { name: 'reason', label: 'Reason', type: 'string', required: true },
        { name: 'urgent', label: 'Urgent', labels, type: 'boolean' },
      ],
    })
    give('get', '/api/bpm/v1/biz-types/{code}', declared)
    await open('/start/expense', { '/start/$bizType': StartPage })
    await screen.findByRole('heading', { name: '新建：出差' })
    expect(field('事由')).toBeDefined()
    expect(field('加急')).toBeDefined()
  })

  it('does not ask for a path while something is missing, nor start', async () => {
    await open('/start', { '/start': () => <StartForm bizType={bizType} /> })
    fill('Title', 'Trip')
    await press('Start the approval')
    expect(says('Shown as soon as all required fields are filled in.')).toBe(true)
    expect(callsOf('post', preview)).toHaveLength(0)
    expect(callsOf('post', start)).toHaveLength(0)
  })

  it('says at each field that it is missing, also where people are chosen, and leads to the first', async () => {
    const asksPeople = aBizType({
      variables: [{ name: 'buyers', label: 'Buyers', type: 'users', required: true }],
    })
    await open('/start', { '/start': () => <StartForm bizType={asksPeople} /> })
    fill('Title', ' ')
    fill('Number', 'EX-1')
    await press('Start the approval')
    expect(screen.getAllByText('This is still missing')).toHaveLength(2)
    expect(document.activeElement).toBe(field('Title'))
    fill('Title', 'Trip')
    await press('Start the approval')
    expect(screen.getAllByText('This is still missing')).toHaveLength(1)
    expect(document.activeElement).toBe(field('Buyers'))
    expect(callsOf('post', start)).toHaveLength(0)
  })

  it('says for which step nobody is chosen', async () => {
    give('post', preview, {
      steps: [],
      selections: [{ node: { id: 'board', name: 'Board' }, required: true }],
      complete: true,
      openQuestion: null,
    })
    await open('/start', { '/start': () => <StartForm bizType={bizType} /> })
    for (const label of ['Title', 'Number', 'Reason']) fill(label, 'Trip')
    const choice = await screen.findByRole('combobox', { name: /Board/ })
    await press('Start the approval')
    expect(says('This is still missing')).toBe(true)
    expect(document.activeElement).toBe(choice)
    expect(callsOf('post', start)).toHaveLength(0)
  })

  it('starts once when the answer is lost and the button is pressed again', async () => {
    await openFilled()
    answer('post', start, noAnswer)
    await press('Start the approval')
    await screen.findByRole('alert')
    give('post', start, anInstance())
    await press('Start the approval')
    await expect.poll(keysSent).toHaveLength(2)
    expect(new Set(keysSent()).size).toBe(1)
  })

  it('is another start when what it says was changed in between', async () => {
    await openFilled()
    refuse('post', start, { code: 'bpm.definition_missing', status: 422, title: 'No process' })
    await press('Start the approval')
    await screen.findByText('No process')
    fill('Reason', 'Another fair')
    await press('Start the approval')
    await expect.poll(keysSent).toHaveLength(2)
    expect(new Set(keysSent()).size).toBe(2)
  })

  it('says at the field what is wrong with it, and keeps what was typed', async () => {
    await openFilled()
    answer('post', start, () =>
      json(
        {
          code: 'bpm.variables_invalid',
          title: 'Wrong values',
          status: 422,
          errors: [{ pointer: '/variables/reason', code: 'length', detail: 'Say more' }],
        },
        422,
      ),
    )
    await press('Start the approval')
    await expect.poll(() => says('Say more')).toBe(true)
    expect(says('Wrong values')).toBe(false)
    expect(field('Reason').value).toBe('Fair')
  })
})

it('a form that is filled in is not left without a question', async () => {
  const { history } = await openFilled()
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Inbox' })))
  await press('Stay')
  expect([history.location.pathname, field('Reason').value]).toEqual(['/start', 'Fair'])
})

describe('a type with several processes', () => {
  const definitionIds = ['d-1', 'd-2']
  const several = { code: 'bpm.definition_required', status: 422, title: 'Name one', definitionIds }
  const path = { steps: [], selections: [], complete: true, openQuestion: null }

  async function openSeveral(...permissions: readonly string[]) {
    const cache = makeCache()
    cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
    answer('post', preview, ({ body }) =>
      JSON.stringify(body).includes('definitionId') ? json(path) : json(several, 422),
    )
    await open('/start', { '/start': () => <StartForm bizType={bizType} /> }, cache)
    fill('Title', 'Trip')
    fill('Number', 'EX-1')
    fill('Reason', 'Fair')
    await userEvent.click(await screen.findByRole('combobox', { name: /Process/ }))
  }

  it('is started with the one that is chosen by its name', async () => {
    const named = (id: string, name: string) => ({ id, name })
    answer('get', '/api/bpm/v1/definitions', () =>
      json({ items: [named('d-1', 'At home'), named('d-2', 'Abroad')], nextCursor: null }),
    )
    await openSeveral('bpm:definition:read')
    await userEvent.click(await screen.findByRole('option', { name: 'Abroad' }))
    give('post', start, anInstance())
    await press('Start the approval')
    await expect.poll(() => askedOf('post', start)[0]?.body.definitionId).toBe('d-2')
  })

  it('is started by who may not read their names, too', async () => {
    await openSeveral()
    await userEvent.click(await screen.findByRole('option', { name: 'Process 2' }))
    await expect.poll(() => says('Name one')).toBe(false)
    give('post', start, anInstance())
    await press('Start the approval')
    await expect.poll(() => askedOf('post', start)[0]?.body.definitionId).toBe('d-2')
  })
})
