// @module-tag chromium
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { startChromium } from './support/chromium.ts'
import { expectAccessible, openConsole, type OpenConsole } from './support/console.ts'
import { platform, userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

/** Past its time from the beginning, and due in a month. */
const late = `late-${randomUUID().slice(0, 8)}`
const early = `early-${randomUUID().slice(0, 8)}`

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
  await offer(late, 'at="2020-01-01"')
  await offer(early, 'in="P30D"')
})
afterAll(async () => {
  await browser?.close()
})

const process = (key: string, due: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:approval="urn:countersign:bpmn:1" targetNamespace="urn:example:due">
  <process id="${key}" name="${key}" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="in" sourceRef="start" targetRef="review" />
    <userTask id="review" name="Review"><extensionElements>
      <approval:candidates><approval:candidate kind="managerLine" from="1" to="1" /></approval:candidates>
      <approval:due ${due} />
    </extensionElements></userTask>
    <sequenceFlow id="out" sourceRef="review" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

/** A business type whose approvals the manager decides by some time. */
async function offer(code: string, due: string): Promise<void> {
  const scopes = ['bpm.biztype.register', `tenant:${userNamed('admin').tenantId}`]
  const registered = await call('POST', '/internal/v1/bpm/biz-types', {
    token: await serviceToken('sample', scopes),
    json: {
      code,
      version: '1',
      name: code,
      variables: [
        { name: 'amount', type: 'number', label: 'Amount', required: true },
        { name: 'reason', type: 'string', label: 'Reason' },
      ],
      detailPath: '/things/{bizId}',
      callback: { origin: platform().sampleApp.callbackOrigin, path: '/internal/bpm-events' },
      initiatePermission: 'expense:start',
    },
  })
  expect(registered.status, JSON.stringify(registered.body)).toBe(201)
  const token = await tokenOf('admin')
  const json = { bizType: code, key: code, name: code, bpmnXml: process(code, due) }
  const { body } = await call('POST', '/api/bpm/v1/definitions', { token, json })
  const path = `/api/bpm/v1/definitions/${String(body['id'])}/publish`
  expect((await call('POST', path, { token })).status).toBe(200)
}

/** @returns the number of the manager's task. */
async function start(bizType: string): Promise<string> {
  const { status, body } = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: startBody(bizType, { amount: 10 }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return findTask('manager', String(body['id']))
}

const looks = [
  { language: 'en', width: 1440, overdue: 'Overdue', later: 'Later' },
  { language: 'zh-CN', width: 320, scheme: 'dark', overdue: '已超期', later: '以后' },
] as const

/** How many stand in each group, by its words. */
async function groupsOf(page: Page): Promise<Readonly<Record<string, number>>> {
  const heads = await page.getByRole('heading', { level: 2 }).allTextContents()
  const read = heads.map((head) => /^(.*?)\s+(\d+)$/.exec(head))
  return Object.fromEntries(
    read.flatMap((found) => (found === null ? [] : [[found[1], Number(found[2])]])),
  )
}

const sum = (groups: Readonly<Record<string, number>>): number =>
  Object.values(groups).reduce((all, one) => all + one, 0)

/** What the tab of the box says, and the groups below it; the list is as it is now. */
async function countsOf({
  page,
}: OpenConsole): Promise<{ tab: number; groups: Record<string, number> }> {
  await page.reload()
  await page.locator('[role=row] h2').first().waitFor()
  const tab = await page.locator('nav a[aria-current=page]', { hasText: /\d/ }).last().innerText()
  return { tab: Number(/\d+/.exec(tab)?.[0]), groups: await groupsOf(page) }
}

it('what is to do stands in groups by when it is due, with the same numbers in every window', async () => {
  const [lateTask] = [await start(late), await start(early)]
  const windows = await Promise.all(
    looks.map((look) => openConsole(browser, 'manager', '/inbox', look)),
  )
  const [first, second] = windows as [OpenConsole, OpenConsole]
  const before = await countsOf(first)
  expect(Object.values((await countsOf(second)).groups)).toEqual(Object.values(before.groups))
  for (const [index, { overdue, later }] of looks.entries()) {
    const { tab, groups } = await countsOf(windows[index] as OpenConsole)
    expect(groups[overdue]).toBeGreaterThan(0)
    expect(groups[later]).toBeGreaterThan(0)
    expect(sum(groups)).toBe(tab)
  }
  await expectFits(windows)

  expect((await actOn(lateTask, 'manager', 'approve', {})).status).toBe(200)
  for (const [index, { overdue }] of looks.entries()) {
    const after = await countsOf(windows[index] as OpenConsole)
    expect(after.tab).toBe(before.tab - 1)
    expect(after.groups[overdue] ?? 0).toBe((before.groups[looks[0].overdue] ?? 0) - 1)
  }
  await end(windows)
})

it('what the inbox is narrowed to has a name, in every window of its owner', async () => {
  await start(early)
  const [english, chinese] = looks
  const first = await openConsole(browser, 'manager', `/inbox?bizType=${early}`, english)
  const name = `Early ${early.slice(-4)}`
  await first.page.getByRole('button', { name: 'Save this filter' }).click()
  await first.page.getByRole('textbox', { name: 'Name of the filter' }).fill(name)
  await first.page.keyboard.press('Enter')
  const chip = first.page.getByRole('link', { name })
  await expect.poll(() => chip.getAttribute('aria-current')).toBe('page')

  const second = await openConsole(browser, 'manager', '/inbox', chinese)
  await second.page.getByRole('link', { name }).click()
  await expect.poll(() => new URL(second.page.url()).searchParams.get('bizType')).toBe(early)
  await second.page.locator('[role=row] h2').first().waitFor()
  expect(Object.keys(await groupsOf(second.page))).toEqual([chinese.later])
  const windows = [first, second]
  await expectFits(windows)

  await second.page.getByRole('button', { name: `删除筛选“${name}”` }).click()
  await second.page.getByRole('link', { name }).waitFor({ state: 'detached' })
  await first.page.reload()
  await first.page.getByRole('button', { name: 'Save this filter' }).waitFor()
  expect(await chip.count()).toBe(0)
  await end(windows)
})

async function expectFits(windows: readonly OpenConsole[]): Promise<void> {
  for (const { page } of windows) {
    const { width = 0 } = page.viewportSize() ?? {}
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      width,
    )
    await expectAccessible(page, `inbox at ${width}`)
  }
}

async function end(windows: readonly OpenConsole[]): Promise<void> {
  for (const { context, faults, messages } of windows) {
    expect([...faults, ...messages]).toEqual([])
    await context.close()
  }
}
