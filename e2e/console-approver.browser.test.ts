// @module-tag chromium
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole } from './support/console.ts'
import { createExpense } from './support/expenses.ts'
import { tokenOf } from './support/sign-in.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

async function statusOf(username: string, taskNo: string): Promise<unknown> {
  const token = await tokenOf(username)
  return (await call('GET', `/api/bpm/v1/tasks/${taskNo}`, { token })).body['status']
}

it('[BPM-22] an approver signs in, finds a task and approves it with the keyboard alone', async () => {
  const title = `Boat <img src=x onerror="document.title='owned'"> ${Date.now()}`
  const { instanceId } = await createExpense({ title, amount: 120 })
  const taskNo = await findTask('manager', instanceId)
  const { page, context, faults } = await openConsole(browser, 'manager', '/')
  const { keyboard } = page

  await page.getByRole('link', { name: title }).waitFor()
  await keyboard.press('/')
  await keyboard.type(taskNo)
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === taskNo)
  await page.locator('[data-row]:focus').waitFor()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: title }).waitFor()

  await keyboard.press('a')
  await page.getByRole('form', { name: 'Approve' }).getByLabel('Comment').waitFor()
  await keyboard.type('Worth it')
  await keyboard.press('Control+Enter')
  await page.getByText(`Approved: ${title}`).waitFor()
  await page.getByText('Nothing matches').waitFor()
  expect(await statusOf('manager', taskNo)).toBe('APPROVED')
  expect(faults).toEqual([])
  expect(await page.title()).toMatch(/^([(]\d+[+]?[)] )?Inbox · Countersign$/)
  await context.close()
})

it('[BPM-22] in the inbox Enter presses what has the focus, and opens a row only where nothing has', async () => {
  const title = `Desk ${Date.now()}`
  await findTask('manager', (await createExpense({ title, amount: 40 })).instanceId)
  const { page, context } = await openConsole(browser, 'manager', '/inbox')
  await page.getByRole('link', { name: title }).waitFor()
  await page.keyboard.press('j')
  await page.locator('[data-row]:focus').waitFor()
  await page.getByRole('link', { name: /^Done/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('box') === 'done')
  expect(new URL(page.url()).searchParams.get('task')).toBeNull()
  await context.close()
})

it('[BPM-22] after a decision the next task is there, and the decision is taken back by one press', async () => {
  const mark = `stream-${Date.now()}`
  const numbers: string[] = []
  for (const part of ['one', 'two', 'three']) {
    const { instanceId } = await createExpense({ title: `${mark} ${part}`, amount: 1200 })
    numbers.push(await findTask('manager', instanceId))
  }
  const [one = '', two = '', three = ''] = numbers
  const { page, context, faults } = await openConsole(
    browser,
    'manager',
    `/inbox?q=${mark}&task=${three}`,
  )
  const open = (title: string) => page.getByRole('heading', { level: 2, name: `${mark} ${title}` })
  await open('three').waitFor()
  await page.getByText('Expected path').waitFor()
  // By keys alone: the form is the one that a mouse gets.
  await page.keyboard.press('a')
  await page.getByRole('form', { name: 'Approve' }).getByLabel('Comment').fill('Fine')
  await page.keyboard.press('Control+Enter')
  await open('two').waitFor()
  expect(await statusOf('manager', three)).toBe('APPROVED')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await open('three').waitFor()
  // It waits again, as another task.
  await expect.poll(() => new URL(page.url()).searchParams.get('task')).not.toBe(three)
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  expect(await statusOf('manager', three)).toBe('CANCELLED')

  // What is decided elsewhere is not offered any more.
  await page.getByRole('link', { name: `${mark} two` }).click()
  await open('two').waitFor()
  await page.getByText('Expected path').waitFor()
  expect((await actOn(two, 'manager', 'approve', {})).status).toBe(200)
  await page.getByRole('button', { name: 'Take it back' }).waitFor()
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  expect(await statusOf('manager', one)).toBe('OPEN')
  expect(faults).toEqual([])
  await context.close()
})

it('[BPM-22] on a phone a task is a page of its own, and a finger brings the next', async () => {
  const mark = `thumb-${Date.now()}`
  for (const part of ['one', 'two']) {
    await findTask(
      'manager',
      (await createExpense({ title: `${mark} ${part}`, amount: 30 })).instanceId,
    )
  }
  const { page, context } = await openConsole(browser, 'manager', `/inbox?q=${mark}`)
  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('link', { name: `${mark} two` }).click()
  const open = (title: string) => page.getByRole('heading', { level: 2, name: `${mark} ${title}` })
  await open('two').waitFor()
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  const box = await approve.boundingBox()
  expect(box?.y).toBeGreaterThan(390)
  expect((box?.y ?? 780) + (box?.height ?? 0)).toBeLessThanOrEqual(780)
  await expectAccessible(page, 'a task on a phone')
  const pane = page.getByRole('region', { name: /^Task / })
  await expect.poll(() => pane.evaluate((element) => element.matches(':focus'))).toBe(true)
  await swipe(page, 340, 40)
  await open('one').waitFor()
  await swipe(page, 40, 340)
  await open('two').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.locator('[data-row]:focus').waitFor()
  await context.close()
})

it('[BPM-22] on the narrowest phone, what was decided covers neither the next title nor its buttons', async () => {
  const mark = `said-${Date.now()}`
  for (const part of ['one', 'two']) {
    await findTask(
      'manager',
      (await createExpense({ title: `${mark} ${part}`, amount: 30 })).instanceId,
    )
  }
  const { page, context } = await openConsole(browser, 'manager', `/inbox?q=${mark}`, {
    width: 320,
    hasTouch: true,
    // Its word stays for as long as it is looked at, however slow the machine is.
    prepare: async (page) => {
      await page.addInitScript(`const later = setTimeout
      globalThis.setTimeout = (run, ms, ...rest) => (ms === 12000 ? 0 : later(run, ms, ...rest))`)
    },
  })
  await page.getByRole('link', { name: `${mark} two` }).tap()
  await page.getByRole('button', { name: 'Approve', exact: true }).tap()
  await page.locator('approval-panel button.primary[type=submit]').tap()
  const notice = page.locator('[role=status] [data-tone=good]')
  await notice.waitFor()
  const title = page.getByRole('heading', { level: 2, name: `${mark} one` })
  const buttons = ['Approve', 'Reject', 'Return', 'Add people'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  const head = page.getByRole('link', { name: 'Open on a page of its own' })
  await title.waitFor()
  const said = await boxOf(notice)
  for (const other of [title, head, ...buttons]) {
    const { y, height } = await boxOf(other)
    expect(y >= said.y + said.height || y + height <= said.y).toBe(true)
  }
  // No word is broken, and none is out of sight.
  for (const button of buttons) {
    const { x, width, height } = await boxOf(button)
    expect(height).toBeLessThan(48)
    expect(x + width).toBeLessThanOrEqual(320)
  }
  await context.close()
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('it is not there')
  return box
}

const doubleTouchMs = 600

it('[BPM-22] one thumb opens the inbox of a phone and decides with two touches', async () => {
  const mark = `touch-${Date.now()}`
  const { instanceId } = await createExpense({ title: mark, amount: 30 })
  const taskNo = await findTask('manager', instanceId)
  const { page, context, faults } = await openConsole(browser, 'manager', `/inbox?q=${mark}`, {
    width: 390,
    hasTouch: true,
  })
  const row = page.locator('[data-row]')
  await row.getByRole('button', { name: `Approve ${mark}` }).tap()
  await row.locator('button[data-phase=ready]').waitFor()
  // Two touches within half a second are a double touch, which decides nothing.
  await page.waitForTimeout(doubleTouchMs)
  await row.locator('button[data-phase=ready]').tap()
  await page.getByText(`Approved: ${mark}`).waitFor()
  expect(await statusOf('manager', taskNo)).toBe('APPROVED')
  expect(faults).toEqual([])
  await context.close()
})

/** A finger from one place to another, half way down the page. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const at = (x: number) => [{ x, y: 200 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

it('[BPM-22] many tasks are decided at once, and each that could not be says why', async () => {
  const mark = `batch-${Date.now()}`
  const numbers: string[] = []
  for (const part of ['one', 'two', 'three']) {
    const { instanceId } = await createExpense({ title: `${mark} ${part}`, amount: 30 })
    numbers.push(await findTask('manager', instanceId))
  }
  const { page, context } = await openConsole(browser, 'manager', `/inbox?q=${mark}`)
  await page.getByRole('checkbox', { name: `Choose ${mark} one` }).check()
  await page.getByRole('checkbox', { name: `Choose ${mark} two` }).check()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Reject' })
  await dialog.getByText(`${mark} one`).waitFor()
  expect(await send.isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('No budget left')
  // Somebody is faster with one of them.
  expect((await actOn(numbers[0] ?? '', 'manager', 'approve', {})).status).toBe(200)
  await send.click()
  await dialog.getByText('1 task was decided.').waitFor()

  await dialog.getByText('bpm.task_not_open').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await statusOf('manager', numbers[1] ?? '')).toBe('REJECTED')
  expect(await statusOf('manager', numbers[2] ?? '')).toBe('OPEN')
  await context.close()
})

it('a new task appears in the inbox by itself', async () => {
  const mark = `live-${Date.now()}`
  const { page, context } = await openConsole(browser, 'manager', `/inbox?q=${mark}`)
  await page.getByText('Nothing matches').waitFor()
  await createExpense({ title: mark, amount: 10 })
  await page.getByRole('link', { name: mark }).waitFor()
  await context.close()
})

it('a page that is loaded again comes back without a password, to where it was', async () => {
  const { page, context } = await openConsole(browser, 'manager', '/inbox?box=done')
  await page.reload()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  expect(new URL(page.url()).search).toBe('?box=done')
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  // No token, and nothing of a sign-in that is over.
  expect(kept).not.toMatch(/eyJ|refresh|access_token|signin/)
  await context.close()
})
