// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { aTask, diagram, ids, timeline } from './testing/answers.ts'
import { startBrowser } from './testing/browser.ts'
import { buildStandalone } from './testing/bundle.ts'
import { startTestServer, type Reply, type TestServer } from './testing/server.ts'

let browser: Browser
let server: TestServer
let page: Page

beforeAll(async () => {
  server = await startTestServer(await buildStandalone())
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  await page.close()
  server.reset()
})

async function open(path = '/'): Promise<Page> {
  page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC' })
  await page.goto(server.url + path)
  return page
}

const opened = async (path = '/') => {
  await open(path)
  await page.getByRole('heading', { level: 2 }).waitFor()
  return page
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const posts = () => server.received.filter(({ method }) => method === 'POST')
const told = () => page.evaluate<unknown[]>('told')
const problem = (status: number, code: string, members: object = {}): Reply => ({
  status,
  body: { type: 'about:blank', title: 'Refused', status, code, ...members },
})

it('[BPM-22] shows what is to be decided, from a task number and a transport alone', async () => {
  await opened()
  await expect.poll(() => page.locator('dt', { hasText: /^Amount$/ }).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toContain('Trade fair')
  for (const text of ['2,500.5', 'Nov 30, 2026', 'Felix Okafor', 'Erin Moss', 'Stand and travel']) {
    await page.getByText(text).first().waitFor()
  }
  await page.getByText('Changed since the round before: Amount, Reason').waitFor()
  await page.getByText('Changed since you returned it').waitFor()
  await page.locator('del', { hasText: '3,100' }).waitFor()
  await page.getByText('Which fair? And why two nights?').waitFor()
  await page.getByText('all of them decide').waitFor()
  for (const { headers } of server.received)
    expect(headers.authorization).toBe('Bearer of-the-user')
})

it('[BPM-22] offers exactly what the task allows', async () => {
  server.task = aTask({ allowedActions: ['approve', 'delegate', 'remove-sign'] })
  await opened()
  await page.getByText('Which fair?').waitFor()
  const names = await page.locator('button[data-action]').allInnerTexts()
  expect(names).toEqual(['Approve', 'Delegate', 'Remove people'])
})

it('offers nothing on a task that is done, and says with whom one is that somebody else holds', async () => {
  server.task = aTask({ allowedActions: [] })
  await opened()
  await page.getByText('There is nothing for you to do here now. With: Mara Lindqvist').waitFor()
  expect(await page.locator('button[data-action]').count()).toBe(0)
})

it('[BPM-22] approves with a comment and a changed value, once and against the revision read', async () => {
  await opened()
  await button('Approve').click()
  await page.getByLabel('Amount').fill('2400')
  await page.getByLabel('Comment (optional)').fill('Within the budget')
  await page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Done: Approve').waitFor()
  const [sent, ...others] = posts()
  expect(others).toEqual([])
  expect(sent?.path).toBe('/tasks/T-1/approve')
  expect(sent?.body).toEqual({ comment: 'Within the budget', variables: { amount: 2400 } })
  expect(sent?.headers['if-match']).toBe('"3"')
  expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  expect(await told()).toContainEqual([
    'approval-decided',
    {
      action: 'approve',
      taskNo: 'T-1',
      taskStatus: 'APPROVED',
      instanceId: ids.instance,
      instanceStatus: 'RUNNING',
      title: 'Trade fair in Hannover: stand, travel and two nights',
      allowedActions: [],
    },
  ])
  expect(await page.locator('button[data-action]').count()).toBe(0)
})

it('returns to chosen steps, and asks for the reason first', async () => {
  await opened()
  await button('Return').click()
  const form = page.getByRole('form', { name: 'Return' })
  await form.getByLabel('steps that I choose').check()
  await form.getByLabel('Receipt check').check()
  await form.getByLabel('it comes straight back to this step').check()
  await form.getByRole('button', { name: 'Return' }).click()
  await form.getByText('Say why').waitFor()
  expect(posts()).toEqual([])
  await form.getByLabel('Comment').fill('The receipt is missing')
  await form.getByRole('button', { name: 'Return' }).click()
  await page.getByText('Done: Return').waitFor()
  expect(posts()[0]?.body).toEqual({
    comment: 'The receipt is missing',
    returnTo: 'check',
    resubmitMode: 'straightBack',
  })
})

it('gives back what was written for an action when its form was closed, or left for another', async () => {
  await opened()
  const comment = (action: string) => page.getByRole('form', { name: action }).getByLabel('Comment')
  await button('Return').click()
  await comment('Return').fill('The receipt is missing')
  await page.evaluate(`document.querySelector('approval-panel').press('reject')`)
  await comment('Reject').fill('Too expensive')
  await page.keyboard.press('Escape')
  await button('Return').click()
  expect(await comment('Return').inputValue()).toBe('The receipt is missing')
  // Who opens it wants to write.
  await expect.poll(() => page.locator('#action-form :focus').count()).toBe(1)
  await page.keyboard.press('Escape')
  await button('Reject').click()
  expect(await comment('Reject').inputValue()).toBe('Too expensive')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Done: Reject').waitFor()
  expect(posts().map(({ body }) => body)).toEqual([{ comment: 'Too expensive' }])
})

it('takes a task with one press', async () => {
  server.task = aTask({ assignee: null, allowedActions: ['claim'] })
  await opened()
  await button('Take it').click()
  await page.getByText('Done: Take it').waitFor()
  expect(posts().map(({ path, body }) => [path, body])).toEqual([['/tasks/T-1/claim', {}]])
})

it('marks a copy as read', async () => {
  server.task = aTask({ kind: 'copy', allowedActions: ['read'] })
  await opened()
  await button('Mark as read').click()
  await expect.poll(() => posts().map(({ path }) => path)).toEqual(['/tasks/T-1/read'])
})

it('sends documents that the host has chosen along with a remark, and asks it to open one', async () => {
  await opened()
  const file = { documentId: ids.instance, versionId: ids.employee, name: 'Receipt.pdf' }
  await page.evaluate(
    `document.querySelector('approval-panel').attach = () =>
      new Promise((resolve) => (globalThis.arrive = () => resolve([${JSON.stringify(file)}])))`,
  )
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Here it is')
  await button('+ Attach a document').click()
  // Nothing is sent without what is still on its way.
  const waits = page.locator('button[type=submit]', { hasText: 'Attaching …' })
  await waits.waitFor()
  expect(await waits.isDisabled()).toBe(true)
  await page.evaluate('arrive()')
  await button('Remove: Receipt.pdf').waitFor()
  await button('Send').click()
  await expect
    .poll(() => posts().map(({ body }) => body))
    .toEqual([{ comment: 'Here it is', attachments: [file] }])
  await button('Quotation.pdf').click()
  await expect
    .poll(told)
    .toContainEqual([
      'approval-open-attachment',
      { documentId: ids.instance, versionId: ids.instance, name: 'Quotation.pdf' },
    ])
})

it('takes an attachment away once it is confirmed, and shows who did', async () => {
  const attached = (more: object) =>
    timeline.map((item) => ({
      ...item,
      attachments: item.attachments.map((one) => ({ ...one, ...more })),
    }))
  let more: object = { mayRemove: true }
  server.answer = ({ method, path }) => {
    if (path.endsWith('/timeline')) {
      return Promise.resolve({ status: 200, body: { items: attached(more), nextCursor: null } })
    }
    if (method !== 'DELETE') return undefined
    more = { removed: { at: '2026-11-20T10:00:00Z', by: { id: ids.employee, name: 'Erin Moss' } } }
    return Promise.resolve({ status: 204, body: null })
  }
  await opened()
  await button('Take away: Quotation.pdf').click()
  const question = page.getByRole('group', { name: 'Take “Quotation.pdf” away?' })
  await question.getByRole('button', { name: 'Take away' }).click()
  await page.getByText('taken away by Erin Moss').waitFor()
  const deleted = server.received.filter(({ method }) => method === 'DELETE')
  expect(deleted.map(({ path }) => path)).toEqual([
    `/process-instances/${ids.instance}/attachments/${ids.instance}`,
  ])
  await page.locator('#timeline:focus').waitFor()
})

it('reads again what it may do when an action was forbidden', async () => {
  await opened()
  server.answer = ({ method }) => {
    if (method !== 'POST') return undefined
    server.task = aTask({ allowedActions: ['approve'] })
    return problem(403, 'bpm.action_forbidden')
  }
  await button('Delegate').click()
  const form = page.getByRole('form', { name: 'Delegate' })
  await form.getByRole('combobox').fill('felix')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Delegate', exact: true }).click()
  await page.getByText('bpm.action_forbidden').waitFor()
  await expect.poll(() => page.locator('button[data-action]').allInnerTexts()).toEqual(['Approve'])
})

it('adds people whom the approval names', async () => {
  await opened()
  await button('Add people').click()
  const form = page.getByRole('form', { name: 'Add people' })
  await form.getByLabel('beside me').check()
  await form.getByRole('combobox').fill('felix')
  await form.getByRole('option', { name: 'Felix Okafor' }).click()
  await form.getByRole('button', { name: 'Add people' }).click()
  await page.getByText('Done: Add people').waitFor()
  expect(posts()[0]?.body).toEqual({ position: 'parallel', users: [ids.finance1] })
})

it('transfers to somebody whom only the directory of the host knows', async () => {
  await opened()
  await page.evaluate(
    `document.querySelector('approval-panel').findPeople = async (query) => [{ id: 'u-9', name: 'Nora ' + query }]`,
  )
  await button('Transfer').click()
  const form = page.getByRole('form', { name: 'Transfer' })
  await form.getByRole('combobox').fill('Quist')
  await form.getByRole('option', { name: 'Nora Quist' }).click()
  await form.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect.poll(() => posts()[0]?.body).toEqual({ to: 'u-9' })
})

it('shows the task where parts that it can do without do not load, and loads them with the next rendering', async () => {
  page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC' })
  const faults: unknown[] = []
  page.on('pageerror', (fault) => faults.push(fault))
  const asked = new Set<string>()
  const parts = /\/(?:last-look|following)-[^/]*\.js$/
  await page.route(parts, async (route) => {
    asked.add(new URL(route.request().url()).pathname)
    await route.abort()
  })
  await page.goto(server.url)
  await page.getByText('Which fair? And why two nights?').waitFor()
  const change = (members: object) =>
    page.locator('approval-panel').evaluate((panel, given) => {
      Object.assign(panel, given)
    }, members)
  await change({ live: true })
  await expect.poll(() => asked.size).toBe(2)
  expect(await page.getByText('Changed since you returned it').count()).toBe(0)
  await page.unroute(parts)
  const follows = page.waitForResponse(/\/following-/)
  await change({ language: 'en-US' })
  await page.getByText('Changed since you returned it').waitFor()
  expect((await follows).ok()).toBe(true)
  expect(faults).toEqual([])
})

const peopleFieldCode = '**/people-field-*.js'

/** Keeps the code of the field for people back until it is let through. */
async function holdPeopleField(): Promise<() => void> {
  const arrived = Promise.withResolvers<void>()
  await page.route(peopleFieldCode, async (route) => {
    await arrived.promise
    await route.continue()
  })
  return arrived.resolve
}

it('says that people cannot be chosen where that part does not load, and loads it again', async () => {
  await opened()
  await page.route(peopleFieldCode, (route) => route.abort())
  await button('Transfer').click()
  const form = page.getByRole('form', { name: 'Transfer' })
  await form.getByRole('alert').getByText('No answer from the server').waitFor()
  await page.unroute(peopleFieldCode)
  await form.getByRole('button', { name: 'Try again' }).click()
  await page.locator('input[role=combobox]:focus').waitFor()
  expect(await form.getByRole('alert').count()).toBe(0)
})

it('says that the page has to be loaded anew where trying again does not help either', async () => {
  await opened()
  await page.route(peopleFieldCode, (route) => route.abort())
  await button('Transfer').click()
  const transfer = page.getByRole('form', { name: 'Transfer' })
  await transfer.getByRole('button', { name: 'Try again' }).click()
  await transfer.getByRole('alert').getByText('once the page is loaded again').waitFor()
  expect(await transfer.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.locator('textarea#comment:focus').waitFor()
  await page.keyboard.press('Escape')
  await button('Delegate').click()
  const delegate = page.getByRole('form', { name: 'Delegate' })
  await delegate.getByRole('alert').getByText('once the page is loaded again').waitFor()
})

it('loads the field for people with the forms that hold one, and with no other', async () => {
  server.task = aTask({ status: 'DELEGATED', allowedActions: ['resolve', 'transfer'] })
  await opened()
  let asked = 0
  await page.route(peopleFieldCode, async (route) => {
    asked += 1
    await route.abort()
  })
  await button('Give back').click()
  const form = page.getByRole('form', { name: 'Give back' })
  await page.locator('textarea#comment:focus').waitFor()
  await page.keyboard.press('Escape')
  await button('Transfer').click()
  await page.getByRole('alert').getByText('No answer from the server').waitFor()
  expect(asked).toBe(1)
  await button('Cancel').click()
  await button('Give back').click()
  await form.getByRole('button', { name: 'Give back' }).click()
  await page.getByText('Done: Give back').waitFor()
  expect(asked).toBe(1)
})

it('says whom it lacks while the field for people is still on its way', async () => {
  await opened()
  const release = await holdPeopleField()
  await button('Transfer').click()
  const form = page.getByRole('form', { name: 'Transfer' })
  await form.getByRole('button', { name: 'Transfer', exact: true }).click()
  const fault = form.getByRole('alert')
  await fault.getByText('Person: Choose at least one person.').waitFor()
  release()
  await form.getByRole('combobox').waitFor()
  expect(await fault.allInnerTexts()).toEqual(['Choose at least one person.'])
  expect(await form.getByRole('combobox').getAttribute('aria-invalid')).toBe('true')
  expect(posts()).toEqual([])
})

it('leaves the focus with who writes while that part is loading', async () => {
  await opened()
  const release = await holdPeopleField()
  await button('Transfer').click()
  const form = page.getByRole('form', { name: 'Transfer' })
  const remark = form.getByRole('textbox', { name: /Comment/ })
  await remark.pressSequentially('I am ')
  release()
  await form.getByRole('combobox').waitFor()
  await page.keyboard.type('away')
  expect(await remark.inputValue()).toBe('I am away')
})

it('leaves the focus with who writes beside it, in the same shadow root of the page', async () => {
  await opened()
  await page.evaluate(`{
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    root.innerHTML = '<label>Note <input></label>'
    root.append(document.querySelector('approval-panel'))
  }`)
  const release = await holdPeopleField()
  await button('Transfer').click()
  const note = page.getByLabel('Note')
  await note.pressSequentially('I am ')
  release()
  await page.getByRole('form', { name: 'Transfer' }).getByRole('combobox').waitFor()
  await page.keyboard.type('away')
  expect(await note.inputValue()).toBe('I am away')
})

it('[BPM-22] says who decided and when, to whoever comes second', async () => {
  await opened()
  const outcome = {
    taskNo: 'T-1',
    status: 'REJECTED',
    assignee: { id: ids.finance2, name: '王芳' },
    endedAt: '2026-11-20T09:30:00.000Z',
    endedBy: { id: ids.finance2, name: '王芳' },
  }
  server.answer = ({ method }) => {
    if (method !== 'POST') return undefined
    server.task = aTask({ status: 'REJECTED', allowedActions: [] })
    return problem(409, 'bpm.task_not_open', { task: outcome })
  }
  await button('Approve').click()
  await page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  const note = page.locator('[part=notice]')
  await note.getByText('This task was already decided').waitFor()
  expect(await note.innerText()).toMatch(/Rejected · 王芳 · ./)
  expect(await note.locator('time').getAttribute('title')).toMatch(/^Nov 20, 2026, 9:30\sAM$/)
  await expect.poll(() => page.locator('button[data-action]').count()).toBe(0)
})

it('keeps what was written when the task has changed, and sends it against the new revision', async () => {
  await opened()
  let refusals = 0
  server.answer = ({ method }) => {
    if (method !== 'POST' || refusals > 0) return undefined
    refusals += 1
    server.task = aTask({ revision: 9 })
    return problem(412, 'bpm.revision_mismatch')
  }
  await button('Reject').click()
  const form = page.getByRole('form', { name: 'Reject' })
  await form.getByLabel('Comment').fill('Too expensive')
  await form.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('has changed since you opened it').waitFor()
  expect(await form.getByLabel('Comment').inputValue()).toBe('Too expensive')
  await expect
    .poll(() => server.received.filter(({ path }) => path === '/tasks/T-1').length)
    .toBe(2)
  await form.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Done: Reject').waitFor()
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(posts()[1]?.headers['if-match']).toBe('"9"')
  expect(new Set(keys).size).toBe(2)
})

it('[BPM-22] shows what has changed before it is decided again, and keeps what was written', async () => {
  const task = (contentHash: string, amount: number) => {
    const { instance, ...rest } = aTask({ contentHash })
    return { ...rest, instance: { ...instance, variables: { ...instance.variables, amount } } }
  }
  const [old, now] = ['A'.repeat(43), 'B'.repeat(43)]
  server.task = task(old, 10)
  server.answer = ({ method, body }) => {
    if (method !== 'POST' || (body as { contentHash: string }).contentHash === now) return undefined
    server.task = task(now, 1_000_000)
    return problem(412, 'bpm.content_changed', { contentHash: now })
  }
  await opened()
  await button('Approve').click()
  const form = page.getByRole('form', { name: 'Approve' })
  await form.getByLabel('Comment (optional)').fill('Within the budget')
  await form.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Look at it again, then decide.').waitFor()
  await page.locator('del').getByText('10', { exact: true }).waitFor()
  await page.getByText('1,000,000').waitFor()
  expect(await form.getByLabel('Comment (optional)').inputValue()).toBe('Within the budget')
  await form.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Done: Approve').waitFor()
  const comment = 'Within the budget'
  expect(posts().map(({ body }) => body)).toEqual([
    { comment, contentHash: old },
    { comment, contentHash: now },
  ])
})

it('repeats an unanswered action with the same key', async () => {
  await opened()
  // For as long as it takes: browsers themselves repeat a request that was cut off once.
  server.answer = ({ method }) => (method === 'POST' ? 'reset' : undefined)
  await button('Approve').click()
  const send = page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' })
  await send.click()
  await page.getByText('No answer from the server').waitFor()
  server.answer = () => undefined
  await send.click()
  await page.getByText('Done: Approve').waitFor()
  expect(new Set(posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

it('puts a refused value beside its field', async () => {
  await opened()
  const fault = { pointer: '/variables/amount', code: 'wrong_type', detail: 'must be above 0' }
  server.answer = ({ method }) =>
    method === 'POST' ? problem(422, 'bpm.variables_invalid', { errors: [fault] }) : undefined
  await button('Approve').click()
  await page.getByLabel('Amount').fill('-1')
  await page.getByRole('form', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => page.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true')
  await page.getByText('bpm.variables_invalid').waitFor()
})

it('shows a remark at once, and keeps one that did not get through', async () => {
  await opened()
  server.answer = ({ path }) =>
    path.endsWith('/comments') ? problem(503, 'bpm.unavailable') : undefined
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Please hurry')
  await button('Send').click()
  await page.getByText('Not sent').waitFor()
  server.answer = () => undefined
  await button('Try again').click()
  await page.getByText('Not sent').waitFor({ state: 'detached' })
  expect(await page.getByText('Please hurry').count()).toBe(1)
  expect(new Set(posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

it('shows bones, then a problem with its code and a way on', async () => {
  let release: (reply: Reply) => void = () => undefined
  const held = new Promise<Reply>((resolve) => {
    release = resolve
  })
  server.answer = () => held
  await open()
  await page.locator('[part=loading]').waitFor()
  release(problem(404, 'bpm.not_found', { requestId: 'req-7' }))
  await page.getByText('bpm.not_found · Request req-7').waitFor()
  expect(await told()).toContainEqual([
    'approval-error',
    { code: 'bpm.not_found', status: 404, title: 'Refused' },
  ])
  server.answer = () => undefined
  await button('Try again').click()
  await page.getByText('Which fair?').waitFor()
})

it('stays usable without its history', async () => {
  server.answer = ({ path }) => (path.endsWith('/timeline') ? problem(500, 'internal') : undefined)
  await opened()
  await page.getByText('The history could not be loaded.').waitFor()
  expect(await button('Approve').isEnabled()).toBe(true)
  server.answer = () => undefined
  await button('Try again').click()
  await page.getByText('Which fair?').waitFor()
})

it('says that there is nothing to show without a task', async () => {
  await open('/none')
  await page.getByText('Nothing to show').waitFor()
  expect(server.received).toEqual([])
})

it('reads an approval without a task, and offers nothing to do', async () => {
  await opened('/read')
  await page.getByText('Which fair?').waitFor()
  expect(await page.locator('button[data-action], textarea').count()).toBe(0)
  await button('Open details').click()
  const wanted = { detailUrl: '/expenses/EX-2041', bizType: 'expense', bizId: 'EX-2041' }
  expect(await told()).toContainEqual([
    'approval-open-detail',
    { ...wanted, instanceId: ids.instance },
  ])
})

it('loads the diagram when it is asked for, and says the progress in words', async () => {
  await opened()
  await page.getByText('Which fair?').waitFor()
  expect(await page.evaluate(`customElements.get('approval-diagram') === undefined`)).toBe(true)
  await button('Show diagram').click()
  await page.locator('approval-diagram svg').waitFor()
  expect(await page.locator('approval-diagram g.active title').textContent()).toBe(
    'Manager approval',
  )
  expect(await page.locator('approval-diagram li').allTextContents()).toContain(
    'Manager approval: at work',
  )
})

it('lays out a process that nobody has drawn', async () => {
  server.answer = ({ path }) => {
    if (!path.endsWith('/diagram')) return undefined
    const bpmnXml = diagram.bpmnXml.replace(/<di:BPMNDiagram>[^]*<\/di:BPMNDiagram>/, '')
    return { status: 200, body: { ...diagram, bpmnXml } }
  }
  await opened()
  await button('Show diagram').click()
  await page.locator('approval-diagram svg').waitFor()
  expect(await page.locator('approval-diagram g').count()).toBe(5)
  expect(await page.locator('approval-diagram polyline').count()).toBe(5)
})

it('shows hostile names as text', async () => {
  const hostile = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>'
  const task = aTask()
  server.task = {
    ...task,
    instance: { ...task.instance, title: hostile, variables: { reason: hostile } },
  }
  const actor = { id: ids.employee, name: hostile, kind: 'user' as const }
  const items = timeline.map((item) => ({ ...item, actor, comment: hostile }))
  const escaped = hostile.replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const bpmnXml = diagram.bpmnXml.replace('name="Manager approval"', `name="${escaped}"`)
  server.answer = ({ path }) => {
    if (path.endsWith('/timeline')) return { status: 200, body: { items, nextCursor: null } }
    if (path.endsWith('/diagram')) return { status: 200, body: { ...diagram, bpmnXml } }
    return undefined
  }
  await opened()
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe(hostile)
  await expect.poll(() => page.getByText(hostile).count()).toBeGreaterThan(items.length)
  await button('Show diagram').click()
  await page.locator('approval-diagram svg').waitFor()
  expect(await page.locator('approval-diagram g.active title').textContent()).toBe(hostile)
  expect(await page.evaluate(`globalThis.hit`)).toBeUndefined()
  expect(await page.locator('approval-panel img, approval-panel script').count()).toBe(0)
})

it('[BPM-22] can be walked by keyboard alone', async () => {
  await opened()
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count++) await page.keyboard.press(key)
  }
  const isThere = () => page.locator('button[data-action=transfer]:focus').count()
  for (let tabs = 0; tabs < 30 && (await isThere()) === 0; tabs++) await press('Tab')
  expect(await isThere()).toBe(1)
  await press('Enter')
  await expect.poll(() => page.locator('input[role=combobox]:focus').count()).toBe(1)
  await page.keyboard.type('erin')
  await press('Enter')
  await expect.poll(() => page.getByLabel('Remove: Erin Moss').count()).toBe(1)
  await press('Escape')
  await expect.poll(() => page.locator('button[data-action=transfer]:focus').count()).toBe(1)
  await press('Shift+Tab', 3)
  await press('Space')
  await expect.poll(() => page.locator('#field-amount:focus').count()).toBe(1)
  await press('Tab')
  await page.keyboard.type('Fine')
  await press('Tab', 2)
  await press('Enter')
  await page.getByText('Done: Approve').waitFor()
  await expect.poll(() => page.locator('[part=notice]:focus').count()).toBe(1)
  expect(posts().map(({ path, body }) => [path, body])).toEqual([
    ['/tasks/T-1/approve', { comment: 'Fine' }],
  ])
})

it('[BPM-22] keeps the decision in view, on a laptop and on a phone, however long the rest is', async () => {
  for (const size of [
    { width: 1280, height: 640 },
    { width: 360, height: 640 },
  ]) {
    await opened()
    await page.setViewportSize(size)
    for (const at of [0, 200]) {
      await page.evaluate(`window.scrollTo(0, ${at})`)
      const box = await button('Approve').boundingBox()
      expect((box?.y ?? size.height) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
    }
    await page.close()
  }
  await opened()
})

it('[BPM-22] is decided by keys of the page alone: an action is pressed, and Ctrl+Enter sends it', async () => {
  await opened()
  const press = (action: string) =>
    page.evaluate<boolean>(`document.querySelector('approval-panel').press('${action}')`)
  expect(await press('take-back')).toBe(false)
  expect(await press('approve')).toBe(true)
  await page.getByRole('form', { name: 'Approve' }).waitFor()
  expect(await button('Reject').isVisible()).toBe(false)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Done: Approve').waitFor()
  expect(posts()).toHaveLength(1)
})

it('shows what the page puts into it before the values', async () => {
  await opened()
  await page.evaluate(
    `document.querySelector('approval-panel').insertAdjacentHTML('beforeend', '<p>The drawing</p>')`,
  )
  const [drawing, values] = await Promise.all([
    page.getByText('The drawing').boundingBox(),
    page.getByText('What is to be decided').boundingBox(),
  ])
  expect(drawing?.y).toBeLessThan(values?.y ?? 0)
})
